import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { editInventoryListing, revertInventoryField } from '#contract/inventory.ts'
import { searchListings } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { listings } from '#server/db/schema.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { importInto } from '#tests/support/imports.ts'
import { importPlacesInto, oazaFile } from '#tests/support/place-files.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  await addDefaultPlaces(server.services.db)
})

/** Dogo, a district of Matsuyama, and the center of its neighbor Imabari. */
const DOGO = { latitude: 33.852, longitude: 132.786 }
const IMABARI = { latitude: 34.066, longitude: 132.998 }

type Box = [west: number, south: number, east: number, north: number]

const MATSUYAMA_AND_IMABARI: Record<string, Box> = {
  '38201': [132.6, 33.7, 132.9, 34],
  '38202': [132.9, 33.9, 133.2, 34.2],
}

/** A file with the given borders, and a small island for each municipality of other prefectures. */
function borders(given = MATSUYAMA_AND_IMABARI) {
  const islands = PREFECTURES.map((_, at): [string, Box] => {
    const west = 123 + at / 10
    return [`${String(at + 1).padStart(2, '0')}201`, [west, 24, west + 0.05, 24.05]]
  })
  const all = Object.entries({ ...Object.fromEntries(islands), ...given })
  return { type: 'FeatureCollection', features: all.map(([code, box]) => outline(code, box)) }
}

function outline(code: string, [west, south, east, north]: Box) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return {
    type: 'Feature',
    properties: { N03_007: code },
    geometry: { type: 'Polygon', coordinates: [corners] },
  }
}

const importBorders = () => importPlacesInto(server.services.db, JSON.stringify(borders()))

function feature(geometry: unknown, properties: Record<string, unknown> = {}) {
  return { type: 'Feature', geometry, properties: { id: 1, price: '480万円', ...properties } }
}

function pointAt({ latitude, longitude }: typeof DOGO) {
  return { type: 'Point', coordinates: [longitude, latitude] }
}

const importFeature = (...args: Parameters<typeof feature>) =>
  importInto(server.services.db, [feature(...args)])

async function onlyHouse() {
  const [house, ...others] = await server.services.db.select().from(listings)
  expect(others).toEqual([])
  if (!house) throw new Error('Nothing was imported')
  return house
}

const AT_DOGO = { ...DOGO, precision: 'point', radiusMetres: 0 }

