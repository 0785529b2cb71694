import { and, eq, inArray, sql } from 'drizzle-orm'
import { bumpRevision } from '../catalogue.ts'
import type { Database, Transaction } from '../db/database.ts'
import { listingPhotos, listings, priceChanges, sources } from '../db/schema.ts'
import { bulkInsert, replacing } from './bulk-insert.ts'
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
      await writeListings(tx, fresh, writing.now)
      await keepPriceChanges(tx, fresh, writing)
      await replacePhotos(tx, fresh)
      await bumpRevision(tx)
    }
    return judged.map(({ outcome }) => outcome)
  })
}

async function writeListings(tx: Transaction, judged: Judged[], now: Date) {
  const rows = judged.map(({ entry: { listing, raw }, known, digest }) => ({
    ...listing,
    createdAt: listing.createdAt ?? known?.createdAt ?? now,
    updatedAt: now,
    withdrawnAt: null,
    hiddenAt: known?.hiddenAt ?? null,
    editedColumns: known?.editedColumns ?? [],
    digest,
    raw: raw.record,
  }))
  await tx.execute(sql`${bulkInsert(listings, rows)} ${replacing(listings)}`)
}

async function keepPriceChanges(tx: Transaction, judged: Judged[], { now, jpyPerUsd }: Writing) {
  const changes = judged.flatMap(({ entry: { listing }, known }) => {
    if (!known) return []
    const [before, after] = [inYen(known, jpyPerUsd), inYen(listing, jpyPerUsd)]
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
