import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { PAGE_SIZES } from '#contract/choices.ts'
import {
  countMarks,
  countPlaces,
  type ListingRecord,
  ListingSearch,
  listCities,
  SORT_FIELDS,
  searchListings,
} from '#contract/listings.ts'
import { WITHIN_KM } from '#contract/place-values.ts'
import { suggestPlaces } from '#contract/places.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { openAnswers, UnknownOaza } from '#search/answers.ts'
import { MissingRate } from '#search/price-bounds.ts'
import { type Background, openBackground } from '#server/concurrency/background.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { toCardRecord } from '#server/listings/listing-records.ts'
import { anyFilters, RATES } from '#tests/support/any-filters.ts'
import { catalogueDevice } from '#tests/support/catalogue-device.ts'
import { importPlacesInto, stationFile } from '#tests/support/place-files.ts'
import { addPlacedHouses } from '#tests/support/placed-houses.ts'
import { SERIES } from '#tests/support/series.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let background: Background
let ana: Person
beforeEach(async () => {
  background = openBackground((error) => server.services.logError(error, 'background'))
  server = await startServer({ background })
  ana = await server.addAdmin()
})

type PlacedHouses = Awaited<ReturnType<typeof addPlacedHouses>>

/** Stores houses, makes an edition, and downloads it to a device. */
async function openDevice(houses = 2000) {
  const { db } = server.services
  const placed = await addPlacedHouses(db, houses)
  await announce()
  // The first search loads the columns, with which the server answers most later searches.
  await server.call(ana, searchListings, {})
  await background.settled()
  const device = catalogueDevice(server, ana)
  await device.sync()
  return { placed, device, answers: openAnswers(device.open(), device.places()) }
}

/** Makes an edition with the latest changes. */
async function announce() {
  await server.services.db.transaction((tx) => bumpRevision(tx, everyListing))
  await server.makeCatalogueFile()
}

/** Searches with few of all filters, in all ways in which a link can write them. */
function anySearch({ offered, towns, oaza, stations }: PlacedHouses) {
  const codes = [...towns.map(({ code }) => code), ...oaza.map(({ code }) => code)]
  const near = fc.oneof(
    fc.constantFrom(...codes),
    fc.constantFrom(...stations.map(({ id }) => `station:${id}`)),
    fc.constantFrom('38', '28100', '38999', '99', 'station:none', '34.69,135.19'),
  )
  const place = fc.constantFrom(...codes, '38', '28100', '38999', '99', '389990001')
  const others = fc.record({
    near: inOneOf(2, near),
    within: inOneOf(2, fc.constantFrom(...WITHIN_KM)),
    place: inOneOf(6, place),
    match: inOneOf(4, fc.constant('possible')),
    city: inOneOf(6, fc.constantFrom(...towns.flatMap(namesOf), '府中市', 'hokkaido/伊達市')),
    layout: inOneOf(10, fc.constantFrom('４ｌｄｋ', '5', 'ワンルーム', 'none')),
    prefecture: inOneOf(10, fc.constantFrom(...PREFECTURES.map(({ display }) => display))),
    marks: inOneOf(
      10,
      fc.constantFrom('parking,onsen,parking', '-parking', 'none', 'onsen,-onsen'),
    ),
    sale_price_currency: inOneOf(1, fc.constantFrom(...Object.keys(RATES.yen_per), '')),
  })
  const paging = fc.record({
    page: fc.oneof(
      fc.constantFrom(1, 2, 3),
      fc.nat(100).map((page) => page + 1),
    ),
    limit: fc.constantFrom(...PAGE_SIZES),
    sort_by: fc.constantFrom(...SORT_FIELDS),
    sort_order: fc.constantFrom('asc', 'desc'),
  })
  // Most searches with many filters find nothing.
  const filters = anyFilters(offered).map(({ match: _, ...filters }) => given(filters))
  const few = filters.chain((all) => fc.subarray(Object.entries(all)))
  return fc
    .tuple(few.map(Object.fromEntries), others, paging)
    .map((parts) => Object.assign({}, ...parts.map(given)))
}

/** A value in one of `searches` searches, otherwise undefined. */
function inOneOf<T>(searches: number, value: fc.Arbitrary<T>) {
  const none = { weight: searches - 1, arbitrary: fc.constant(undefined) }
  return fc.oneof({ weight: 1, arbitrary: value }, none)
}

function namesOf({ prefecture, japanese, english }: PlacedHouses['towns'][number]) {
  return [japanese, english, `${prefecture}/${japanese}`, `${prefecture}/${english}`]
}

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What the card of a house shows of its record. */
function cardOf(record: ListingRecord) {
  const hidden = { Transportation: null, 'Building - Structure': null, attribution: null }
  const contact = { 'Contact Number': undefined, 'Reference URL': undefined, link: undefined }
  const own = { municipalContact: undefined, propertyNumber: undefined, shareKey: undefined }
  return { ...record, ...hidden, ...contact, ...own }
}

