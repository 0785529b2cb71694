import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { bumpRevision } from '../catalogue.ts'
import type { Database, Transaction } from '../db/database.ts'
import { listingPhotos, listings, priceChanges, sources } from '../db/schema.ts'
import { bulkInsert, listOf } from './bulk-insert.ts'
import { type Entry, findKnown, type Judged, judge } from './judge.ts'
import type { ReadListing } from './records/fields.ts'

export interface Writing {
  db: Database
  source: string
  now: Date
  jpyPerUsd: number
  /** Everything is looked up and judged, and nothing is written. */
  dryRun: boolean
}

/** Makes the source known, with the credit that is owed to it. */
export async function writeSource(
  { db, source, now, dryRun }: Writing,
  attribution: string | null,
) {
  if (dryRun) return
  const known = attribution === null ? { importedAt: now } : { attribution, importedAt: now }
  await db
    .insert(sources)
    .values({ name: source, ...known })
    .onConflictDoUpdate({ target: sources.name, set: known })
}

/** Writes the entries of one source that are new or changed, all or none of them. */
export function writeEntries(writing: Writing, entries: Entry[]) {
  return writing.db.transaction(async (tx) => {
    // Two imports of one source take turns, so that each sees what the other wrote.
    await tx.select().from(sources).where(eq(sources.name, writing.source)).for('update')
    const known = await findKnown(tx, entries)
    const judged = entries.map((entry) => judge(entry, known.get(entry.listing.id)))
    const fresh = judged.filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
    if (fresh.length > 0 && !writing.dryRun) {
      const before = await holdPrices(tx, fresh)
      await writeListings(tx, fresh, writing.now)
      await keepPriceChanges(tx, fresh, before, writing)
      await replacePhotos(tx, fresh)
      await bumpRevision(tx)
    }
    return judged.map(({ outcome }) => outcome)
  })
}

type Prices = Awaited<ReturnType<typeof holdPrices>>

/** What those cost that are about to be replaced; an administrator who would change that meanwhile waits. */
async function holdPrices(tx: Transaction, judged: Judged[]) {
  const ids = judged.flatMap(({ known }) => known?.id ?? [])
  if (ids.length === 0) return new Map<string, never>()
  const { id, priceYen, priceCents, editedColumns } = listings
  const rows = await tx
    .select({ id, priceYen, priceCents, editedColumns })
    .from(listings)
    .where(inArray(id, ids))
    .orderBy(asc(id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

async function writeListings(tx: Transaction, judged: Judged[], now: Date) {
  const rows = judged.map(({ entry: { listing, raw, digest }, known }) => ({
    ...listing,
    createdAt: listing.createdAt ?? known?.createdAt ?? now,
    updatedAt: now,
    withdrawnAt: null,
    hiddenAt: null,
    editedColumns: [],
    digest,
    raw: raw.record,
  }))
  await tx.execute(sql`${bulkInsert(listings, rows)} ${REPLACING}`)
}

const { hiddenAt: _, editedColumns, ...imported } = getTableColumns(listings)

/** The part of an insert that replaces a listing, but for what administrators have written and decided. */
const REPLACING = sql`on conflict (id) do update set ${listOf(
  Object.values(imported).map((column) => {
    const name = sql.identifier(column.name)
    return sql`${name} = case
      when ${sql.raw(`'${column.name}'`)} = any(${editedColumns}) then ${column} else excluded.${name}
    end`
  }),
)}`

async function keepPriceChanges(
  tx: Transaction,
  judged: Judged[],
  known: Prices,
  { now, jpyPerUsd }: Writing,
) {
  const changes = judged.flatMap(({ entry: { listing } }) => {
    const old = known.get(listing.id)
    if (!old || old.editedColumns.includes(listings.priceYen.name)) return []
    const [before, after] = [inYen(old, jpyPerUsd), inYen(listing, jpyPerUsd)]
    if (before === after) return []
    return [{ listingId: listing.id, priceYenBefore: before, priceYenAfter: after, changedAt: now }]
  })
  if (changes.length > 0) await tx.insert(priceChanges).values(changes)
}

/** The price in yen; of one that was stated in dollars, at the rate of this import. */
function inYen(
  { priceYen, priceCents }: Pick<ReadListing, 'priceYen' | 'priceCents'>,
  jpyPerUsd: number,
) {
  if (priceYen !== null) return priceYen
  return priceCents === null ? null : Math.round((priceCents / 100) * jpyPerUsd)
}

async function replacePhotos(tx: Transaction, judged: Judged[]) {
  const changed = judged.flatMap(({ entry: { listing, photos }, hasNewPhotos }) =>
    hasNewPhotos && photos ? [{ listingId: listing.id, photos: photos.photos }] : [],
  )
  if (changed.length === 0) return
  const paths = changed.flatMap(({ photos }) => photos.map(({ path }) => path))
  const converted = await findConverted(tx, paths)
  const ids = changed.map(({ listingId }) => listingId)
  await tx.delete(listingPhotos).where(inArray(listingPhotos.listingId, ids))
  const rows = changed.flatMap(({ listingId, photos }) =>
    photos.map((photo, position) => {
      return { ...photo, listingId, position, avif: converted.has(photo.path) }
    }),
  )
  if (rows.length > 0) await tx.execute(bulkInsert(listingPhotos, rows))
}

/** Which of the photos have their AVIF copies from an earlier time. */
async function findConverted(tx: Transaction, paths: string[]) {
  const given = sql`(select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`
  const rows = await tx
    .selectDistinct({ path: listingPhotos.path })
    .from(listingPhotos)
    .where(and(eq(listingPhotos.avif, true), inArray(listingPhotos.path, given)))
  return new Set(rows.map(({ path }) => path))
}
