import { expect, test } from 'vitest'
import { areaAround, contains, formatArea } from '#client/features/map/areas.ts'
import { describeCluster } from '#client/features/map/describe-cluster.ts'
import { fitNames, numberSize } from '#client/features/map/fit-names.ts'
import { groupPlaces, type MappedPlace, splits } from '#client/features/map/group-places.ts'
import { readOutlines } from '#client/features/map/japan.ts'
import { describeMap } from '#client/features/map/map-status.ts'
import {
  directionTo,
  kilometresBetween,
  nearest,
  nearestHouses,
} from '#client/features/map/nearest-houses.ts'
import { isInJapan } from '#client/features/map/position.ts'
import { savedPlaces } from '#client/features/map/saved-places.ts'
import { placeTitle } from '#client/format/place-filters.ts'
import { describePrecision, formatKm } from '#client/format/precision.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { readArea } from '#contract/place-values.ts'
import { japanSvg } from '#server/places/outlines.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

const matsuyama = { latitude: 33.84, longitude: 132.77 }
const seiyo = { latitude: 33.36, longitude: 132.51 }

function mapped(code: string, place: Partial<MappedPlace> = {}): MappedPlace {
  return {
    code,
    en: 'Seiyo',
    ja: '西予市',
    prefecture: 'ehime',
    ...seiyo,
    precision: 'municipality',
    radius_km: 9,
    count: 5,
    ...place,
  }
}

const known = {
  ...{ en: 'Seiyo', ja: '西予市', kana: 'せいよし', ...seiyo },
  ...{ precision: 'municipality' as const, radiusKm: 9 },
}
const savedListing = (id: string, placeName: ListingRecord['placeName']) =>
  listingRecord({ _id: id, placeName })

test('at a low zoom level, one circle represents all places of a prefecture, and stands at the place with the most houses', () => {
  const places = [
    mapped('38214', { count: 3 }),
    mapped('38201', { ...matsuyama, count: 1 }),
    mapped('39201', { prefecture: 'kochi', count: 9 }),
  ]
  const [kochi, ehime] = groupPlaces(places, 6)
  expect(kochi).toMatchObject({ en: 'Kochi', ja: '高知県', count: 9 })
  expect(ehime).toMatchObject({ en: 'Ehime', count: 4 })
  expect(ehime?.latitude).toBeCloseTo(33.48)
  expect(ehime && splits(ehime)).toBe(true)
  expect(ehime && describeCluster(ehime)).toBe('4 houses in 2 places')
  expect(groupPlaces(places, 4)).toMatchObject([{ en: 'Shikoku', ja: '四国', count: 13 }])
})

test('at a high zoom level, each municipality has its own circle, whose label says how precise the location is', () => {
  const [cluster] = groupPlaces([mapped('38214')], 8)
  expect(cluster?.key).toBe('38214')
  expect(cluster && describeCluster(cluster)).toBe(
    '5 houses, somewhere in Seiyo, within about 9 km of its center',
  )
})

test('if all houses in the circle of a region are in one place, the description of the circle names this place', () => {
  const [cluster] = groupPlaces([mapped('38214')], 4)
  expect(cluster?.en).toBe('Shikoku')
  expect(cluster && describeCluster(cluster)).toBe(
    '5 houses, somewhere in Seiyo, within about 9 km of its center',
  )
})

test('distances and directions follow the surface of the globe', () => {
  expect(kilometresBetween(matsuyama, seiyo)).toBeCloseTo(58.5, 0)
  expect(kilometresBetween(seiyo, seiyo)).toBe(0)
  expect(directionTo(matsuyama, seiyo)).toBe('south-west')
  expect(directionTo(seiyo, matsuyama)).toBe('north-east')
  expect(directionTo(seiyo, { ...seiyo, latitude: 35 })).toBe('north')
})

