import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { addFavorite, countFavorites, listFavorites } from '#contract/favorites.ts'
import { endpoints } from '#contract/index.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import {
  countMarks,
  countPlaces,
  getListing,
  listCities,
  listFreeListings,
  searchListings,
} from '#contract/listings.ts'
import { countSavedSearches, saveSearch } from '#contract/saved-searches.ts'
import { getSharedListing } from '#contract/sharing.ts'
import { addToShortlist, getShortlist, listShortlistHouses } from '#contract/shortlist.ts'
import { toBits } from '#search/marks.ts'
import { createApp } from '#server/app.ts'
import { listings } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let server: TestServer
let admin: Person
/** Ana has the house among her favorites. */
let ana: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin()
  ana = await server.addSubscriber()
  const place = { prefecture: 'hyogo', city: 'Yabu' }
  // A change of a listing computes its signs again from its facts.
  const parking = { facts: { parking: 'free' }, ...toBits(['parking']) } as const
  await server.addListing({
    id: 'house-1',
    location: 'Oya-cho 1',
    priceCents: 1,
    ...parking,
    ...place,
  })
  await server.addListing({ id: 'house-2', prefecture: 'osaka', city: 'Sakai' })
  for (const listing_id of ['house-1', 'house-2']) {
    await server.call(ana, addFavorite, { listing_id })
    await server.call(ana, addToShortlist, { listing_id })
  }
})

const hide = (hidden: boolean) =>
  server.call(admin, hideInventoryListing, { id: 'house-1', hidden })

/** Returns the HTML that the server sends for the house's link. */
async function fetchLinkHtml() {
  const clientDirectory = testDirectory()
  copyFileSync('index.html', join(clientDirectory, 'index.html'))
  const app = createApp(server.services, { clientDirectory })
  return (await app.request('http://engawa.example/listings?listing=house-1')).text()
}

/** Reads all responses that could contain the house. The result says which of them contain it. */
async function readVisibility(person: Person) {
  const { body: found } = await server.call(person, searchListings, {})
  const { body: cheapest } = await server.call(person, searchListings, {
    prefecture: 'hyogo',
    sort_by: 'sale_price',
  })
  const { body: free } = await server.call(null, listFreeListings, {})
  const { body: cities } = await server.call(person, listCities, {})
  const { body: mapped } = await server.call(person, countPlaces, {})
  const { body: marks } = await server.call(person, countMarks, {})
  const { body: favorites } = await server.call(person, listFavorites, {})
  const { body: counted } = await server.call(person, countFavorites, {})
  await server.call(person, saveSearch, { name: 'All houses', search: '' })
  const { body: saved } = await server.call(person, countSavedSearches, {})
  const { body: shared } = await server.call(person, getShortlist, {})
  const { body: onShortlist } = await server.call(person, listShortlistHouses, {})
  const { status: single } = await server.call(person, getListing, { id: 'house-1' })
  const { status: linked } = await server.call(null, getSharedListing, { id: 'house-1' })
  return {
    search: found.results.some(({ _id }) => _id === 'house-1'),
    'total of a search': found.total_count === 2,
    'search of its prefecture': cheapest.total_count === 1,
    'free preview': free.results.some(({ _id }) => _id === 'house-1'),
    cities: cities.some(({ value }) => value === 'Yabu'),
    'counts of the map': mapped.unplaced === 2,
    'counts of signs': marks.parking?.only === 1,
    favorites: favorites.favorites.includes('house-1'),
    'records of favorites': favorites.listings.some(({ _id }) => _id === 'house-1'),
    'number of favorites': counted.count === 2,
    'count of a saved search': Object.values(saved.counts)[0] === 2,
    'shared shortlist': shared.shortlist?.houses.length === 2,
    'records of the shared shortlist': onShortlist.listings.length === 2,
    'its own page': single === 200,
    'its link, opened by anybody': linked === 200,
    'its link, in a chat': (await fetchLinkHtml()).includes('Yabu'),
  }
}

