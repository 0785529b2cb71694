import { readdir, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Facts } from '#contract/facts.ts'
import { searchListings } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { readMarks } from '#search/marks.ts'
import { catalogue, listingPhotos, listings, sources } from '#server/db/schema.ts'
import type { Images } from '#server/images/images.ts'
import { removeSamples } from '#server/samples/remove-samples.ts'
import { readSamplePhoto, sampleListings } from '#server/samples/sample-listings.ts'
import { SAMPLE_COUNT, seedSampleCatalogue } from '#server/samples/seed-samples.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const NOW = new Date('2026-05-20T09:00:00Z')
const HOUSES = await sampleListings(NOW, 150)
const PHOTOS = new URL('../../../src/samples/photos/', import.meta.url)

test('there are sample houses in each of the 47 prefectures', () => {
  const numbers = PREFECTURES.map(
    ({ value }) => HOUSES.filter(({ row }) => row.prefecture === value).length,
  )
  expect(numbers).toHaveLength(47)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(3)
  expect(HOUSES).toHaveLength(SAMPLE_COUNT)
})

test('only the dates of the sample houses depend on the time of the first start', async () => {
  const later = await sampleListings(new Date(NOW.getTime() + 400 * 86_400_000), 150)
  const undated = ({ row, photos }: (typeof HOUSES)[number]) => ({
    ...{ ...row, createdAt: 0, updatedAt: 0, digest: '' },
    photos,
  })
  expect(later.map(undated)).toEqual(HOUSES.map(undated))
})

test('sample houses that follow each other in the newest-first order differ in their first photo', () => {
  const firsts = HOUSES.map(({ photos }) => photos[0])
  expect(firsts.filter((photo, index) => photo === firsts[index - 1])).toEqual([])
})

test('the floor plan of a sample house has the layout that its listing states', () => {
  for (const { row, photos } of HOUSES) {
    expect(photos.find((name) => name.startsWith('plan-'))).toContain(
      `-${row.layout?.toLowerCase()}`,
    )
  }
})

test('every photo of the samples belongs to a house, is 1,280 pixels wide, and all of them together have at most 6 MB', async () => {
  const files = await readdir(PHOTOS)
  const named = new Set(HOUSES.flatMap(({ photos }) => photos))
  expect(files.map((file) => file.replace(/\.webp$/, '')).sort()).toEqual([...named].sort())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(new URL(file, PHOTOS))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(6_000_000)
  for (const name of named) {
    expect(await sharp(await readSamplePhoto(name)).metadata()).toMatchObject({
      format: 'webp',
      width: 1280,
    })
  }
})

// Slow: only this test completes an interrupted seeding, and counts all 240 houses and their
// photos.
test('if the seeding of sample houses is interrupted, the next start completes it', async () => {
  const server = await startServer()
  await seedUntil(server, 150)
  const before = await contentsOf(server)
  expect(before.listings.length).toBeGreaterThan(0)
  expect(before.listings.length).toBeLessThan(SAMPLE_COUNT)

  await seed(server, new Date(NOW.getTime() + 3_600_000))
  const after = await contentsOf(server)
  expect(after.listings.map(({ createdAt }) => createdAt)).toEqual(
    HOUSES.map(({ row }) => row.createdAt),
  )
  expect(after.photos).toHaveLength(SAMPLE_COUNT * 5)

  // A second seeding changes nothing.
  await seed(server, new Date(NOW.getTime() + 7_200_000))
  expect(await contentsOf(server)).toEqual(after)
})

test('two servers that start at once add each sample house once', async () => {
  const server = await startServer()
  await Promise.all([seedUntil(server, 70), seedUntil(server, 70)])
  const { listings: found, photos } = await contentsOf(server)
  expect(found.length).toBeGreaterThan(0)
  expect(photos).toHaveLength(found.length * 5)
})

test('a catalogue with real listings gets no sample houses', async () => {
  const server = await startServer()
  await server.addListing({ id: 'real' })
  await seed(server)
  const { listings: found } = await contentsOf(server)
  expect(found.map(({ id }) => id)).toEqual(['real'])
})

test('sample houses are marked as samples, and credit no source', async () => {
  const server = await startServer()
  await seedUntil(server, 70)
  const { body } = await server.call(await server.addSubscriber(), searchListings, {})
  expect(body.results.length).toBeGreaterThan(0)
  for (const { sample, attribution, 'Contact Number': number } of body.results) {
    expect(sample).toBe(true)
    expect(attribution?.split('\n')).toContain('Invented houses, to show how Engawa works')
    // No Japanese telephone number starts with three zeros, so nobody is called by mistake.
    expect(number).toMatch(/^000-/)
  }
})

test('removing the sample houses leaves nothing of them in the catalogue', async () => {
  const server = await startServer()
  await seedUntil(server, 70)
  const { revision } = await contentsOf(server)
  await removeSamples(server.services.db)
  const after = await contentsOf(server)
  expect(after).toMatchObject({ listings: [], photos: [], sources: [] })
  expect(after.revision).toBeGreaterThan(revision)
})

test('removing the sample houses stops a seeding in progress', async () => {
  const server = await startServer()
  let stored = 0
  await seed(server, NOW, async (photo) => {
    stored += 1
    if (stored === 70) await removeSamples(server.services.db)
    return server.services.images.store(photo)
  })
  expect(await contentsOf(server)).toMatchObject({ listings: [], photos: [], sources: [] })
})

function seed(
  { services: { db, images } }: TestServer,
  now = NOW,
  store: Images['store'] = images.store,
) {
  return seedSampleCatalogue({ db, images: { store }, now, jpyPerUsd: 150 })
}

/** Seeds the sample houses on a disk with room for only `photos` photos. */
async function seedUntil(server: TestServer, photos: number) {
  let stored = 0
  const seeding = seed(server, NOW, async (photo) => {
    stored += 1
    if (stored > photos) throw new Error('No space left on device')
    return server.services.images.store(photo)
  })
  await expect(seeding).rejects.toThrow('No space left')
}

async function contentsOf({ services: { db } }: TestServer) {
  const [row] = await db.select().from(catalogue)
  return {
    listings: await db.select().from(listings).orderBy(listings.id),
    photos: await db
      .select()
      .from(listingPhotos)
      .orderBy(listingPhotos.listingId, listingPhotos.position),
    sources: await db.select().from(sources),
    revision: row?.revision ?? 0,
  }
}

test('the sample houses state the usual facts of an akiya bank, and have watch-outs (warnings), good signs and tags', () => {
  const facts = HOUSES.map(({ row }) => row.facts)
  const stated = new Set(facts.flatMap((fact) => Object.keys(fact)))
  for (const name of [
    'water',
    'sewage',
    'parking',
    'planning',
    'farmland',
    'station',
    'hospital',
  ]) {
    expect(stated).toContain(name)
  }
  for (const fact of facts) expect(Facts.parse(fact)).toEqual(fact)
  const marks = HOUSES.map(({ row: { signs = 0, tags = 0, moreTags = 0 } }) =>
    readMarks({ signs, tags, moreTags }),
  )
  const watched = marks.filter(({ watchOuts }) => watchOuts.length > 0).length
  expect(watched).toBeGreaterThan(HOUSES.length / 3)
  expect(marks.filter(({ goodSigns }) => goodSigns.length > 0).length).toBeGreaterThan(watched / 2)
  expect(marks.flatMap(({ tags }) => tags)).toContain('by-the-sea')
})
