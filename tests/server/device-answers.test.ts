import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  countMarks,
  countPlaces,
  type ListingRecord,
  ListingSearch,
  listCities,
  searchListings,
} from '#contract/listings.ts'
import { suggestPlaces } from '#contract/places.ts'
import { countSavedSearches, listSavedSearches, writeSearch } from '#contract/saved-searches.ts'
import { openAnswers, UnknownOaza } from '#search/answers.ts'
import { MissingRate } from '#search/price-bounds.ts'
import { type Background, openBackground } from '#server/concurrency/background.ts'
import { listings, savedSearches } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { RATES } from '#tests/support/any-filters.ts'
import { anySearch, filtersOf, onDevice } from '#tests/support/any-search.ts'
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

// Slow: compares all answers of a device with those of the server, over HTTP, for random searches.
test('for any search, a device finds the same houses, titles, totals, cities, marks and places as the server', async () => {
  const { placed, answers } = await openDevice()
  let found = 0
  await fc.assert(
    fc.asyncProperty(anySearch(placed), async (input) => {
      const search = ListingSearch.parse(input)
      const filters = filtersOf(search)
      const { body } = await server.call(ana, searchListings, input)
      const page = await answers.searchListings(search, RATES)
      const ids = (results: ListingRecord[]) => results.map(({ _id }) => _id)
      expect(ids(page.results)).toEqual(ids(body.results))
      expect(page).toEqual(onDevice(body))
      expect(await answers.count(filters, RATES)).toBe(body.total_count)
      const cities = await server.call(ana, listCities, input)
      expect(await answers.listCities(filters, RATES)).toEqual(cities.body)
      const marks = await server.call(ana, countMarks, input)
      expect(await answers.countMarks(filters, RATES)).toEqual(marks.body)
      for (const detail of [undefined, 'oaza'] as const) {
        const places = await server.call(ana, countPlaces, { ...input, ...(detail && { detail }) })
        expect(await answers.countPlaces({ ...filters, detail }, RATES)).toEqual(places.body)
      }
      found += Number(body.total_count > 0)
    }),
    { numRuns: 2 * SERIES.searches, seed: SERIES.seed },
  )
  // Searches that find nothing prove little.
  expect(found).toBeGreaterThan(SERIES.searches / 2)
})

/** Stores saved searches without the checks of the server, as another version has stored them. */
async function storeSearches(searches: Iterable<string>) {
  const rows = [...searches].map((search, at) => ({
    id: `s${at}`,
    userId: ana.id,
    name: '',
    search,
  }))
  await server.services.db.insert(savedSearches).values(rows)
  return (await server.call(ana, listSavedSearches, {})).body.searches
}

test('for any saved searches, a device counts the same houses as the server', async () => {
  const { placed, answers } = await openDevice()
  const inputs = fc.sample(anySearch(placed), { numRuns: SERIES.searches, seed: SERIES.seed })
  const searches = await storeSearches(
    new Set(inputs.map(({ page: _, limit: __, ...search }) => writeSearch(search))),
  )
  const { counts, isPartial } = await answers.countSavedSearches(searches, RATES)
  const { body } = await server.call(ana, countSavedSearches, {})
  expect(counts).toEqual(body.counts)
  // Both leave out the same searches, which this version refuses.
  expect(isPartial).toBe(Object.keys(counts).length < searches.length)
  const found = Object.values(counts).filter((count) => count > 0)
  // Searches that find nothing prove little.
  expect(found.length).toBeGreaterThan(searches.length / 4)
})

test('a device leaves out the saved searches that only the server may be able to count', async () => {
  const { placed, answers } = await openDevice(300)
  const [{ code } = { code: '' }] = placed.unused
  const stored = [
    'former_filter=1',
    'sale_price_currency=SEK&sale_price_max=3',
    `near=${code}`,
    'prefecture=hyogo',
  ]
  const searches = await storeSearches(stored)
  const { body } = await server.call(ana, countSavedSearches, {})
  expect(Object.keys(body.counts)).toEqual(expect.arrayContaining(['s2', 's3']))
  const { s3 } = body.counts
  const answer = await answers.countSavedSearches(searches, RATES)
  expect(answer).toEqual({ counts: { s3 }, isPartial: true })
  const countable = searches.filter(({ id }) => id === 's3')
  expect(await answers.countSavedSearches(countable, RATES)).toMatchObject({ isPartial: false })
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