describe('a house whose file states a point', () => {
  test('gets its prefecture, municipality and position from the point', async () => {
    await importBorders()
    const { report } = await importFeature(pointAt(DOGO))
    expect(report).toMatchObject({
      added: 1,
      unknown: expect.not.objectContaining({ Latitude: 1 }),
    })
    expect(report.notes).toEqual([])
    expect(await onlyHouse()).toMatchObject({
      ...{ prefecture: 'ehime', city: 'Matsuyama', place: '38201', ...AT_DOGO },
    })
  })

  test('is in the nearest district, if districts were imported', async () => {
    await importPlacesInto(
      server.services.db,
      await oazaFile(
        server.services.db,
        '愛媛県,松山市,道後湯之町,33.8525,132.7855',
        '愛媛県,松山市,堀江町,33.9,132.75',
      ),
    )
    await importBorders()
    await importFeature(pointAt(DOGO))
    const { place } = await onlyHouse()
    expect(place).toMatch(/^38201./)
    // The district is not clear between two centers, and no center is near to the other point.
    await importFeature(pointAt({ latitude: 33.87, longitude: 132.772 }))
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'point' })
    await importFeature(pointAt({ latitude: 33.75, longitude: 132.85 }))
    expect(await onlyHouse()).toMatchObject({ place: '38201', latitude: 33.75, precision: 'point' })
  })

  test('has exact distances, and is found as a sure match where others only may match', async () => {
    await importBorders()
    await importInto(server.services.db, [
      feature(pointAt(DOGO)),
      { id: 2, 所在地: '愛媛県松山市', 価格: '480万円' },
    ])
    const subscriber = await server.addSubscriber()
    const found = async (near: string) => {
      const { body } = await server.call(subscriber, searchListings, { near, within: 10 })
      return body.results.map(({ placeName }) => placeName?.precision)
    }
    expect(await found('33.90,132.80')).toEqual(['point'])
    expect(await found('34.07,133.00')).toEqual([])
    const { body } = await server.call(subscriber, searchListings, {})
    const [house] = body.results.filter(({ placeName }) => placeName?.precision === 'point')
    expect(house).toMatchObject({ placeName: { ...DOGO, en: 'Matsuyama', ja: '松山市' } })
    expect(house?.distances).toMatchObject({ errorKm: 0 })
    const inside = await server.call(subscriber, searchListings, { near: '38201', within: 10 })
    expect(inside.body.results).toHaveLength(2)
  })

  test.each<[string, Record<string, unknown>]>([
    ['English names', { lat: 33.852, lng: 132.786 }],
    ['a nested object', { position: { lat: '33.852', lon: '132.786' } }],
    ['Japanese names', { '緯度（10進）': '33.852', '経度（10進）': '132.786' }],
    ['one column', { 緯度経度: '３３.８５２、１３２.７８６' }],
    ['one column without a name', { k: '(33.852, 132.786)' }],
    ['degrees and minutes', { 北緯: '33°51\'7.2"', 東経: '132度47分9.6秒' }],
    ['compass letters', { Latitude: 'N33.852', Longitude: '132.786°E' }],
    ['a list as in GeoJSON', { location: { coordinates: [132.786, 33.852] } }],
  ])('is read from %s', async (_, fields) => {
    await importBorders()
    const { report } = await importInto(server.services.db, [{ id: 1, 価格: '480万円', ...fields }])
    expect(report.notes).toEqual([])
    const house = await onlyHouse()
    expect(house).toMatchObject({ place: '38201', precision: 'point' })
    expect(house.latitude).toBeCloseTo(33.852, 4)
    expect(house.longitude).toBeCloseTo(132.786, 4)
  })

  test('is read from a chosen column', async () => {
    const { db } = server.services
    await importBorders()
    const mapping = {
      columns: { id: { column: 'a' }, Price: { column: 'b' }, Coordinates: { column: 'c' } },
    }
    await importInto(db, 'a,b,c\n1,480万円,"33.852, 132.786"\n', { mapping })
    expect(await onlyHouse()).toMatchObject({ place: '38201', ...AT_DOGO })
  })

  test.each<[string, Record<string, unknown>]>([
    ['a station', { station_lat: 33.852, station_lng: 132.786 }],
    ['a station in an object', { station: { lat: 33.852, lng: 132.786 } }],
    ['a company', { 会社緯度: 33.852, 会社経度: 132.786 }],
    ['a school in one column', { 小学校座標: '33.852, 132.786' }],
  ])('is not the point of %s', async (_, fields) => {
    await importInto(server.services.db, [{ id: 1, 価格: '480万円', ...fields }])
    expect(await onlyHouse()).toMatchObject({ statedLatitude: null })
  })

  test('is read from one column if another column has only its latitude', async () => {
    const { report } = await importInto(server.services.db, [
      { id: 1, 価格: '480万円', 緯度: 33.852, 経度: '', 緯度経度: '33.852, 132.786' },
    ])
    expect(report.unknown).not.toHaveProperty('Latitude')
    expect(await onlyHouse()).toMatchObject({ statedLatitude: 33.852, statedLongitude: 132.786 })
  })

  test('is enough for a house of which nothing else is known', async () => {
    const { report } = await importInto(server.services.db, [
      { id: 1, 価格: '480万円', 緯度経度: '33.852, 132.786' },
      { id: 2, 価格: '', 緯度経度: '33.86, 132.79' },
    ])
    expect(report).toMatchObject({ added: 2, rejected: 0 })
  })

  test('is used the other way round if it is in Japan only so, and the report says it', async () => {
    await importBorders()
    const { report } = await importFeature(pointAt({ latitude: 132.786, longitude: 33.852 }))
    expect(await onlyHouse()).toMatchObject(AT_DOGO)
    expect(report.notes).toEqual([
      '1 house had latitude and longitude swapped. Engawa swapped them back.',
    ])
  })

  test.each<[string, unknown]>([
    ['abroad', { type: 'Point', coordinates: [2.35, 48.85] }],
    ['at 0, 0', { type: 'Point', coordinates: [0, 0] }],
    ['in metres', { type: 'Point', coordinates: [-68_123.4, 93_481.2] }],
    ['not of numbers', { type: 'Point', coordinates: ['132', null] }],
    ['a polygon', outline('', [132.7, 33.8, 132.8, 33.9]).geometry],
    ['a line', { type: 'LineString', coordinates: [[132.7, 33.8]] }],
    ['a collection', { type: 'GeometryCollection', geometries: [pointAt(DOGO)] }],
    ['without coordinates', { type: 'Point' }],
  ])('is not placed by a point that is %s, which the report counts', async (_, geometry) => {
    await importBorders()
    const { report } = await importFeature(geometry, { address: '愛媛県松山市' })
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'municipality' })
    expect(report.unknown.Coordinates).toMatchObject({ unread: 1 })
  })

  test('is not placed by a missing point', async () => {
    await importBorders()
    const { report } = await importFeature(null, { address: '愛媛県松山市' })
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'municipality' })
    expect(report.notes).toEqual([])
  })

  test('keeps its address if the point lies in another municipality, which the report counts', async () => {
    await importBorders()
    const { report } = await importFeature(pointAt(IMABARI), { address: '愛媛県松山市' })
    expect(report.notes).toEqual([
      '1 house has a point outside the municipality of the address. Engawa used the address instead.',
    ])
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'municipality' })
    await importFeature(pointAt(DOGO), { address: '香川県' })
    expect(await onlyHouse()).toMatchObject({ prefecture: 'kagawa', place: null })
  })

  test.each([
    ['Seoul', 37.5, 127],
    ['the Pacific', 30, 150],
  ])('has no place if the point lies in %s', async (_, latitude, longitude) => {
    const { report } = await importFeature(pointAt({ latitude, longitude }))
    expect(report.notes).toEqual([
      '1 house has a point at sea or outside Japan. Engawa did not use it.',
    ])
    expect(await onlyHouse()).toMatchObject({ prefecture: null, place: null, latitude: null })
  })
})

