import { screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call } from '#client/api/api.ts'
import { dropEarlyRequests } from '#client/api/early-requests.ts'
import { sendEarlyRequests } from '#client/boot/send-early-requests.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { readPersisted, updatePersisted } from '#client/query-store/persisted-rows.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { sessions } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let requestedPaths: string[]

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  requestedPaths = []
  network.intercept = recordRequest
  await server.addListing({
    id: 'ine',
    propertyType: 'House',
    location: 'Ine',
    prefecture: 'kyoto',
  })
})

afterEach(() => {
  dropEarlyRequests()
  history.replaceState(null, '', '/')
})

function recordRequest(path: string) {
  requestedPaths.push(path)
  return undefined
}

const house = () => screen.findByRole('article', { name: 'House in Ine' })

/** Adds a person whose browser has persisted the account, but not the data of the next page. */
async function addReturningPerson(addPerson: () => Promise<Person> = () => server.addSubscriber()) {
  const person = await addPerson()
  openApp('/account', person)
  await waitFor(() => expect(localStorage.getItem('account')).toContain(person.id))
  closeApp()
  requestedPaths = []
  return person
}

/** The history state that the router writes. */
const ROUTER_STATE = { __TSR_index: 0 }

/**
 * Simulates the page at `path` before the app has loaded. At this time, the page sends its early
 * requests.
 */
function loadPage(path: string, state: unknown = ROUTER_STATE) {
  history.replaceState(state, '', path)
  sendEarlyRequests()
}

test.each([
  ['/listings', ['/v1/auth/me', '/v1/favorites', '/v1/listings']],
  [
    '/listings?prefecture=kyoto&priceMin=0&sort=price-asc&pageSize=40',
    [
      '/v1/auth/me',
      '/v1/favorites',
      '/v1/listings?prefecture=kyoto&sale_price_min=0&limit=40&sort_by=sale_price&sort_order=asc',
    ],
  ],
  ['/listings?listing=ine', ['/v1/auth/me', '/v1/favorites', '/v1/listings/ine']],
  ['/favorites', ['/v1/auth/me', '/v1/favorites']],
])(
  'the page at %s requests its first data once, before the app has started',
  async (path, wanted) => {
    await addReturningPerson()
    loadPage(path)
    expect(requestedPaths.toSorted()).toEqual(wanted)
    openApp(path)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(document.early?.size).toBe(0))
    expect(requestedPaths.filter((address) => wanted.includes(address)).toSorted()).toEqual(wanted)
  },
)

test('the app shows data that the page requested before the app had started', async () => {
  await addReturningPerson()
  loadPage('/listings')
  await Promise.all([...(document.early?.values() ?? [])].map(({ response }) => response))
  network.intercept = (path) => {
    throw new Error(`${path} is asked for again`)
  }
  openApp('/listings')
  await house()
})

test.each([
  ['/listings?prefecture=kyoto', '/v1/catalogue'],
  ['/listings?listing=ine', '/v1/listings/ine'],
])(
  'where this device holds all houses, the page at %s requests %s before the app has started',
  async (path, wanted) => {
    await addReturningPerson()
    catalogueMark.set('ready')
    loadPage(path)
    expect(requestedPaths.toSorted()).toEqual(['/v1/auth/me', wanted, '/v1/favorites'].toSorted())
  },
)

test('if the URL has an invalid value, the page does not request listings before the app has loaded', async () => {
  await addReturningPerson()
  for (const path of ['/listings?page=abc', '/listings?listing=%00']) {
    loadPage(path, null)
    expect(requestedPaths).toEqual(['/v1/auth/me', '/v1/favorites'])
    requestedPaths = []
  }
  loadPage('/listings?listing=ine', null)
  expect(requestedPaths).toContain('/v1/listings/ine')
})

test('before the app starts, the page requests nothing for visitors, and no listings for people without access', async () => {
  loadPage('/listings')
  expect(requestedPaths).toEqual([])
  await addReturningPerson(() => server.addSubscriber({ status: 'expired' }))
  loadPage('/listings')
  expect(requestedPaths).toEqual(['/v1/auth/me'])
})

test('if the server reports an expired session before the app starts, the app signs the person out', async () => {
  const { id } = await addReturningPerson()
  await server.services.db.delete(sessions).where(eq(sessions.userId, id))
  loadPage('/listings')
  openApp('/listings')
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(localStorage.getItem('token')).toBeNull()
  // The app asks the account whether the session has ended, unless another response has said so first.
  const asked = requestedPaths.filter((path) => path === '/v1/auth/me')
  expect(asked.length).toBeLessThanOrEqual(1)
})

test('data that the page requested for one account before the app started is never shown to another account', async () => {
  await addReturningPerson()
  loadPage('/favorites')
  const ben = await server.addSubscriber()
  openApp('/favorites', ben)
  await screen.findByText('No favorites yet')
  expect(requestedPaths.filter((path) => path === '/v1/favorites')).toHaveLength(2)
})

test("if a request that the page sends before the app's start gets no response, the app treats the request as failed", async () => {
  await addReturningPerson()
  network.disconnect()
  loadPage('/listings')
  openApp('/listings')
  await screen.findByRole('heading', { name: 'Not saved on this device' })
  network.reconnect()
  await house()
})

test('a request that is already cancelled does not take the response that the page requested before the app started', async () => {
  await addReturningPerson()
  loadPage('/favorites')
  const reason = new Error('called off')
  await expect(call(listFavorites, {}, AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(document.early?.has('/v1/favorites')).toBe(true)
})

test('after a change, the app drops the responses that the page requested before the app started, and requests the data again', async () => {
  await addReturningPerson()
  loadPage('/favorites')
  await call(addFavorite, { listing_id: 'ine' })
  expect((await call(listFavorites, {})).favorites).toEqual(['ine'])
})

test('if another tab has changed the data since the early request of the page, the app requests the data again', async () => {
  const ana = await addReturningPerson()
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  const readFavorites = () => readPersisted(['favorites'], listFavorites.output)
  openApp('/favorites')
  await waitFor(async () => expect((await readFavorites())?.listings).toHaveLength(1))
  closeApp()

  // Simulates opening the app a minute later.
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 60_000)
  requestedPaths = []
  loadPage('/favorites')
  await Promise.all([...(document.early?.values() ?? [])].map(({ response }) => response))
  // The simulated clock stands still, and the other tab changes the data after the request.
  vi.setSystemTime(Date.now() + 1_000)
  await server.addListing({ id: 'oki', propertyType: 'House', location: 'Oki' })
  await server.call(ana, addFavorite, { listing_id: 'oki' })
  await updatePersisted(['favorites'], listFavorites.output, (saved) => ({
    ...saved,
    favorites: ['oki', ...saved.favorites],
  }))
  openApp('/favorites')
  await waitFor(async () => expect((await readFavorites())?.listings).toHaveLength(2))
  expect(requestedPaths.filter((address) => address === '/v1/favorites')).toHaveLength(2)
})
