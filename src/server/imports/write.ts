import { millisecondsInHour as HOUR_MS } from 'date-fns/constants'
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { bulkInsert, commaSeparated, rowsOf } from '#server/db/bulk-insert.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { listingPhotos, listings, sources } from '#server/db/schema.ts'
import { isUniqueViolation } from '#server/errors/connection-errors.ts'
import {
  COMPARED_COLUMNS,
  type Compared,
  compareListings,
} from '#server/history/compare-listings.ts'
import { type Change, type NewChange, publishChanges } from '#server/history/publish-changes.ts'
import { storeSightings } from '#server/history/sightings.ts'
import { lockFolds } from '#server/listings/apply-folds.ts'
import { applyOptOutsTo, shareOptOuts } from '#server/listings/apply-opt-outs.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { findDuplicates } from '#server/listings/find-duplicates.ts'
import { ADDRESS_COLUMNS, type ListingMatcher } from '#server/listings/listing-matcher.ts'
import { marksOf } from '#server/listings/marks.ts'
import { LOCATION_COLUMNS } from '#server/places/location.ts'
import { countOptedOut } from './count-opted-out.ts'
import { diffEntry, type Entry, type EntryDiff, findKnown } from './diff-entry.ts'
import type { PlannerStatistics } from './planner-statistics.ts'
import type { ReadListing } from './reading/records/fields.ts'

export interface Writing {
  db: Database
  source: string
  now: Date
  jpyPerUsd: number
  matcher: ListingMatcher
  statistics: PlannerStatistics
  /** In a dry run, entries are compared with the catalogue, but nothing is written. */
  dryRun: boolean
}

/** Saves the source with its attribution, which is shown with each listing of the source. */
export async function writeSource(
  { db, source, now, dryRun }: Pick<Writing, 'db' | 'source' | 'now' | 'dryRun'>,
  attribution: string | null,
) {
  if (dryRun) return
  const known = attribution === null ? { importedAt: now } : { attribution, importedAt: now }
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(sources).where(eq(sources.name, source))
    await tx
      .insert(sources)
      .values({ name: source, firstImportedAt: now, ...known })
      .onConflictDoUpdate({ target: sources.name, set: known })
    if (attribution !== null && attribution !== before?.attribution) {
      await bumpRevision(tx, eq(listings.source, source))
    }
  })
}

/**
 * Writes the new and changed entries of a source in one transaction. Retries if another source
 * inserts the same id at the same time.
 * @throws what the database throws, except for an id that another source has inserted.
 */