describe('without borders', () => {
  test('a point beside the center of a municipality is in it, and a point between several only in the prefecture', async () => {
    await importFeature(pointAt({ latitude: 33.84, longitude: 132.765 }))
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'point' })
    const { report } = await importFeature(pointAt({ latitude: 33.95, longitude: 132.9 }))
    expect(report.notes).toEqual([
      '1 house has a point in an unknown municipality. Import borders under “Places” to find it.',
    ])
    expect(await onlyHouse()).toMatchObject({ place: null, precision: 'point', latitude: 33.95 })
  })

  test('the borders that an operator imports later complete the place', async () => {
    await importFeature(pointAt({ latitude: 33.95, longitude: 132.95 }))
    await importBorders()
    expect(await onlyHouse()).toMatchObject({ place: '38202', city: 'Imabari', latitude: 33.95 })
  })

  describe('a municipality inferred from the nearest center', () => {
    /** Beside the center of Matsuyama. Without borders, the house surely lies in Matsuyama. */
    const CENTER = { latitude: 33.84, longitude: 132.765 }
    const inImabari = () =>
      importPlacesInto(
        server.services.db,
        JSON.stringify(borders({ '38202': [132.6, 33.7, 132.9, 34] })),
      )

    test('gives way to the borders that an operator imports later', async () => {
      await importFeature(pointAt(CENTER))
      expect(await onlyHouse()).toMatchObject({ place: '38201', city: 'Matsuyama' })
      await inImabari()
      const moved = { prefecture: 'ehime', place: '38202', city: 'Imabari', ...CENTER }
      expect(await onlyHouse()).toMatchObject({ ...moved, precision: 'point' })
      // These borders contain the point in Matsuyama again.
      await importBorders()
      expect(await onlyHouse()).toMatchObject({ place: '38201', city: 'Matsuyama', ...CENTER })
    })

    test('gives way to borders in another prefecture, unless the file states the prefecture', async () => {
      const { db } = server.services
      // Shikokuchuo in Ehime, whose neighbor Kan'onji is in Kagawa.
      const center = (await readPlaces(db)).find(({ code }) => code === '38213')
      if (!center) throw new Error('The default places have no Shikokuchuo')
      const features = [{}, { id: 2, 都道府県: '愛媛県' }]
      await importInto(
        db,
        features.map((fields) => feature(pointAt(center), fields)),
      )
      const found = () =>
        db
          .select({ prefecture: listings.prefecture, place: listings.place })
          .from(listings)
          .orderBy(listings.prefecture)
      expect(await found()).toEqual(Array(2).fill({ prefecture: 'ehime', place: '38213' }))
      const { latitude, longitude } = center
      const around: Box = [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1]
      await importPlacesInto(db, JSON.stringify(borders({ '37205': around })))
      expect(await found()).toEqual([
        { prefecture: 'ehime', place: null },
        { prefecture: 'kagawa', place: '37205' },
      ])
    })

    test('gives way to borders even if the file names a city that no place has', async () => {
      await importFeature(pointAt(CENTER), { 市区町村: '幻の町' })
      expect(await onlyHouse()).toMatchObject({ place: '38201', city: 'Matsuyama' })
      await inImabari()
      expect(await onlyHouse()).toMatchObject({ place: '38202', city: 'Imabari' })
    })

    test('stays if the file names the municipality', async () => {
      await importFeature(pointAt(CENTER), { 市区町村: '松山市' })
      await inImabari()
      expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'municipality' })
    })

    test('stays while an edited address names no municipality, and is inferred again after the edit is undone', async () => {
      await importFeature(pointAt(CENTER))
      const admin = await server.addAdmin()
      const { id } = await onlyHouse()
      await server.call(admin, editInventoryListing, { id, location: '道後1' })
      await inImabari()
      expect(await onlyHouse()).toMatchObject({ place: '38201', city: 'Matsuyama' })
      await server.call(admin, revertInventoryField, { id, field: 'location' })
      expect(await onlyHouse()).toMatchObject({ place: '38202', city: 'Imabari' })
    })
  })

  test('an address whose municipality is far from the point does not take it', async () => {
    await importFeature(pointAt(DOGO), { address: '北海道函館市' })
    expect(await onlyHouse()).toMatchObject({ prefecture: 'hokkaido', precision: 'municipality' })
  })

  test('an address keeps its municipality if the point is in the center of a neighbor or between others', async () => {
    const used = 'Engawa used the address instead.'
    for (const point of [IMABARI, { latitude: 33.99, longitude: 132.93 }]) {
      const { report } = await importFeature(pointAt(point), { address: '愛媛県松山市' })
      expect(report.notes).toEqual([expect.stringContaining(used)])
      expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'municipality' })
    }
    await importFeature(pointAt({ latitude: 33.88, longitude: 132.8 }), { address: '愛媛県松山市' })
    expect(await onlyHouse()).toMatchObject({ place: '38201', precision: 'point' })
  })
})