test('the nearest houses come first, and each distance is stated only as precisely as the location is known', () => {
  const houses = nearestHouses(
    matsuyama,
    [
      savedListing('prefecture', { ...known, precision: 'prefecture' }),
      savedListing('unknown', undefined),
      savedListing('far', { ...known, en: 'Sapporo', latitude: 43.06, longitude: 141.35 }),
      savedListing('near', known),
      savedListing('here', { ...known, en: 'Matsuyama', ...matsuyama, radiusKm: 12 }),
    ],
    () => undefined,
  )
  expect(houses.map(({ record, text }) => [record._id, text])).toEqual([
    ['here', 'within about 24 km, Matsuyama'],
    ['near', 'about 59 km south-west, Seiyo'],
    ['far', 'about 1,270 km north-east, Sapporo'],
  ])
})

test('houses of which only the same municipality is known are one entry, and a house with a pin stays alone', () => {
  const records = ['one', 'two', 'pinned'].map((id) => savedListing(id, known))
  const pin = { ...matsuyama, accuracy_m: 12 }
  const found = nearest(matsuyama, { records, places: savedPlaces(records) }, (id) =>
    id === 'pinned' ? pin : undefined,
  )
  expect(found).toMatchObject([
    { record: { _id: 'pinned' }, text: 'here, at your pin' },
    {
      place: { en: 'Seiyo' },
      text: 'about 59 km south-west',
      records: [{ _id: 'one' }, { _id: 'two' }],
    },
  ])
})

test('a house with an unknown place has a distance if the person has set a pin', () => {
  const pins = new Map([
    ['at the door', { ...matsuyama, accuracy_m: 12 }],
    ['street away', { ...matsuyama, latitude: 33.8413, accuracy_m: 12 }],
    ['next town', { ...seiyo, accuracy_m: 12 }],
  ])
  const records = ['next town', 'street away', 'at the door'].map((id) =>
    savedListing(id, undefined),
  )
  const houses = nearestHouses(matsuyama, records, (id) => pins.get(id))
  expect(houses.map(({ record, text }) => [record._id, text])).toEqual([
    ['at the door', 'here, at your pin'],
    ['street away', 'about 150 m north, at your pin'],
    ['next town', 'about 59 km south-west, at your pin'],
  ])
})

test('houses saved on the device are counted by place', () => {
  expect(
    savedPlaces([
      savedListing('one', known),
      savedListing('two', known),
      savedListing('three', undefined),
    ]),
  ).toMatchObject([{ en: 'Seiyo', count: 2, radius_km: 9, ...seiyo }])
})

test('a house saved with its point is a place of its own, which says so', () => {
  const point = { ...known, latitude: 33.4, precision: 'point' as const, radiusKm: 0.1 }
  const places = savedPlaces([savedListing('one', known), savedListing('two', point)])
  expect(places).toMatchObject([{ precision: 'municipality' }, { precision: 'point', count: 1 }])
  const [cluster] = groupPlaces(places.slice(1), 12)
  expect(cluster && describeCluster(cluster)).toBe(
    '1 house, in Seiyo, at the point that the source states',
  )
})

test('the bounding box of the map is written in the format that the server reads', () => {
  const area = { south: 33.123456, west: 132, north: 33.9, east: 133.55555 }
  expect(formatArea(area)).toBe('33.1235,132,33.9,133.5556')
  expect(readArea(formatArea(area))).toEqual({
    south: 33.1235,
    west: 132,
    north: 33.9,
    east: 133.5556,
  })
  expect(contains(area, seiyo)).toBe(true)
  expect(contains(area, { ...seiyo, longitude: 131 })).toBe(false)
  expect(areaAround([seiyo, matsuyama])).toEqual({
    south: 33.36,
    west: 132.51,
    north: 33.84,
    east: 132.77,
  })
  expect(areaAround([])).toBeUndefined()
})

