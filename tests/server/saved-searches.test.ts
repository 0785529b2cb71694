import { beforeEach, expect, test } from 'vitest'
import {
  countSavedSearches,
  deleteSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  renameSavedSearch,
  saveSearch,
} from '#contract/saved-searches.ts'
import { savedSearches } from '#server/db/schema.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addSubscriber()
})

const save = (person: Person, search: string, name = 'My search') =>
  server.call(person, saveSearch, { name, search })
const searchesOf = async (person: Person) =>
  (await server.call(person, listSavedSearches, {})).body.searches
const countsOf = async (person: Person) => {
  const [searches, { body }] = [
    await searchesOf(person),
    await server.call(person, countSavedSearches, {}),
  ]
  return Object.fromEntries(searches.map(({ id, search }) => [search, body.counts[id]]))
}

/** Inserts saved searches of one person directly into the database. */
async function addSearches(person: Person, count: number) {
  await server.services.db.insert(savedSearches).values(
    Array.from({ length: count }, (_, at) => {
      const year = 1900 + at
      return {
        ...{ id: `${person.id}-${at}`, userId: person.id, name: `From ${year}` },
        search: `construction_year_min=${year}`,
      }
    }),
  )
}

test('saved searches are listed latest first, with their names and filters', async () => {
  await save(ana, 'prefecture=ehime', '  Ehime ')
  server.setNow('2026-01-15T00:00:01Z')
  const { body } = await save(ana, 'near=38214&within=50&sort_by=sale_price&sort_order=asc', '内子')

  const searches = [
    { name: '内子', search: 'near=38214&sort_by=sale_price&sort_order=asc&within=50' },
    { name: 'Ehime', search: 'prefecture=ehime' },
  ]
  expect(body.searches).toMatchObject(searches)
  expect(await searchesOf(ana)).toMatchObject(searches)
})

test('saving the same search again in another spelling only renames the saved search', async () => {
  const equal = [
    'marks=parking,-well-water,by-the-sea&sale_price_max=20000&near=38214',
    'near=38214&within=20&marks=by-the-sea,parking,parking,-well-water&sale_price_max=20000.0&city=',
    'sale_price_currency=USD&sale_price_max=20000&near=38214&sort_by=createdAt&sort_order=desc&marks=-well-water,by-the-sea,parking',
  ]
  for (const [at, search] of equal.entries()) {
    expect((await save(ana, search, `Name ${at}`)).status).toBe(200)
  }
  expect(await searchesOf(ana)).toMatchObject([{ name: 'Name 2' }])
})

test.each([
  ['page=2', 'page is neither a filter nor an order of listings'],
  ['limit=40', 'limit is neither a filter nor an order of listings'],
  ['listing=house-1', 'listing is neither a filter nor an order of listings'],
  ['prefecture=ehime&prefecture=kochi', 'Each filter can be given only once'],
  ['sale_price_max=3M', 'Maximum price must be a number from 0 to 1000000000'],
  ['within=30&near=38214', 'Within must be 10, 20 or 50 km'],
  ['region=atlantis', /^Region must be one of /],
  ['sort_by=beauty', /^Sort by /],
  [
    'prefecture=Atlantis',
    "Prefecture must be a prefecture's name in lowercase letters, such as ehime",
  ],
  ['city=Seiyo', 'A city needs its prefecture, such as prefecture=ehime&city=Seiyo'],
  ['city=Seiyo&near=38214', 'A city needs its prefecture, such as prefecture=ehime&city=Seiyo'],
  ['sale_price_max=3&sale_price_currency=XXX', 'There is no exchange rate for XXX'],
  [`marks=${Array(60).fill('a'.repeat(38)).join()}`, /^This search has too many filters/],
])('the server refuses to save an invalid search: %s', async (search, detail) => {
  const { status, body } = await save(ana, search)
  expect(status).toBe(422)
  expect(body.detail).toEqual(typeof detail === 'string' ? detail : expect.stringMatching(detail))
  expect(await searchesOf(ana)).toEqual([])
})

test.each([
  ['   ', 'Name is required'],
  ['a'.repeat(81), 'Name must be at most 80 characters'],
  ['a\u202Eb', 'Name contains characters that cannot be shown'],
])('the server refuses the name %j for a new search and for a saved one', async (name, detail) => {
  const [saved] = (await save(ana, '')).body.searches
  const refused = { status: 422, body: { detail } }
  expect(await save(ana, 'prefecture=ehime', name)).toMatchObject(refused)
  expect(await server.call(ana, renameSavedSearch, { id: saved?.id ?? '', name })).toMatchObject(
    refused,
  )
})

