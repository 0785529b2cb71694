import { beforeEach, expect, test } from 'vitest'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { countPlaces, getListing, listCities, searchListings } from '#contract/listings.ts'
import { getOwnData } from '#contract/own-data.ts'
import { getShortlist } from '#contract/shortlist.ts'
import { createApp } from '#server/app.ts'
import { listings, readingBudgets } from '#server/db/schema.ts'
import { deleteOldBudgets } from '#server/listings/reading-budget.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

/** More houses than an account may read within a day. */
const HOUSES = 3200
const PAGES = HOUSES / 100

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  // The first house also tells the catalogue that it has changed.
  await server.addListing({ id: 'house-0', createdAt: createdAt(0) })
  const { db } = server.services
  for (let start = 1; start < HOUSES; start += 500) {
    const numbers = Array.from(
      { length: Math.min(500, HOUSES - start) },
      (_, index) => start + index,
    )
    await db.insert(listings).values(
      numbers.map((number) => ({
        ...{ id: `house-${number}`, source: 'test', digest: '', raw: {} },
        createdAt: createdAt(number),
      })),
    )
  }
  await server.addListing({ id: 'newest', createdAt: createdAt(-1) })
  ana = await server.addSubscriber()
})

/** The houses are listed in the order of their numbers, newest first. */
function createdAt(number: number) {
  return new Date(Date.UTC(2026, 0, 14) - number * 60_000)
}

const read = async (person: Person, page: number) =>
  (await server.call(person, searchListings, { page, limit: 100 })).status

/** Reads pages of a hundred houses until a page is refused. Returns the number of that page. */
async function readUntilRefused(person: Person) {
  for (let page = 1; page <= PAGES; page++) {
    const status = await read(person, page)
    if (status === 429) return page
    expect(status).toBe(200)
  }
  return undefined
}

test('an account reads about 3,000 different houses in 24 hours, and may open them again', async () => {
  const refused = (await readUntilRefused(ana)) ?? 0
  expect(refused).toBeGreaterThanOrEqual(30)
  expect(refused).toBeLessThanOrEqual(31)
  for (const page of [1, 15, 29]) expect(await read(ana, page)).toBe(200)
  expect((await server.call(ana, getListing, { id: 'house-7' })).status).toBe(200)

  server.setNow('2026-01-15T21:00:00Z')
  const response = await server.fetch(`/v1/listings?limit=100&page=${PAGES}`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe(String(3 * 3600))
  expect(await response.json()).toEqual({
    detail: 'You have opened very many different houses today. More houses open again in 3 hours.',
  })
  server.setNow('2026-01-16T00:00:00Z')
  expect(await read(ana, PAGES)).toBe(200)
})

test('the limit also applies to houses that are opened by their id, and is stored in the database', async () => {
  await readUntilRefused(ana)
  // Another process has nothing in its memory.
  const other = createApp(server.services)
  const headers = { authorization: `Bearer ${ana.token}` }
  const statuses: number[] = []
  for (let number = HOUSES - 100; number < HOUSES; number++) {
    statuses.push((await other.request(`/v1/listings/house-${number}`, { headers })).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect((await other.request('/v1/listings/house-3', { headers })).status).toBe(200)
})

test('the limit of one account concerns nobody else, and an administrator has none', async () => {
  const [ben, admin] = [await server.addSubscriber(), await server.addAdmin()]
  await readUntilRefused(ana)
  expect(await read(ben, PAGES)).toBe(200)
  expect(await readUntilRefused(admin)).toBeUndefined()
})

test('at the limit, an account still reads its favorites, the map, the cities and its own data', async () => {
  await server.call(ana, addFavorite, { listing_id: 'house-3150' })
  await readUntilRefused(ana)
  const { status, body } = await server.call(ana, listFavorites, {})
  expect([status, body.favorites]).toEqual([200, ['house-3150']])
  expect((await server.call(ana, countPlaces, {})).status).toBe(200)
  expect((await server.call(ana, listCities, { prefecture: 'ehime' })).status).toBe(200)
  expect((await server.call(ana, getShortlist, {})).status).toBe(200)
  expect((await server.call(ana, getOwnData, {})).status).toBe(200)
})

test('reading the same houses in other orders and page sizes is not counted again', async () => {
  for (const limit of [20, 50, 100]) {
    for (const sort_order of ['asc', 'desc'] as const) {
      for (let page = 1; page <= 1000 / limit; page++) {
        const { status } = await server.call(ana, searchListings, { page, limit, sort_order })
        expect(status).toBe(200)
      }
    }
  }
  expect(await read(ana, 15)).toBe(200)
})

test('an old count is deleted', async () => {
  await read(ana, 1)
  const { db } = server.services
  await deleteOldBudgets(db, new Date('2026-01-15T23:59:59Z'))
  expect(await db.$count(readingBudgets)).toBe(1)
  await deleteOldBudgets(db, new Date('2026-01-16T00:00:00Z'))
  expect(await db.$count(readingBudgets)).toBe(0)
})
