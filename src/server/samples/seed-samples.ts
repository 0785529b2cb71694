import { eq, ne } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import type { Images, StoredPhoto } from '#server/images/images.ts'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'
import { openMatcher } from '#server/listings/listing-matcher.ts'
import { readSamplePhoto, type SampleListing, sampleListings } from './sample-listings.ts'

export const SAMPLE_COUNT = 240
const ATTRIBUTION = 'Invented houses, to show how Engawa works'
const BATCH = 12

interface Seeding {
  db: Database
  images: Pick<Images, 'store'>
  now: Date
  jpyPerUsd: number
  /**
   * Called before the first sample house is added, so that the caller can announce the work. Adding
   * all sample houses takes seconds.
   */
  onStart?: () => void
}

/**
 * Adds the sample houses to a catalogue that has no real listings. Each batch is one transaction,
 * so the next start completes an interrupted seeding. Does nothing after a complete seeding.
 */
export async function seedSampleCatalogue({ db, images, now, jpyPerUsd, onStart }: Seeding) {
  if (await hasOtherListings(db)) return
  const known = await knownIds(db)
  if (known.size === SAMPLE_COUNT) return
  onStart?.()
  const all = await sampleListings(await seedingTime(db, now), jpyPerUsd)
  const matcher = await openMatcher(db)
  await matcher.prepare(all.map(({ row }) => row))
  const missing = all.flatMap(({ row, photos }) => {
    if (known.has(row.id)) return []
    const placed = { ...row, ...matcher.columnsOf(row) }
    return [{ row: { ...placed, ...matcher.locationOf(placed) }, photos }]
  })
  const photosOf = openPhotos(images)
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH)
    const isWritten = await write(db, batch, await photosOf(batch))
    if (!isWritten) return
  }
}

async function hasOtherListings(db: Pick<Database, 'select'>) {
  const [other] = await db
    .select({ id: listings.id })
    .from(listings)
    .where(ne(listings.source, SAMPLE_SOURCE))
    .limit(1)
  return other !== undefined
}

async function knownIds(db: Database) {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(eq(listings.source, SAMPLE_SOURCE))
  return new Set(rows.map(({ id }) => id))
}

/**
 * The time at which the first seeding started, possibly in an earlier process. The houses' dates
 * are counted back from this time.
 */
async function seedingTime(db: Database, now: Date) {
  await db
    .insert(sources)
    .values({ name: SAMPLE_SOURCE, attribution: ATTRIBUTION, importedAt: now })
    .onConflictDoNothing()
  const [source] = await db.select().from(sources).where(eq(sources.name, SAMPLE_SOURCE))
  return source?.importedAt ?? now
}

type Photo = StoredPhoto & { listingId: string; position: number }

/** Returns a function that stores the photos of a batch. Photos that houses share are stored once. */
function openPhotos(images: Seeding['images']) {
  const stored = new Map<string, Promise<StoredPhoto>>()
  function store(name: string) {
    const photo = stored.get(name) ?? readSamplePhoto(name).then(images.store)
    stored.set(name, photo)
    return photo
  }
  return (batch: SampleListing[]): Promise<Photo[]> =>
    Promise.all(
      batch.flatMap(({ row, photos }) =>
        photos.map(async (name, position) => ({
          ...(await store(name)),
          listingId: row.id,
          position,
        })),
      ),
    )
}

/**
 * Writes a batch of sample houses. Writes nothing and returns false if real listings were imported
 * or the sample houses were removed meanwhile.
 */
function write(db: Database, batch: SampleListing[], photos: Photo[]) {
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select()
      .from(sources)
      .where(eq(sources.name, SAMPLE_SOURCE))
      .for('update')
    if (!source || (await hasOtherListings(tx))) return false
    const rows = batch.map(({ row }) => row)
    const added = await tx.insert(listings).values(rows).onConflictDoNothing().returning()
    // Add photos only for the listings that this transaction added. If another process added a
    // listing first, it also added the photos.
    const isNew = new Set(added.map(({ id }) => id))
    const newPhotos = photos.filter(({ listingId }) => isNew.has(listingId))
    if (newPhotos.length > 0) await tx.insert(listingPhotos).values(newPhotos)
    await bumpRevision(tx, isOneOf([...isNew]))
    return true
  })
}