test('a person with 50 saved searches can save another only after deleting one', async () => {
  await addSearches(ana, MAX_SAVED_SEARCHES)
  expect(await save(ana, 'prefecture=ehime')).toMatchObject({
    status: 409,
    body: {
      detail:
        'You have 50 saved searches, the most that one account can keep. Delete one to save another.',
    },
  })
  expect((await save(ana, 'construction_year_min=1900', 'Renamed')).status).toBe(200)

  await server.call(ana, deleteSavedSearch, { id: `${ana.id}-7` })
  expect((await save(ana, 'prefecture=ehime')).status).toBe(200)
})

test('concurrent requests neither exceed the limit nor save a search twice', async () => {
  await addSearches(ana, MAX_SAVED_SEARCHES - 1)
  const wanted = ['ehime', 'ehime', 'kochi', 'kagawa'].map((value) => `prefecture=${value}`)
  const answers = await Promise.all(wanted.map((search) => save(ana, search)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(await searchesOf(ana)).toHaveLength(MAX_SAVED_SEARCHES)
})

test('a saved search can be renamed and deleted, and deleting twice has the same effect as once', async () => {
  const [saved] = (await save(ana, 'prefecture=ehime')).body.searches
  const id = saved?.id ?? ''
  const { body } = await server.call(ana, renameSavedSearch, { id, name: 'By the sea' })
  expect(body.searches).toEqual([{ id, name: 'By the sea', search: 'prefecture=ehime' }])

  for (const _ of ['once', 'twice']) {
    expect(await server.call(ana, deleteSavedSearch, { id })).toMatchObject({
      status: 200,
      body: { searches: [] },
    })
  }
  expect(await server.call(ana, renameSavedSearch, { id, name: 'Late' })).toMatchObject({
    status: 404,
    body: { detail: 'This saved search no longer exists.' },
  })
})

test("nobody sees, renames, deletes or counts another person's saved searches (check 28)", async () => {
  const ben = await server.addSubscriber()
  const [saved] = (await save(ana, 'prefecture=ehime')).body.searches
  const id = saved?.id ?? ''

  expect(await searchesOf(ben)).toEqual([])
  expect((await server.call(ben, countSavedSearches, {})).body).toEqual({ counts: {} })
  expect((await server.call(ben, renameSavedSearch, { id, name: "Ben's" })).status).toBe(404)
  expect((await server.call(ben, deleteSavedSearch, { id })).body.searches).toEqual([])
  // Two people may save the same search.
  await save(ben, 'prefecture=ehime', "Ben's")

  expect(await searchesOf(ana)).toEqual([saved])
})

test('the count of a saved search is the number of houses that match the search now', async () => {
  await server.addListing({ prefecture: 'ehime', priceYen: 2_000_000 })
  await server.addListing({ prefecture: 'ehime', priceYen: 9_000_000 })
  await server.addListing({ prefecture: 'kochi', withdrawnAt: new Date('2026-01-01T00:00:00Z') })
  const cheap = 'prefecture=ehime&sale_price_currency=JPY&sale_price_max=3000000'
  for (const search of ['', 'prefecture=ehime', cheap, 'prefecture=kochi', 'near=99999']) {
    await save(ana, search)
  }
  expect(await countsOf(ana)).toEqual({
    ...{ '': 2, 'prefecture=ehime': 2, [cheap]: 1, 'prefecture=kochi': 0, 'near=99999': 0 },
  })

  await server.addListing({ prefecture: 'ehime', priceYen: 1_000_000 })
  expect(await countsOf(ana)).toMatchObject({ '': 3, [cheap]: 2 })
})

test('if this version of the server cannot run a saved search, only the other saved searches get a count', async () => {
  const stored = [
    'sale_price_currency=XXX&sale_price_max=3',
    'former_filter=1',
    'region=former',
    '',
  ]
  await server.services.db
    .insert(savedSearches)
    .values(stored.map((search, at) => ({ id: `s${at}`, userId: ana.id, name: 'Old', search })))
  await server.addListing()
  const { body } = await server.call(ana, countSavedSearches, {})
  expect(body.counts).toEqual({ s3: 1 })
})