test('the map draws the name of a circle below it, else above or beside it, and nowhere over another circle or name', () => {
  const cluster = { radius: 10, width: 40 }
  const circle = (key: string, x: number, y: number) => ({ key, x, y, ...cluster })
  const named = fitNames([
    circle('first', 0, 0),
    circle('close', 25, 2),
    circle('third', 50, 0),
    circle('apart', 200, 0),
    circle('left', 200, 20),
    circle('enclosed', 200, 10),
  ])
  expect([...named]).toEqual([
    ['first', { x: 0, y: 20.5 }],
    ['close', { x: 0, y: -20.5 }],
    ['third', { x: 0, y: 20.5 }],
    ['apart', { x: 0, y: -20.5 }],
    ['left', { x: 0, y: 20.5 }],
    ['enclosed', { x: 33, y: 0 }],
  ])
})

test('the map leaves out the name of a circle that has no room on any side', () => {
  const around = [
    [0, 0],
    [0, 22],
    [0, -22],
    [25, 0],
    [-25, 0],
  ].map(([x = 0, y = 0], at) => ({ key: String(at), x, y, radius: 10, width: 40 }))
  expect(fitNames(around).has('0')).toBe(false)
})

test('a long number gets a smaller font, so that it stays inside its circle', () => {
  expect(numberSize(18, 1.2)).toBe(14)
  const size = numberSize(18, 2.8)
  expect(size * 2.8).toBeLessThan(36)
  expect(numberSize(10, 2.8)).toBe(9)
})

test("decoding the map's outlines of the prefectures gives their geographic coordinates", () => {
  const outlines = readOutlines(japanSvg())
  expect(outlines).toHaveLength(47)
  const ehime = outlines.find(({ name }) => name === 'Ehime')
  const area = areaAround(
    ehime?.islands.flat().map(([latitude, longitude]) => ({ latitude, longitude })) ?? [],
  )
  expect(area && contains(area, seiyo)).toBe(true)
  expect(area?.north).toBeCloseTo(34.3, 0)
  expect(area?.west).toBeCloseTo(132.0, 0)
})

test('distances are rounded, because the positions of places are approximate', () => {
  expect([0.2, 1.3, 8.8, 12.4].map(formatKm)).toEqual(['0.5 km', '1.5 km', '9 km', '12 km'])
  expect(describePrecision('Seiyo', 8.8)).toBe(
    'somewhere in Seiyo, within about 9 km of its center',
  )
})

test('the map says how many houses it shows, and how many have no known place', () => {
  const shown = { onMap: 4883, unplaced: 12, isSavedOnly: false }
  expect(describeMap(shown)).toBe(
    '4,883 houses on the map. The list also has 12 houses without a known place.',
  )
  expect(describeMap({ ...shown, inArea: 37 })).toBe(
    '37 houses in the area that you searched, 4,846 around it.',
  )
  expect(describeMap({ ...shown, isSavedOnly: true, onMap: 1 })).toBe(
    "You're offline. The map shows 1 house saved on this device: favorites, and houses that you opened.",
  )
})

test('the app recognises that a position lies outside Japan', () => {
  expect(isInJapan(seiyo)).toBe(true)
  expect(isInJapan({ latitude: 26.2, longitude: 127.7 })).toBe(true)
  expect(isInJapan({ latitude: 52.5, longitude: 13.4 })).toBe(false)
})

test("a search by place gives the page a title with the place's name", () => {
  const names = new Map([['38214', 'Seiyo']])
  expect(placeTitle({ place: '38214' }, names)).toBe('Houses in Seiyo')
  expect(placeTitle({ place: '38' })).toBe('Houses in Ehime')
  expect(placeTitle({ near: '38214', within: 10 }, names)).toBe('Houses within 10 km of Seiyo')
  expect(placeTitle({ near: '33.22,132.57' })).toBe(
    'Houses within 20 km of a point at 33.22, 132.57',
  )
  expect(placeTitle({ region: 'shikoku' })).toBe('Houses in Shikoku')
  expect(placeTitle({ prefecture: 'ehime' })).toBeUndefined()
})