export async function writeEntries(writing: Writing, entries: Entry[]) {
  await writing.matcher.prepare(
    entries.map(({ listing }) => ({
      ...listing,
      prefecture:
        listing.prefecture ?? writing.matcher.match(listing).municipality?.prefecture ?? null,
    })),
  )
  const points = countPointProblems(writing.matcher, entries)
  for (;;) {
    try {
      const written = await writing.db.transaction((tx) => writeAll(tx, writing, entries))
      return { ...written, points }
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

function countPointProblems(matcher: ListingMatcher, entries: Entry[]) {
  const counts = { elsewhere: 0, nowhere: 0, unplaced: 0 }
  for (const { listing } of entries) {
    if (listing.statedLatitude === null) continue
    const { pointProblem } = matcher.match(listing)
    if (pointProblem) counts[pointProblem] += 1
  }
  return counts
}

async function writeAll(tx: Transaction, writing: Writing, entries: Entry[]) {
  await shareOptOuts(tx)
  if (!writing.dryRun) await lockFolds(tx)
  // Lock the source's row. Two imports of one source then run one after the other, and each sees
  // the other's changes.
  await tx.select().from(sources).where(eq(sources.name, writing.source)).for('update')
  const known = await findKnown(tx, entries)
  const diffs = entries.map((entry) => diffEntry(entry, known.get(entry.listing.id)))
  const outcomes = diffs.map(({ outcome }) => outcome)
  const fresh = diffs.filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
  const imported = diffs.filter(({ outcome }) => outcome !== 'of another source')
  const optedOut = await countOptedOut(tx, writing, imported)
  if (writing.dryRun) return { outcomes, optedOut }
  const before = await holdRows(tx, fresh)
  if (fresh.length > 0) {
    await writeListings(tx, fresh, before, writing)
    await writing.statistics.noteAdded(tx, fresh.length - before.size)
    await replacePhotos(tx, fresh)
    const ids = fresh.map(({ entry }) => entry.listing.id)
    await applyOptOutsTo(tx, ids, writing.now)
    await findDuplicates(tx, ids, writing.now)
  }
  await storeSightings(tx, toSight(diffs, writing), writing.now)
  if (fresh.length > 0) {
    const changes = fresh.flatMap((diff) =>
      changesOf(diff, before.get(diff.entry.listing.id), writing),
    )
    await publishChanges(
      tx,
      changes,
      fresh.map(({ entry }) => entry.listing.id),
    )
  }
  return { outcomes, optedOut }
}

/** A sighting is stored at most once in this time, because a page shows only its day. */
const SIGHTING_PAUSE_MS = 12 * HOUR_MS

/** The ids of the listings whose last sighting is old. */
function toSight(diffs: EntryDiff[], { now }: Writing) {
  const latest = now.getTime() - SIGHTING_PAUSE_MS
  return diffs.flatMap(({ entry, known, outcome }) => {
    if (outcome === 'of another source') return []
    const seenAt = known?.seenAt?.getTime() ?? Number.NEGATIVE_INFINITY
    return seenAt <= latest ? entry.listing.id : []
  })
}

type HeldRows = Awaited<ReturnType<typeof holdRows>>

/**
 * Reads the values before the import and locks their rows, so that an administrator's edit waits for
 * this transaction.
 */
async function holdRows(tx: Transaction, diffs: EntryDiff[]) {
  const ids = diffs.flatMap(({ known }) => known?.id ?? [])
  if (ids.length === 0) return new Map<string, never>()
  const { id, editedColumns } = listings
  const rows = await tx
    .select({ id, editedColumns, ...COMPARED_COLUMNS })
    .from(listings)
    .where(inArray(id, ids))
    .orderBy(asc(id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Updates known listings and inserts the others, because an upsert takes 1.5 times as long. */
async function writeListings(
  tx: Transaction,
  diffs: EntryDiff[],
  there: HeldRows,
  { now, matcher }: Writing,
) {
  const rows = diffs.map(({ entry: { listing, raw, digest }, known }) => {
    const { prefecture, place, city, stationId, ...inferred } = matcher.columnsOf(listing)
    const at = matcher.locationOf({ ...listing, place, prefecture, stationId })
    return {
      place,
      stationId,
      prefectureIsInferred: inferred.prefectureIsInferred,
      cityIsInferred: inferred.cityIsInferred,
      latitude: at.latitude,
      longitude: at.longitude,
      precision: at.precision,
      radiusMetres: at.radiusMetres,
      stationMetres: at.stationMetres,
      stationIsStated: at.stationIsStated,
      shinkansenMetres: at.shinkansenMetres,
      shinkansenIsStated: at.shinkansenIsStated,
      airportMetres: at.airportMetres,
      seaMetres: at.seaMetres,
      updatedAt: now,
      withdrawnAt: null,
      hiddenAt: null,
      hiddenBy: [],
      foldedInto: null,
      editedColumns: [],
      digest,
      raw: raw.record,
      // Keep the spread after the constants, because adding properties after a spread is ten times
      // slower.
      ...listing,
      prefecture,
      city,
      createdAt: listing.createdAt ?? known?.createdAt ?? now,
    }
  })
  const changed = rows.filter(({ id }) => there.has(id))
  // Insert the listings in the order of their ids. Otherwise two sources that insert the same ids
  // could deadlock.
  const added = rows.filter(({ id }) => !there.has(id)).toSorted(byId)
  if (changed.length > 0) {
    await tx.execute(sql`
      update ${listings} set ${REPLACED}
      from ${rowsOf(listings, changed)} as given
      where ${listings.id} = given.id
    `)
    await markEdited(tx, changed, there)
  }
  if (added.length > 0) await tx.execute(bulkInsert(listings, added))
}

/**
 * Recomputes the signs (watch-outs and good signs) and the tags of listings that an administrator
 * has edited. The import computes them from the source's values, but the administrator's values
 * take precedence.
 */
async function markEdited(tx: Transaction, changed: { id: string }[], there: HeldRows) {
  const ids = changed.flatMap(({ id }) => (there.get(id)?.editedColumns.length ? id : []))
  if (ids.length === 0) return
  const { id, facts, constructionYear, latestYear, constructionText, remarks } = listings
  const rows = await tx
    .select({ id, facts, constructionYear, latestYear, constructionText, remarks })
    .from(listings)
    .where(inArray(id, ids))
  for (const row of rows) await tx.update(listings).set(marksOf(row)).where(eq(id, row.id))
}

function byId(one: { id: string }, other: { id: string }) {
  return one.id < other.id ? -1 : 1
}

const {
  hiddenAt: _,
  hiddenBy: __,
  foldedInto: ___,
  askedPrice: ____,
  editedColumns,
  ...imported
} = getTableColumns(listings)

const LOCATED = new Set<string>(
  [...LOCATION_COLUMNS, 'shinkansenIsStated' as const].map((column) => listings[column].name),
)
/**
 * The columns that determine a listing's location. If an administrator has edited one of them, an
 * import does not change the location.
 */
const DECIDING = [listings.place.name, ...ADDRESS_COLUMNS]

/**
 * Sets every column to its new value, except those that administrators have edited or that the
 * database computes.
 */
const REPLACED = commaSeparated(
  Object.values(imported).map((column) => {
    const name = sql.identifier(column.name)
    const deciding = LOCATED.has(column.name) ? DECIDING : [column.name]
    return sql`${name} = case
      when ${sql.raw(`'{${deciding.join()}}'::text[]`)} && ${editedColumns} then ${column} else given.${name}
    end`
  }),
)

/** What an import has changed about a listing. */
function changesOf(
  { entry: { listing, photos }, known, hasNewPhotos }: EntryDiff,
  before: (HeldRows extends Map<string, infer Row> ? Row : never) | undefined,
  { now, jpyPerUsd }: Writing,
): NewChange[] {
  const change = { listingId: listing.id, changedAt: now }
  if (!known || !before) return [{ ...change, kind: 'added', before: {}, after: {} }]
  const changes: Change[] = [
    ...(known.comesBack ? [{ kind: 'back' as const, before: {}, after: {} }] : []),
    ...compareListings(before, keptValues(listing, before), jpyPerUsd),
    ...(hasNewPhotos ? [photosChange(known.photos.length, photos?.photos.length ?? 0)] : []),
  ]
  return changes.map((found) => ({ ...change, ...found }))
}

function photosChange(before: number, after: number): Change {
  return { kind: 'photos', before: { photos: before }, after: { photos: after } }
}

/**
 * The values of the listing after the import: those of the file, except where an administrator has
 * edited a column, and except a year of construction that only follows from the house's age and
 * today's date.
 */
function keptValues(
  listing: ReadListing,
  before: Compared & { editedColumns: string[] },
): Compared {
  const isKept = (column: keyof Compared) =>
    before.editedColumns.includes(listings[column].name) ||
    (listing.yearIsFromAge && (column === 'constructionYear' || column === 'constructionText'))
  const columns = Object.keys(COMPARED_COLUMNS) as (keyof Compared)[]
  const kept = columns.filter(isKept).map((column) => [column, before[column]])
  return { ...listing, ...Object.fromEntries(kept) }
}

async function replacePhotos(tx: Transaction, diffs: EntryDiff[]) {
  const changed = diffs.flatMap(({ entry: { listing, photos }, hasNewPhotos }) =>
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

/** The photos that already have AVIF copies, so that the copies are not made again. */
async function findConverted(tx: Transaction, paths: string[]) {
  const given = sql`(select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`
  const rows = await tx
    .selectDistinct({ path: listingPhotos.path })
    .from(listingPhotos)
    .where(and(eq(listingPhotos.avif, true), inArray(listingPhotos.path, given)))
  return new Set(rows.map(({ path }) => path))
}
