import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { metresBetween } from '#contract/great-circle.ts'
import {
  countFreePlaces,
  countPlaces,
  getListing,
  type ListingFilters,
  type ListingSearch,
  searchListings,
} from '#contract/listings.ts'
import { type Coordinate, readArea } from '#contract/place-values.ts'
import { suggestPlaces } from '#contract/places.ts'
import { toBits } from '#search/marks.ts'
import { type Background, openBackground } from '#server/concurrency/background.ts'
import { places } from '#server/db/schema.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openSuggestions } from '#server/listings/suggestions.ts'
import { createLocator } from '#server/places/location.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import { anyFilters, anyPlaces, meetsDistances } from '#tests/support/any-filters.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import {
  generateListings,
  insertListings,
  insertPlaces,
  type ListingRow,
} from '#tests/support/generated-listings.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { importPlacesInto, stationFile } from '#tests/support/place-files.ts'
import { SERIES } from '#tests/support/series.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let background: Background
let ana: Person
beforeEach(async () => {
  background = openBackground((error) => server.services.logError(error, 'background'))
  server = await startServer({ background })
  ana = await server.addSubscriber()
})

const UNKNOWN = {
  ...{ place: null, latitude: null, longitude: null, precision: null },
  ...{ radiusMetres: null, shinkansenMetres: null, airportMetres: null, seaMetres: null },
}
const HOUSE_COUNT = 2000
const ROWS = [...generateListings(HOUSE_COUNT)].map((row, index) => ({
  ...row,
  ...(index % 50 === 1 && { ...UNKNOWN, city: 'Nowhere' }),
  ...(index % 50 === 2 && { ...UNKNOWN, prefecture: null }),
  withdrawnAt: index % 40 === 3 ? new Date() : null,
  hiddenAt: index % 40 === 4 ? new Date() : null,
}))
const OFFERED = ROWS.filter(({ withdrawnAt, hiddenAt }) => !withdrawnAt && !hiddenAt)

async function generateCatalogue() {
  const { db } = server.services
  await addDefaultPlaces(db)
  await insertPlaces(db)
  await insertListings(db, ROWS)
}

// In a query string every filter is a text, although the types expect parsed values.
const search = (input: Record<string, unknown>) =>
  server.call(ana, searchListings, input as unknown as ListingSearch)
const countOnMap = async (filters: Record<string, unknown>) => {
  const { body } = await server.call(ana, countPlaces, filters as unknown as ListingFilters)
  return body
}

test('the sum of the counts on the map equals the total of the same search', async () => {
  await generateCatalogue()
  // The first search loads the columns into memory. The server then uses these columns to count the
  // results of most later searches.
  await search({})
  await background.settled()
  await fc.assert(
    fc.asyncProperty(anyFilters(OFFERED), anyPlaces(OFFERED), async (filters, where) => {
      const all = { ...filters, ...where }
      const { places, unplaced } = await countOnMap(all)
      const { body } = await search({ ...all, limit: 20 })
      expect(places.reduce((sum, { count }) => sum + count, unplaced)).toBe(body.total_count)
    }),
    { numRuns: SERIES.searches, seed: SERIES.seed },
  )
})

test('a search in an area or in a circle finds the houses that lie inside', async () => {
  await generateCatalogue()
  const point = fc.constantFrom(...OFFERED.filter(({ latitude }) => latitude !== null))
  await fc.assert(
    fc.asyncProperty(point, fc.constantFrom(10, 20, 50), async (row, within) => {
      const center = {
        latitude: Number((row.latitude ?? 0).toFixed(2)),
        longitude: Number((row.longitude ?? 0).toFixed(2)),
      }
      const near = `${center.latitude},${center.longitude}`
      const { body: around } = await search({ near, within })
      const sure = OFFERED.filter((row) => isNear(row, center, within, 1))
      expect(around.total_count).toBe(sure.length)
      const { body: possible } = await search({ near, within, match: 'possible' })
      const all = OFFERED.filter((row) => isNear(row, center, within, -1))
      expect(possible.total_count).toBe(all.length - sure.length)

      const area = [
        ...[center.latitude - 0.3, center.longitude - 0.2],
        ...[center.latitude + 0.1, center.longitude + 0.4],
      ]
        .map((degrees) => degrees.toFixed(4))
        .join(',')
      const { body: inside } = await search({ area })
      expect(inside.total_count).toBe(OFFERED.filter((row) => isInside(row, area)).length)
    }),
    { numRuns: Math.ceil(SERIES.searches / 3), seed: SERIES.seed },
  )
})

