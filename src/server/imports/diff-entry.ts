import { createHash } from 'node:crypto'
import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { listingPhotos, listings } from '#server/db/schema.ts'
import { followsImports } from '#server/listings/offered.ts'
import type { FoundPhotos } from './photos.ts'
import type { ReadListing } from './reading/records/fields.ts'
import type { StorableRecord } from './reading/records/sanitize-record.ts'

/** A listing that was read from line `line` of a file, as it is to stand in the catalogue. */
export interface Entry {
  line: number
  listing: ReadListing
  raw: StorableRecord
  /** Null when photos were not looked for, so that those that are there stay. */
  photos: FoundPhotos | null
  /** Tells a changed record from the same one. */
  digest: string
}

/** What became of an entry. One with an id that another source owns is left out. */
export type Outcome = 'added' | 'changed' | 'unchanged' | 'of another source'

/** Whether a listing is offered again when its source has it. */
const comesBack: SQL<boolean> = sql`${listings.withdrawnAt} is not null and ${followsImports}`

/** What the catalogue has of the entries, by id. */
export async function findKnown(tx: Transaction, entries: Entry[]) {
  const ids = entries.map(({ listing }) => listing.id)
  const { id, source, digest, createdAt } = listings
  const rows = await tx
    .select({ id, source, digest, createdAt, comesBack })
    .from(listings)
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

export interface Judged {
  entry: Entry
  known: Known | undefined
  outcome: Outcome
  hasNewPhotos: boolean
}

/** Decides what is to become of an entry. */
export function judge(entry: Entry, known: Known | undefined): Judged {
  const hasNewPhotos = entry.photos !== null && differs(entry.photos, known?.photos ?? [])
  const judged = { entry, known, hasNewPhotos }
  if (!known) return { ...judged, outcome: 'added' }
  if (known.source !== entry.listing.source) return { ...judged, outcome: 'of another source' }
  const isSame = known.digest === entry.digest && !known.comesBack && !hasNewPhotos
  return { ...judged, outcome: isSame ? 'unchanged' : 'changed' }
}

/** A year that is counted back from today is left out: on another day the same file would differ. */
export function digestOf(listing: ReadListing, raw: StorableRecord) {
  const { yearIsFromAge, constructionYear, constructionText, ...rest } = listing
  const built = yearIsFromAge ? [] : [constructionYear, constructionText]
  return createHash('sha256')
    .update(JSON.stringify([rest, built]))
    .update(raw.json)
    .digest('hex')
}

/** Photos that cannot be found today do not make those disappear that were found before. */
function differs({ photos, isComplete }: FoundPhotos, known: string[]) {
  const isSame =
    photos.length === known.length && photos.every(({ path }, at) => path === known[at])
  return !isSame && (isComplete || photos.length > known.length)
}