const visibility = (isSeen: boolean) => ({
  search: isSeen,
  'total of a search': isSeen,
  'search of its prefecture': isSeen,
  'free preview': isSeen,
  cities: isSeen,
  'counts of the map': isSeen,
  'counts of signs': isSeen,
  favorites: isSeen,
  'records of favorites': isSeen,
  'number of favorites': isSeen,
  'count of a saved search': isSeen,
  'shared shortlist': isSeen,
  'records of the shared shortlist': isSeen,
  'its own page': isSeen,
  'its link, opened by anybody': isSeen,
  'its link, in a chat': isSeen,
})

test('a hidden listing is on no page until it is shown again', async () => {
  expect(await readVisibility(ana)).toEqual(visibility(true))
  await hide(true)
  expect(await readVisibility(ana)).toEqual(visibility(false))
  await hide(false)
  expect(await readVisibility(ana)).toEqual(visibility(true))
})

test('administrators see a hidden listing only in the inventory', async () => {
  await server.call(admin, addFavorite, { listing_id: 'house-1' })
  await server.call(admin, addFavorite, { listing_id: 'house-2' })
  await server.call(admin, addToShortlist, { listing_id: 'house-1' })
  await server.call(admin, addToShortlist, { listing_id: 'house-2' })
  await hide(true)
  expect(await readVisibility(admin)).toEqual(visibility(false))
})

test('a hidden listing looks as if it never existed', async () => {
  await hide(true)
  const ask = (id: string) => [
    server.call(ana, getListing, { id }),
    server.call(null, getSharedListing, { id }),
    server.call(ana, addFavorite, { listing_id: id }),
  ]
  const answers = async (id: string) =>
    (await Promise.all(ask(id))).map(({ status, body }) => [status, body.detail])
  expect(await answers('house-1')).toEqual(await answers('nowhere'))
})

/** Valid values for the fields that endpoints require besides the id of a house. */
const FIELDS = {
  ...{ id: 'house-1', q: 'Yabu', prefecture: 'hyogo' },
  ...{ record: 'house:house-1', field: 'note', photo_id: randomUUID() },
  hash: '0'.repeat(64),
}

/** The endpoints that this test leaves out, with the reason. */
const LEFT_OUT: Record<string, string> = {
  getOwnData: 'says that the person has stored the house as a favorite',
  listRevisions: 'answers with digests of what the person has stored, which name no house',
  getOwnPhoto: 'takes the id of a photo, and returns what the person has uploaded',
}

/** The responses of all endpoints that read, except those of administrators. */
async function readEverything(person: Person | null) {
  await server.makeCatalogueFile()
  const answers: Record<string, [status: number, body: unknown]> = {}
  for (const [name, endpoint] of endpoints) {
    if (endpoint.method !== 'GET' || endpoint.access === 'admin' || LEFT_OUT[name]) continue
    const { status, body } = await server.call(person, endpoint, FIELDS)
    answers[name] = [status, withoutRevisions(body)]
  }
  const refused = Object.keys(answers).filter((name) => answers[name]?.[0] === 422)
  expect(refused, 'FIELDS lacks a value').toEqual([])
  return answers
}

/**
 * The response without the digest of what the person has stored, and without the revision of the
 * listings, which counts all changes and names no house.
 */
function withoutRevisions(body: Record<string, unknown>) {
  const { revision: _, newest_revision: __, ...others } = body
  return others
}

test.each(['a subscriber', 'a visitor'])(
  'to %s, every endpoint answers for a hidden listing as if it had never been imported',
  async (who) => {
    const person = who === 'a visitor' ? null : ana
    await hide(true)
    const hidden = await readEverything(person)
    expect(Object.keys(hidden).length).toBeGreaterThan(30)
    await server.services.db.transaction(async (tx) => {
      await tx.delete(listings).where(eq(listings.id, 'house-1'))
      await bumpRevision(tx, everyListing)
    })
    expect(await readEverything(person)).toEqual(hidden)
  },
)

test('a listing that is both withdrawn and hidden cannot be opened', async () => {
  await server.addListing({ id: 'house-3', withdrawnAt: new Date(), hiddenAt: new Date() })
  await server.call(ana, addFavorite, { listing_id: 'house-3' })
  expect((await server.call(ana, getListing, { id: 'house-3' })).status).toBe(404)
})