// Slow: compares all answers of a device with those of the server, over HTTP, for random searches.
test('for any search, a device finds the same houses, titles, totals, cities, marks and places as the server', async () => {
  const { placed, answers } = await openDevice()
  let found = 0
  await fc.assert(
    fc.asyncProperty(anySearch(placed), async (input) => {
      const search = ListingSearch.parse(input)
      const { page: _, limit: __, sort_by: ___, sort_order: ____, ...filters } = search
      const { body } = await server.call(ana, searchListings, input)
      const page = await answers.searchListings(search, RATES)
      const ids = (results: ListingRecord[]) => results.map(({ _id }) => _id)
      expect(ids(page.results)).toEqual(ids(body.results))
      expect(page).toEqual({
        ...body,
        results: body.results.map(toCardRecord).map(cardOf),
      })
      expect(await answers.count(filters, RATES)).toBe(body.total_count)
      const cities = await server.call(ana, listCities, input)
      expect(await answers.listCities(filters, RATES)).toEqual(cities.body)
      const marks = await server.call(ana, countMarks, input)
      expect(await answers.countMarks(filters, RATES)).toEqual(marks.body)
      for (const detail of [undefined, 'oaza'] as const) {
        const places = await server.call(ana, countPlaces, given({ ...input, detail }))
        expect(await answers.countPlaces({ ...filters, detail }, RATES)).toEqual(places.body)
      }
      found += Number(body.total_count > 0)
    }),
    { numRuns: 2 * SERIES.searches, seed: SERIES.seed },
  )
  // Searches that find nothing prove little.
  expect(found).toBeGreaterThan(SERIES.searches / 2)
})

test('for any text, a device suggests the same places as the server', async () => {
  const { placed, answers } = await openDevice()
  const names = [...placed.towns, ...placed.oaza].flatMap(({ japanese, kana, english, code }) => [
    ...[japanese, kana, english, `${english}, Kobe`, code],
  ])
  const stations = placed.stations.flatMap(({ id, name, english }) => [
    ...[`station:${id}`, `${name}駅`, `${english} Station`],
  ])
  const regions = [
    'Kansai',
    '関西',
    'うみべ',
    'coast',
    'snow',
    'Hokkaido',
    '北海道',
    '38',
    'station:x',
  ]
  const text = fc.constantFrom(...new Set([...names, ...stations, ...regions]))
  const typed = fc.tuple(text, fc.nat(12), fc.boolean()).map(([name, length, isWrong]) => {
    if (length > 6) return name
    const start = name.slice(0, length)
    return isWrong ? `${start.slice(0, -1)}${name.slice(length, length + 2)}` : start
  })
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      const { body } = await server.call(ana, suggestPlaces, { q })
      expect(await answers.suggestPlaces(q)).toEqual(body)
    }),
    { numRuns: 4 * SERIES.searches, seed: SERIES.seed },
  )
})

test('a device shows the card of each offered house, and of no other house', async () => {
  const { placed, answers } = await openDevice(300)
  for (const { id } of placed.offered) expect(answers.card(id)?._id).toBe(id)
  expect(answers.card('none')).toBeUndefined()
})

test('a device says which searches it cannot answer', async () => {
  const { placed, answers } = await openDevice(300)
  const inCrowns = ListingSearch.parse({ sale_price_max: '100', sale_price_currency: 'SEK' })
  await expect(answers.searchListings(inCrowns, RATES)).rejects.toThrow(MissingRate)
  const [{ code } = { code: '' }] = placed.unused
  await expect(answers.count({ near: code }, RATES)).rejects.toThrow(UnknownOaza)
})

test('a device gets new stations and oaza, and downloads only the places that are new', async () => {
  const { db } = server.services
  const { placed, device, answers } = await openDevice(300)
  const [house] = placed.offered
  const [oaza] = placed.unused
  if (!house || !oaza) return expect.fail('There are no houses')
  expect(await answers.suggestPlaces(oaza.code)).toEqual({ suggestions: [] })
  const placesOf = () => device.index().parts.filter(({ tier }) => tier === 'places')
  const before = new Set(placesOf().map(({ hash }) => hash))
  const { code: place, prefecture } = oaza
  await db.update(listings).set({ place, prefecture }).where(eq(listings.id, house.id))
  await announce()
  await device.sync()
  const added = placesOf().filter(({ hash }) => !before.has(hash))
  expect(added.map((part) => part.prefecture)).toContain(prefecture)
  expect(
    added.every((part) => [prefecture, house.prefecture].includes(part.prefecture ?? '')),
  ).toBe(true)
  expect(device.places().oaza.get(oaza.code)).toEqual(oaza)

  await importPlacesInto(db, stationFile('000200,卯之町,33.3633,132.5122,予讃線'))
  await server.makeCatalogueFile()
  await device.sync()
  expect([...device.places().stations.values()].map(({ name }) => name)).toContain('卯之町')
})