/** Whether a house is in a circle, at the farthest (1) or the nearest (-1) point of its place. */
function isNear(row: ListingRow, center: Coordinate, km: number, end: 1 | -1) {
  const { latitude, longitude, radiusMetres } = row
  if (latitude === null || longitude === null || !radiusMetres) return false
  return metresBetween({ latitude, longitude }, center) + end * radiusMetres <= km * 1000
}

function isInside({ latitude, longitude }: ListingRow, area: string) {
  const { south, west, north, east } = readArea(area) ?? expect.fail('The area is invalid')
  if (latitude === null || longitude === null) return false
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

test('a filter by distance finds the houses that are surely within the limit, and with `match` the ones that only may be', async () => {
  await generateCatalogue()
  const limits = [
    ...[{ sea_max: 12.5 }, { station_max: 1 }, { shinkansen_max: 2 }],
    { sea_max: 20, airport_max: 90 },
  ]
  for (const limit of limits) {
    for (const match of [undefined, 'possible'] as const) {
      const expected = OFFERED.filter((row) => meetsDistances(row, { ...limit, match }))
      expect(expected.length).toBeGreaterThan(0)
      const { body } = await search({ ...limit, match })
      expect([limit, match, body.total_count]).toEqual([limit, match, expected.length])
    }
  }
})

test('a house of a municipality by the sea is surely within 1 km of the sea only if its source says so', async () => {
  await addDefaultPlaces(server.services.db)
  const marks = toBits(['by-the-sea'])
  const plain = await addHouseIn('38203')
  const bySea = await addHouseIn('38203', marks ?? {})
  const found = async (input: Record<string, unknown>) =>
    (await search(input)).body.results.map(({ _id }) => _id).toSorted()
  expect(await found({ sea_max: 1 })).toEqual([bySea.id])
  expect(await found({ sea_max: 1, match: 'possible' })).toEqual([plain.id])
  expect(await found({ sea_max: 20 })).toEqual([plain.id, bySea.id].toSorted())
  expect(await found({ sea_max: 20, match: 'possible' })).toEqual([])
  expect(await found({ match: 'possible' })).toEqual([])
})

test('the Shinkansen is only near on the same island, and the record of a house on another island says so', async () => {
  await addDefaultPlaces(server.services.db)
  const takamatsu = await addHouseIn('37201')
  const okayama = await addHouseIn('33101')
  const { body } = await search({ shinkansen_max: 100 })
  expect(body.results.map(({ _id }) => _id)).toEqual([okayama.id])
  const { body: across } = await server.call(ana, getListing, { id: takamatsu.id })
  expect(across.distances?.shinkansen).toMatchObject({ en: 'Okayama', isAcrossTheSea: true })
  const { body: near } = await server.call(ana, getListing, { id: okayama.id })
  expect(near.distances).toMatchObject({ errorKm: 9, shinkansen: { en: 'Okayama' } })
  expect(near.distances?.shinkansen).not.toHaveProperty('isAcrossTheSea')
})

test('the distance to a Shinkansen station that the source states wins over the distance from the place', async () => {
  await addDefaultPlaces(server.services.db)
  const inFukuyama = {
    'Property Location': '広島県福山市東町1',
    Prefecture: '広島県',
    City: '福山市',
  }
  const house = (_id: string, Transportation: string) =>
    houseRecord({ _id, Transportation, ...inFukuyama })
  await importInto(server.services.db, [
    house('near', 'JR山陽本線 福山駅 徒歩10分'),
    house('by-another-station', 'JR山陽本線 備後赤坂駅 徒歩5分 / JR山陽本線 福山駅 徒歩60分'),
    house('unknown', 'バス停 徒歩3分'),
  ])
  const found = async (input: Record<string, unknown>) =>
    (await search(input)).body.results.map(({ _id }) => _id).toSorted()
  expect(await found({ shinkansen_max: 2 })).toEqual(['near'])
  expect(await found({ shinkansen_max: 2, match: 'possible' })).toEqual([
    'by-another-station',
    'unknown',
  ])
  const { body: byDistance } = await search({ sort_by: 'shinkansen_distance', sort_order: 'asc' })
  expect(byDistance.results[0]?._id).toBe('near')
  const { body } = await server.call(ana, getListing, { id: 'near' })
  const stated = { km: 0.8, en: 'Fukuyama', ja: '福山', isStated: true }
  expect(body.distances?.shinkansen).toEqual(stated)
})

const ORDER_COLUMNS = {
  station_distance: 'stationMetres',
  shinkansen_distance: 'shinkansenMetres',
  airport_distance: 'airportMetres',
  sea_distance: 'seaMetres',
} as const

const ORDERS = (
  ['station_distance', 'shinkansen_distance', 'airport_distance', 'sea_distance'] as const
).flatMap((field) => [[field, 'asc'] as const, [field, 'desc'] as const])

test('when houses are sorted by distance, unknown distances come last, and each house occurs once', async () => {
  await generateCatalogue()
  for (const [field, order] of ORDERS) {
    const rows = OFFERED.filter(({ prefecture }) => prefecture === 'hokkaido')
    expect(await allPages(field, order)).toEqual(sorted(rows, field, order).map(({ id }) => id))
  }
})

function sorted(rows: ListingRow[], field: keyof typeof ORDER_COLUMNS, order: 'asc' | 'desc') {
  const column = ORDER_COLUMNS[field]
  const direction = order === 'asc' ? 1 : -1
  return rows.toSorted(
    (one, other) =>
      Number(one[column] === null) - Number(other[column] === null) ||
      direction * ((one[column] ?? 0) - (other[column] ?? 0)) ||
      direction * (one.id < other.id ? -1 : 1),
  )
}

async function allPages(sort_by: keyof typeof ORDER_COLUMNS, sort_order: 'asc' | 'desc') {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const filters = { prefecture: 'hokkaido', page, limit: 60 }
    const { body } = await search({ ...filters, sort_by, sort_order })
    if (body.results.length === 0) return found
    found.push(...body.results.map(({ _id }) => _id))
  }
}

