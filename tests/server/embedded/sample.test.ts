import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Facts } from '#contract/facts.ts'
import { searchListings } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { isConnected } from '#samples/floor-plan/doors.ts'
import { areaOf, layoutOf } from '#samples/floor-plan/layouts.ts'
import { sampleHouses } from '#samples/houses.ts'
import { picturesOf } from '#samples/pictures.ts'
import { catalogue, listingPhotos, listings, sources } from '#server/db/schema.ts'
import type { Images } from '#server/images/images.ts'
import { removeSamples } from '#server/imports/command/samples.ts'
import { SAMPLE_COUNT, seedSampleCatalogue } from '#server/imports/sample-catalogue.ts'
import { sampleFacts } from '#server/imports/sample-facts.ts'
import { sampleListings } from '#server/imports/sample-listings.ts'
import { readMarks } from '#server/listings/marks.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const NOW = new Date('2026-05-20T09:00:00Z')
const HOUSES = sampleHouses(NOW)

test('there are sample houses in each of the 47 prefectures', () => {
  const numbers = PREFECTURES.map(
    ({ value }) => HOUSES.filter(({ town }) => town.prefecture === value).length,
  )
  expect(numbers).toHaveLength(47)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(3)
  expect(HOUSES).toHaveLength(SAMPLE_COUNT)
})

test('the sample houses are the same at each start', () => {
  const later = sampleHouses(new Date(NOW.getTime() + 400 * 86_400_000))
  const lasting = ({ address, layout, priceYen, plan }: (typeof HOUSES)[number]) => ({
    address,
    layout,
    priceYen,
    plan,
  })
  expect(later.map(lasting)).toEqual(HOUSES.map(lasting))
})

test('the floor plan of a sample house has the rooms and the area that its listing states', () => {
  expect(HOUSES.map(({ plan }) => layoutOf(plan))).toEqual(HOUSES.map(({ layout }) => layout))
  expect(HOUSES.map(({ plan }) => areaOf(plan))).toEqual(
    HOUSES.map(({ buildingArea }) => buildingArea),
  )
})

test('every room in the floor plan of a sample house can be reached from the entrance or the stairs', () => {
  const closed = HOUSES.filter(({ plan }) => !plan.floors.every(isConnected))
  expect(closed).toEqual([])
})

test('the rooms in the floor plan of a sample house fill each floor without overlapping', () => {
  for (const { plan } of HOUSES) {
    for (const { rooms, width, height } of plan.floors) {
      const squares = rooms
        .filter(({ kind }) => kind !== 'balcony')
        .flatMap((room) =>
          Array.from({ length: room.width * room.height }, (_, index) => {
            const x = room.x + (index % room.width)
            return `${x} ${room.y + Math.floor(index / room.width)}`
          }),
        )
      expect(new Set(squares).size).toBe(squares.length)
      expect(squares).toHaveLength(width * height)
    }
  }
})

test('sample houses that follow each other in the newest-first order differ in type', () => {
  const kinds = HOUSES.map(({ kind }) => kind)
  expect(kinds.filter((kind, index) => kind === kinds[index - 1])).toEqual([])
})

test('the sample pictures are valid drawings that contain only shapes', async () => {
  for (const house of HOUSES.filter((_, index) => index % 40 === 0)) {
    for (const draw of picturesOf(house)) {
      const svg = draw()
      expect(svg).not.toMatch(/NaN|Infinity|undefined|<text|<image/)
      const { info } = await sharp(Buffer.from(svg))
        .resize(64)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 64, height: 48 })
    }
  }
})

test('if the seeding of sample houses is interrupted, the next start completes it, with a unique front picture for each house', async () => {
  const server = await startServer()
  await seedUntil(server, 150)
  const before = await contentsOf(server)
  expect(before.listings.length).toBeGreaterThan(0)
  expect(before.listings.length).toBeLessThan(SAMPLE_COUNT)

  await seed(server, new Date(NOW.getTime() + 3_600_000), withoutPlaceholder(server))
  const after = await contentsOf(server)
  expect(after.listings.map(({ createdAt }) => createdAt)).toEqual(
    HOUSES.map(({ listedAt }) => listedAt),
  )
  expect(after.photos).toHaveLength(SAMPLE_COUNT * 5)
  // The path is a hash of the picture, so equal pictures have equal paths.
  const fronts = after.photos.filter(({ position }) => position === 0)
  expect(new Set(fronts.map(({ path }) => path)).size).toBe(SAMPLE_COUNT)

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
  await seed(server, NOW, async (svg, options) => {
    stored += 1
    if (stored === 70) await removeSamples(server.services.db)
    return server.services.images.storeDrawing(svg, options)
  })
  expect(await contentsOf(server)).toMatchObject({ listings: [], photos: [], sources: [] })
})

function seed(
  { services: { db, images } }: TestServer,
  now = NOW,
  storeDrawing: Images['storeDrawing'] = images.storeDrawing,
) {
  return seedSampleCatalogue({ db, images: { storeDrawing }, now, jpyPerUsd: 150 })
}

/**
 * Stores drawings without placeholders, because computing the placeholders takes most of the time
 * of a seeding.
 */
function withoutPlaceholder({ services: { images } }: TestServer): Images['storeDrawing'] {
  return (svg) => images.storeDrawing(svg, { withThumbhash: false })
}

/** Seeds the sample houses on a disk with room for only `drawings` drawings. */
async function seedUntil(server: TestServer, drawings: number) {
  let stored = 0
  const seeding = seed(server, NOW, async (svg, options) => {
    stored += 1
    if (stored > drawings) throw new Error('No space left on device')
    return server.services.images.storeDrawing(svg, options)
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
  const facts = HOUSES.map(sampleFacts)
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
  const rows = sampleListings(NOW, 150).map(({ row }) => row)
  const marks = rows.map(({ signs = 0, tags = 0, moreTags = 0 }) =>
    readMarks({ signs, tags, moreTags }),
  )
  const watched = marks.filter(({ watchOuts }) => watchOuts.length > 0).length
  expect(watched).toBeGreaterThan(HOUSES.length / 3)
  expect(marks.filter(({ goodSigns }) => goodSigns.length > 0).length).toBeGreaterThan(watched / 2)
  expect(marks.flatMap(({ tags }) => tags)).toContain('by-the-sea')
})
