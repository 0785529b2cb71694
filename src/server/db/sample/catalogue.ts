import { createHash } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { bumpRevision } from '../../catalogue.ts'
import { atMost } from '../../concurrency.ts'
import type { Images, StoredPhoto } from '../../images.ts'
import type { Database } from '../database.ts'
import { listingPhotos, listings, SAMPLE_SOURCE, sources } from '../schema.ts'
import { HOUSE_COUNT, type SampleHouse, sampleHouses } from './houses.ts'
import { KINDS } from './kinds.ts'
import { picturesOf } from './pictures.ts'

const ATTRIBUTION = 'Invented houses, to show how Engawa works'
const BATCH = 24

interface Seeding {
  db: Database
  images: Pick<Images, 'storeDrawing'>
  now: Date
  jpyPerUsd: number
}

/**
 * Fills a catalogue that has no listings of its own with the invented houses. What is written is
 * written in batches, each whole or not at all: a seeding that was interrupted is completed by
 * the next one, and one that is complete changes nothing. Returns how many houses were added.
 */
export async function seedSampleCatalogue({ db, images, now, jpyPerUsd }: Seeding) {
  if (await hasOtherListings(db)) return 0
  const known = await knownIds(db)
  if (known.size === HOUSE_COUNT) return 0
  const houses = sampleHouses(await seedingTime(db, now))
  const missing = houses.filter(({ id }) => !known.has(id))
  let added = 0
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH)
    const photos = await storePictures(batch, images)
    const isWritten = await writeBatch(
      db,
      batch.map((house) => toRow(house, jpyPerUsd)),
      photos,
    )
    if (!isWritten) break
    added += batch.length
  }
  return added
}

async function hasOtherListings(db: Pick<Database, 'select'>) {
  const [other] = await db
    .select({ id: listings.id })
    .from(listings)
    .where(ne(listings.source, SAMPLE_SOURCE))
    .limit(1)
  return other !== undefined
}

/** When the seeding began, perhaps in an earlier process: the houses are dated back from then. */
async function seedingTime(db: Database, now: Date) {
  await db
    .insert(sources)
    .values({ name: SAMPLE_SOURCE, attribution: ATTRIBUTION, importedAt: now })
    .onConflictDoNothing()
  const [source] = await db.select().from(sources).where(eq(sources.name, SAMPLE_SOURCE))
  return source?.importedAt ?? now
}

async function knownIds(db: Database) {
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(eq(listings.source, SAMPLE_SOURCE))
  return new Set(rows.map(({ id }) => id))
}

type Photo = StoredPhoto & { listingId: string; position: number }

function storePictures(houses: SampleHouse[], images: Seeding['images']): Promise<Photo[]> {
  // One is drawn while another is stored.
  const inTurn = atMost(2)
  const stored = houses.flatMap((house) =>
    picturesOf(house).map((draw, position) =>
      inTurn(async () => {
        // Cards show the first, and stand something in for it; the others come when asked for.
        const photo = await images.storeDrawing(draw(), { withThumbhash: position === 0 })
        return { ...photo, listingId: house.id, position }
      }),
    ),
  )
  return Promise.all(stored)
}

/** Writes nothing, and returns false, when real listings have come or the samples were removed. */
function writeBatch(db: Database, rows: (typeof listings.$inferInsert)[], photos: Photo[]) {
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select()
      .from(sources)
      .where(eq(sources.name, SAMPLE_SOURCE))
      .for('update')
    if (!source || (await hasOtherListings(tx))) return false
    const added = await tx.insert(listings).values(rows).onConflictDoNothing().returning()
    const isNew = new Set(added.map(({ id }) => id))
    const newPhotos = photos.filter(({ listingId }) => isNew.has(listingId))
    if (newPhotos.length > 0) await tx.insert(listingPhotos).values(newPhotos)
    await bumpRevision(tx)
    return true
  })
}

function toRow(house: SampleHouse, jpyPerUsd: number): typeof listings.$inferInsert {
  const { propertyType, structure } = KINDS[house.kind]
  const { town, priceYen } = house
  const row = {
    id: house.id,
    source: SAMPLE_SOURCE,
    propertyType,
    location: house.address,
    prefecture: town.prefecture,
    city: town.japanese,
    priceYen,
    priceCents: priceYen === null ? null : Math.round((priceYen / jpyPerUsd) * 100),
    layout: house.layout,
    buildingArea: house.buildingArea,
    landArea: house.landArea,
    constructionYear: house.year,
    constructionText: house.built,
    structure,
    transportation: house.transportation,
    remarks: house.remarks,
    contactNumber: house.contactNumber,
    referenceUrl: `https://engawa.example/houses/${house.id}`,
    createdAt: house.listedAt,
    updatedAt: house.listedAt,
  }
  return { ...row, digest: createHash('sha256').update(JSON.stringify(row)).digest('hex'), raw: {} }
}