test('when a long list is sorted by distance, every page contains the right houses', async () => {
  const { db } = server.services
  const rows = [...generateListings(12_000)]
  await insertListings(db, rows)
  await search({})
  await background.settled()
  for (const sort_order of ['asc', 'desc'] as const) {
    const expected = sorted(rows, 'sea_distance', sort_order)
    for (const page of [1, 51, 60, 108, 109, 115, 120]) {
      const { body } = await search({ sort_by: 'sea_distance', sort_order, page, limit: 100 })
      expect(body.results.map(({ _id }) => _id)).toEqual(
        expected.slice((page - 1) * 100, page * 100).map(({ id }) => id),
      )
    }
  }
})

/** Adds a house in a default place. `code` is the code of this place. */
async function addHouseIn(code: string, values: object = {}) {
  const { db } = server.services
  const places = await readPlaces(db)
  const place = places.find((place) => place.code === code) ?? expect.fail(`There is no ${code}`)
  const { prefecture, english } = place
  const location = createLocator(() => place)({ place: code, prefecture })
  return server.addListing({ prefecture, city: english, place: code, ...location, ...values })
}

test('a search finds houses by prefecture, by municipality, by ward, and by the city that contains the ward', async () => {
  await addDefaultPlaces(server.services.db)
  const seiyo = await addHouseIn('38214')
  const kita = await addHouseIn('33101')
  const found = async (place: string) =>
    (await search({ place })).body.results.map(({ _id }) => _id)
  expect(await found('38')).toEqual([seiyo.id])
  expect(await found('38214')).toEqual([seiyo.id])
  expect(await found('33101')).toEqual([kita.id])
  expect(await found('33100')).toEqual([kita.id])
  expect(await found('33102')).toEqual([])
  expect(await found('99')).toEqual([])
  expect(await found('38999')).toEqual([])
  expect(await found('38214123')).toEqual([])
})

