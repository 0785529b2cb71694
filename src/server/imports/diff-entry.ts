import { createHash } from 'node:crypto'
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { listingPhotos, listings, sightings } from '#server/db/schema.ts'
import { followsImports } from '#server/listings/offered.ts'
import type { FoundPhotos } from './photos.ts'
import type { ReadListing } from './reading/records/fields.ts'
import type { StorableRecord } from './reading/records/sanitize-record.ts'

/** A listing that was read from a file and can be stored. `line` is its line in the file. */
export interface Entry {
  line: number
  listing: ReadListing
  raw: StorableRecord
  /**
   * The photos that were found. Null if the import does not look for photos; the stored photos then
   * stay.
   */
  photos: FoundPhotos | null
  /** A hash that shows whether the record has changed. */
  digest: string
}

/**
 * The result of importing an entry. `of another source` means that the entry was skipped, because
 * its id belongs to a listing of another source.
 */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'of another source'

/**
 * Whether the listing was withdrawn by an import, not by an administrator. If so, an import that
 * contains the listing offers it again.
 */
const comesBack: SQL<boolean> = sql`${listings.withdrawnAt} is not null and ${followsImports}`

export async function findKnown(tx: Transaction, entries: Entry[]) {
  const ids = entries.map(({ listing }) => listing.id)
  const { id, source, digest, createdAt } = listings
  const rows = await tx
    .select({ id, source, digest, createdAt, comesBack, seenAt: sightings.seenAt })
    .from(listings)
    .leftJoin(sightings, eq(sightings.listingId, id))
    .where(inArray(listings.id, ids))
  const withPhotos = entries.some((entry) => entry.photos !== null)
  const photos = withPhotos ? await findPhotoPaths(tx, ids) : new Map<string, string[]>()
  return new Map(rows.map((row) => [row.id, { ...row, photos: photos.get(row.id) ?? [] }]))
}

async function findPhotoPaths(tx: Transaction, ids: string[]) {
  const photos = await tx
    .select({ listingId: listingPhotos.listingId, path: listingPhotos.path })
    .from(listingPhotos)
    .where(inArray(listingPhotos.listingId, ids))
    .orderBy(asc(listingPhotos.listingId), asc(listingPhotos.position))
  const paths = new Map<string, string[]>()
  for (const { listingId, path } of photos) {
    paths.set(listingId, [...(paths.get(listingId) ?? []), path])
  }
  return paths
}

type Known = Awaited<ReturnType<typeof findKnown>> extends Map<string, infer K> ? K : never

export interface EntryDiff {
  entry: Entry
  known: Known | undefined
  outcome: Outcome
  hasNewPhotos: boolean
}

export function diffEntry(entry: Entry, known: Known | undefined): EntryDiff {
  const hasNewPhotos = entry.photos !== null && differs(entry.photos, known?.photos ?? [])
  const diff = { entry, known, hasNewPhotos }
  if (!known) return { ...diff, outcome: 'added' }
  if (known.source !== entry.listing.source) return { ...diff, outcome: 'of another source' }
  const isSame = known.digest === entry.digest && !known.comesBack && !hasNewPhotos
  return { ...diff, outcome: isSame ? 'unchanged' : 'changed' }
}

/**
 * Returns the digest of a listing. Leaves out a construction year that was computed from the
 * house's age. Otherwise an import of the same file one year later would compute another
 * construction year, and every such listing would count as changed.
 */
export function listingDigest(listing: ReadListing, raw: StorableRecord) {
  const { yearIsFromAge, constructionYear, latestYear, constructionText, ...rest } = listing
  const built = yearIsFromAge ? [] : [constructionYear, latestYear, constructionText]
  return createHash('sha256')
    .update(JSON.stringify([rest, built]))
    .update(raw.json)
    .digest('hex')
}

/**
 * Whether the found photos replace the stored photos. If the folder lacks some of the record's
 * photos, more photos must be found than are stored. So an incomplete photo folder never leaves a
 * listing with fewer photos.
 */
function differs({ photos, isComplete }: FoundPhotos, known: string[]) {
  const isSame =
    photos.length === known.length && photos.every(({ path }, at) => path === known[at])
  return !isSame && (isComplete || photos.length > known.length)
}