describe('a point of several houses', () => {
  test('is not used if they have more than three addresses, which the report counts', async () => {
    await importBorders()
    const { db } = server.services
    const houses = (count: number) =>
      Array.from({ length: count }, (_, id) =>
        feature(pointAt(DOGO), { id, address: `愛媛県松山市道後${id + 1}` }),
      )
    await importInto(db, houses(3))
    expect(await db.select().from(listings)).toMatchObject(Array(3).fill(AT_DOGO))
    const { report } = await importInto(db, houses(4), { source: 'another' })
    expect(report.notes).toEqual([
      '4 houses have a point that houses at other addresses have too, such as that of a town hall. Engawa used the address instead.',
    ])
    const rows = await db.select().from(listings).where(eq(listings.source, 'another'))
    expect(rows).toMatchObject(Array(4).fill({ place: '38201', precision: 'municipality' }))
  })

  test('is used if they have the same address or none', async () => {
    await importBorders()
    const { db } = server.services
    await importInto(
      db,
      Array.from({ length: 5 }, (_, id) => feature(pointAt(DOGO), { id })),
    )
    expect(await db.select().from(listings)).toMatchObject(Array(5).fill(AT_DOGO))
  })
})

describe('the place of a point', () => {
  test('survives another import of the file, and changes with the point', async () => {
    await importBorders()
    await importFeature(pointAt(DOGO))
    const { report } = await importFeature(pointAt(DOGO))
    expect(report).toMatchObject({ unchanged: 1, changed: 0 })
    await importFeature(pointAt(IMABARI))
    expect(await onlyHouse()).toMatchObject({ place: '38202', city: 'Imabari', ...IMABARI })
  })

  test('gives way to an address that an administrator writes', async () => {
    await importBorders()
    await importFeature(pointAt(DOGO))
    const admin = await server.addAdmin()
    const { id } = await onlyHouse()
    const edit = async (location: string) => {
      const { status } = await server.call(admin, editInventoryListing, { id, location })
      expect(status).toBe(200)
      return onlyHouse()
    }
    const inMatsuyama = { place: '38201', precision: 'municipality' }
    expect(await edit('愛媛県松山市道後1')).toMatchObject(inMatsuyama)
    await importFeature(pointAt({ ...DOGO, latitude: 33.85 }))
    expect(await onlyHouse()).toMatchObject(inMatsuyama)
    expect(await edit('愛媛県今治市1')).toMatchObject({
      ...{ place: '38202', city: 'Imabari', precision: 'municipality' },
    })
    await importFeature(pointAt(DOGO), { note: 'changed' })
    expect(await onlyHouse()).toMatchObject({ place: '38202', precision: 'municipality' })
  })

  test('is no name that a visitor without access sees', async () => {
    await importBorders()
    await importFeature(pointAt(DOGO))
    const response = await server.fetch('/houses')
    expect(await response.text()).not.toContain(String(DOGO.longitude))
  })
})