test('a search near a place leaves out houses of which only the prefecture is known', async () => {
  await addDefaultPlaces(server.services.db)
  const uwajima = await addHouseIn('38203')
  await server.addListing({
    ...{ prefecture: 'ehime', latitude: uwajima.latitude, longitude: uwajima.longitude },
    precision: 'prefecture',
  })
  const total = async (near: string, within?: number) =>
    (await search({ near, within: within && String(within) })).body.total_count
  expect(await total('38203')).toBe(1)
  expect(await total('38203', 10)).toBe(1)
  expect(await total('33.22,132.57')).toBe(1)
  expect(await total('35.68,139.77', 50)).toBe(0)
  expect(await total('38999')).toBe(0)
  expect(await total('station:no-such-station')).toBe(0)
  // A search near a prefecture finds all houses in the prefecture, because the distance from the
  // centre of a prefecture says little about a house.
  expect(await total('38')).toBe(2)
})

test('houses in the searched municipality are surely near it, and houses of the municipalities around it only may be', async () => {
  const { db } = server.services
  await addDefaultPlaces(db)
  const uwajima = await addHouseIn('38203')
  // A district of Uwajima that is 33 km away from its centre.
  const district = { latitude: 33.52, longitude: uwajima.longitude ?? 0 }
  const oaza = {
    code: '382030999',
    source: 'default',
    prefecture: 'ehime',
    precision: 'oaza' as const,
  }
  await db.insert(places).values({ ...oaza, ...district, japanese: '遠', kana: '', english: '' })
  const far = await addHouseIn('38203', {
    ...{ ...district, place: oaza.code, radiusMetres: 1000, seaMetres: 5000 },
  })
  const seiyo = await addHouseIn('38214')
  await addHouseIn('38201')
  const kita = await addHouseIn('33101')
  const found = async (input: Record<string, unknown>) =>
    (await search(input)).body.results.map(({ _id }) => _id).toSorted()
  const inUwajima = [uwajima.id, far.id].toSorted()
  async function expectAnswers() {
    expect(await found({ near: '38203', within: '20' })).toEqual(inUwajima)
    expect(await found({ near: '38203', within: '20', match: 'possible' })).toEqual([seiyo.id])
    expect(await found({ near: '38203', within: '50' })).toEqual(
      [...inUwajima, seiyo.id].toSorted(),
    )
    expect(await found({ near: oaza.code, within: '10' })).toEqual([far.id])
    // A city contains its wards.
    expect(await found({ near: '33100', within: '10' })).toEqual([kita.id])
    expect(await found({ near: '38203', sea_max: 1 })).toEqual([])
    expect(await found({ near: '38203', sea_max: 1, match: 'possible' })).toContain(uwajima.id)
  }
  // The database answers the first searches, and then the columns in memory.
  await expectAnswers()
  await background.settled()
  await expectAnswers()
})

test('a search by region finds the houses of the region', async () => {
  await server.addListing({ prefecture: 'ehime' })
  await server.addListing({ prefecture: 'hyogo' })
  expect((await search({ region: 'shikoku' })).body.total_count).toBe(1)
  expect((await search({ region: 'kinki', prefecture: 'ehime' })).body.total_count).toBe(0)
})

test.each([
  ['area', '34,134,33,135', 'Area must be'],
  ['area', '34,134,35,133', 'Area must be'],
  ['area', 'NaN,134,35,135', 'Area must be'],
  ['area', '1e999,134,35,135', 'Area must be'],
  ['area', '34.00001,134,35,135', 'Area must be'],
  ['area', '34,134,95,135', 'Area must be'],
  ['area', '34,134,35', 'Area must be'],
  ['near', '33.222,132.57', 'Near must be'],
  ['near', 'Uwajima', 'Near must be'],
  ['near', 'station:', 'Near must be'],
  ['near', '91,10', 'Near must be'],
  ['within', '7', 'Within must be 10, 20 or 50 km'],
  ['within', '1e1', 'Within must be 10, 20 or 50 km'],
  ['place', '3', 'Place must be'],
  ['place', "38' or 1=1", 'Place must be'],
  ['region', 'atlantis', 'Region must be one of'],
  ['sea_max', '-1', 'Distance to the sea must be a number'],
  ['station_max', '1e999', 'Distance to the station must be a number'],
])('the search parameter %s=%s is refused with a reason', async (name, value, sentence) => {
  const { status, body } = await search({ [name]: value })
  expect(status).toBe(422)
  expect(body.detail).toContain(sentence)
})

test('the map counts houses by municipality, and counts houses without a known municipality by prefecture', async () => {
  await addDefaultPlaces(server.services.db)
  await addHouseIn('38214')
  await server.addListing({ prefecture: 'ehime', city: 'Nowhere' })
  await server.addListing({ prefecture: null })
  const { places, unplaced } = await countOnMap({})
  expect(places).toEqual([
    expect.objectContaining({
      ...{ code: '38', en: 'Ehime', ja: '愛媛県', prefecture: 'ehime', count: 1 },
      ...{ precision: 'prefecture', radius_km: 43 },
    }),
    expect.objectContaining({
      ...{ code: '38214', en: 'Seiyo', ja: '西予市', prefecture: 'ehime', count: 1 },
      ...{ precision: 'municipality', radius_km: 9 },
    }),
  ])
  expect(unplaced).toBe(1)
})

test('visitors see the number of houses in each prefecture, but in no smaller area', async () => {
  await addDefaultPlaces(server.services.db)
  await addHouseIn('38214')
  await addHouseIn('38203')
  await server.addListing({ prefecture: null })
  const { body } = await server.call(null, countFreePlaces, {})
  expect(body.places).toEqual([
    expect.objectContaining({ code: '38', en: 'Ehime', ja: '愛媛県', count: 2 }),
  ])
})

const suggest = async (q: string) =>
  (await server.call(ana, suggestPlaces, { q })).body.suggestions.map(({ en, within }) =>
    [en, within].filter(Boolean).join(', '),
  )

test('a place is suggested for its English or Japanese name, typed with or without macrons and endings such as -shi', async () => {
  await addDefaultPlaces(server.services.db)
  await addHouseIn('19201')
  for (const text of ['Shikoku', 'shikoku region', '四国', 'しこく', '四国地方']) {
    expect((await suggest(text))[0], text).toBe('Shikoku')
  }
  for (const text of [
    'Kofu',
    'kōfu',
    'Koufu',
    'KOFU-SHI',
    'Kofu City',
    '甲府',
    '甲府市',
    'こうふ',
  ]) {
    expect((await suggest(text))[0], text).toBe('Kofu, Yamanashi')
  }
  expect((await suggest('コウフシ'))[0]).toBe('Kofu, Yamanashi')
  expect((await suggest('matsuyama'))[0]).toBe('Matsuyama, Ehime')
  expect((await suggest('Uwajima Station'))[0]).toBe('Uwajima, Ehime')
  expect((await suggest('Kansai'))[0]).toBe('Kansai')
  expect((await suggest('kinki'))[0]).toBe('Kansai')
  expect((await suggest('ehime-ken'))[0]).toBe('Ehime, Japan')
  expect((await suggest('愛媛'))[0]).toBe('Ehime, Japan')
  expect(await suggest('Tamb')).toContain('Tanba, Hyogo')
  expect(await suggest('Asahi, Toyama')).toEqual(['Asahi, Toyama'])
  expect((await suggest('Kita Ward, Okayama'))[0]).toBe('Kita Ward, Okayama, Okayama')
})

/** Maps the name of each place to texts that visitors type to find the place. */
const TYPED: Record<string, string[]> = {
  'Kofu, Yamanashi': ['kofu', 'Kōfu-shi', '甲府', 'こうふし', 'Kouffu'],
  'Matsuyama, Ehime': [
    'matsuyama',
    'Matsuyama City',
    '松山市',
    'Matsuyana',
    'matuyama',
    'Matsyuama',
  ],
  'Uwajima, Ehime': ['uwajima', 'Uwajima Station', '宇和島', 'うわじま', 'Uwajma', 'Uwasima'],
  'Seiyo, Ehime': ['seiyo', 'Seiyo-shi', '西予', 'せいよ', 'Seiyoo'],
  'Ozu, Ehime': ['Ōzu', 'ozu-shi', '大洲', 'Oozu'],
  'Onomichi, Hiroshima': ['onomichi', '尾道市', 'Onomitchi', 'Onomchi'],
  'Matsue, Shimane': ['matsue', '松江', 'Matsue-shi', 'Matsuee'],
  'Hakodate, Hokkaido': ['hakodate', '函館', 'Hakodatte', 'Hakdate'],
  'Wakkanai, Hokkaido': ['wakkanai', '稚内', 'Wakanai', 'Wakkanay'],
  'Sado, Niigata': ['Sado', '佐渡市', 'sado city', 'さど'],
  'Nikko, Tochigi': ['nikko', 'Nikkō', '日光'],
  'Takayama, Gifu': ['Takayama, Gifu', '高山市', 'Takayma'],
  'Fuchu, Tokyo': ['Fuchu, Tokyo', 'fuchuu, tokyo'],
  'Ehime, Japan': ['Ehime', 'ehime-ken', '愛媛', 'Ehine'],
  Shikoku: ['shikoku', '四国', 'Shikokku', 'しこく'],
  Kansai: ['kansai', 'Kinki', '関西'],
  Coast: ['coast', 'by the sea', '海辺'],
  'Snow Country': ['snow country', '雪国', '豪雪地帯'],
}

test('a place is among the first three suggestions for its name in any script, even with a wrong letter', async () => {
  const { db } = server.services
  await addDefaultPlaces(db)
  await importPlacesInto(db, stationFile('003000,宇和島,33.2263,132.5679,予讃線|予土線'))
  const typed = Object.entries(TYPED).flatMap(([place, texts]) =>
    texts.map((text) => [place, text]),
  )
  expect(typed.length).toBeGreaterThanOrEqual(60)
  const missed: string[] = []
  for (const [place = '', text = ''] of typed) {
    const found = (await suggest(text)).slice(0, 3)
    if (!found.includes(place)) missed.push(`${text}: ${found.join(' | ')}`)
  }
  expect(missed).toEqual([])
})

test('a search in the region “coast” or “snow country” finds the houses in this region', async () => {
  await addDefaultPlaces(server.services.db)
  // Uwajima is on the coast, Niigata is on the coast and in the snow country, and Kofu is in
  // neither region.
  for (const code of ['38203', '19201', '15100']) await addHouseIn(code)
  const cities = async (region: string) => {
    const { body } = await search({ region })
    return body.results.map(({ City }) => City).sort()
  }
  expect(await cities('coast')).toEqual(['Niigata', 'Uwajima'])
  expect(await cities('snow')).toEqual(['Niigata'])
  const { body } = await server.call(ana, suggestPlaces, { q: 'coast' })
  expect(body.suggestions[0]).toMatchObject({ ref: 'coast', count: 2 })
})

test('a search for the code of a place suggests that place, so that pages can show its name', async () => {
  await addDefaultPlaces(server.services.db)
  expect(await suggest('38214')).toEqual(['Seiyo, Ehime'])
  expect(await suggest('38')).toEqual(['Ehime, Japan'])
  expect(await suggest('99999')).toEqual([])
})

test('at most ten places are suggested, and of places with equal names, the one with the most houses comes first', async () => {
  await addDefaultPlaces(server.services.db)
  await addHouseIn('16343')
  const asahi = await suggest('asahi')
  expect(asahi[0]).toBe('Asahi, Toyama')
  expect((await suggest('mi')).length).toBe(10)
  expect(await suggest('')).toEqual([])
  expect(await suggest('%')).toEqual([])
  expect(await suggest('zzz')).toEqual([])
})

test('for each suggested place, the number of its houses includes new houses', async () => {
  await addDefaultPlaces(server.services.db)
  const count = async () =>
    (await server.call(ana, suggestPlaces, { q: 'seiyo' })).body.suggestions[0]?.count
  expect(await count()).toBe(0)
  await addHouseIn('38214')
  await expect.poll(count).toBe(1)
})

test('the number of houses of a suggested place is correct again after the pause between two counts', async () => {
  const { db } = server.services
  await addDefaultPlaces(db)
  // Each reading of this clock takes a millisecond, so a pause follows each count.
  let time = 0
  const catalogue = openCatalogue(db, { freshFor: 0, clock: () => time++ })
  const suggestPlaces = openSuggestions({ db, catalogue })
  const count = async () => {
    const [seiyo] = await suggestPlaces('seiyo')
    return seiyo?.count
  }
  expect(await count()).toBe(0)
  await addHouseIn('38214')
  expect(await count()).toBe(0)
  time += 1000
  expect(await count()).toBe(1)
})
