import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { createStore, del, entries, set } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/data/query-client.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { readPersisted, sweepQueries, updatePersisted } from '#client/query-store/persisted-rows.ts'
import { session } from '#client/session/session.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
})

const store = createStore('engawa-queries', 'queries')
const persistedRows = () =>
  entries<string, { queryKey: unknown[]; version: number; data: unknown }>(store)
const untilPersisted = (name: string) =>
  waitFor(async () => {
    const rows = await persistedRows()
    expect(rows.some(([, { queryKey }]) => queryKey[0] === name)).toBe(true)
  })
const card = () => screen.findByRole('article', { name: 'House in Ine' })

test('favorites that were loaded before can be opened offline, also in a new tab', async () => {
  openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  cleanup()

  network.disconnect()
  openApp('/favorites')
  await card()
  expect(localStorage.getItem('token')).toBe(ana.token)
})

test('offline, a results page of this visit can be read again, also after an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const { router } = openApp('/listings', ana)
  await card()
  await router.navigate({ to: '/favorites' })
  await screen.findByRole('heading', { name: 'My Favorites' })
  act(network.disconnect)
  await act(() => vi.advanceTimersByTimeAsync(3_600_000))
  await router.navigate({ to: '/listings' })
  await card()
  vi.useRealTimers()
})
test('offline, a house whose gallery was opened before can be opened, even if no saved list contains it', async () => {
  const { person } = openApp('/listings', ana)
  await person.click(within(await card()).getByRole('button', { name: /^House in/ }))
  await untilPersisted('listing')
  cleanup()

  for (const [key, { queryKey }] of await persistedRows()) {
    if (queryKey[0] !== 'listing') await del(key, store)
  }
  network.disconnect()
  openApp('/listings/ine')
  await screen.findByRole('heading', { name: 'House in Ine', level: 1 })
})

test('saved data is shown before the server responds, then replaced by the response', async () => {
  openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  cleanup()

  await server.addListing({ id: 'oki', propertyType: 'House', location: 'Oki' })
  await server.call(ana, addFavorite, { listing_id: 'oki' })
  // Simulates opening the app a minute later.
  vi.setSystemTime(Date.now() + 60_000)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.hold = () => held
  openApp('/favorites')
  await card()
  expect(screen.queryByRole('article', { name: 'House in Oki' })).toBeNull()
  release()
  await screen.findByRole('article', { name: 'House in Oki' })
  vi.useRealTimers()
})

test('a pending response does not overwrite a change from another tab, and the data is refetched', async () => {
  const { queryClient } = openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  const readFavorites = () => readPersisted(['favorites'], listFavorites.output)
  const kept: unknown[] = []
  network.hold = async (path) => {
    if (path !== '/v1/favorites') return
    kept.push((await readFavorites())?.favorites)
    if (kept.length > 1) return
    // The held response was requested before the house in Oki was a favorite, so it lacks that
    // house.
    await updatePersisted(['favorites'], listFavorites.output, (saved) => ({
      ...saved,
      favorites: ['oki', ...saved.favorites],
    }))
    await server.addListing({ id: 'oki', propertyType: 'House', location: 'Oki' })
    await server.call(ana, addFavorite, { listing_id: 'oki' })
  }
  void queryClient.invalidateQueries({ queryKey: ['favorites'] })
  await waitFor(async () => expect((await readFavorites())?.listings).toHaveLength(2))
  expect(kept).toEqual([['ine'], ['oki', 'ine']])
})

test('a newer response from another tab is not replaced by an older one', async () => {
  const { queryClient } = openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  const keptIds = async () => (await readPersisted(['favorites'], listFavorites.output))?.favorites
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = new Promise<void>((resolve) => {
    network.hold = () => {
      network.hold = async () => {}
      resolve()
      return released
    }
  })
  void queryClient.invalidateQueries({ queryKey: ['favorites'] })
  // The held response was requested before the house in Oki was a favorite, so it lacks that house.
  await asked
  await server.addListing({ id: 'oki', propertyType: 'House', location: 'Oki' })
  await server.call(ana, addFavorite, { listing_id: 'oki' })
  await createQueryClient().fetchQuery(favoritesQuery)
  await waitFor(async () => expect(await keptIds()).toHaveLength(2))

  release()
  // When the outdated response arrives, the first tab refetches instead of storing it.
  await screen.findByRole('article', { name: 'House in Oki' })
  expect(await keptIds()).toHaveLength(2)
})

test('data saved by one account is never read by another (check 49)', async () => {
  openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  cleanup()

  const ben = await server.addSubscriber()
  localStorage.removeItem('account')
  openApp('/favorites', ben)
  await screen.findByText('No favorites yet')
})

test.each([
  [
    'whose data does not match the contract',
    (row: object) => ({ ...row, data: { favorites: 'ine' } }),
  ],
  ['that is a text instead of an object', () => 'ine'],
])('the app does not show saved data from a database row %s', async (_what, spoil) => {
  openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  cleanup()

  for (const [key, row] of await persistedRows()) await set(key, spoil(row), store)
  network.disconnect()
  openApp('/favorites')
  await screen.findByRole('button', { name: 'Try Again' })
  screen.getByText(/^An older version of Engawa saved this page/)
  closeApp()

  // The damaged row is still stored, so the next offline start shows the same message.
  openApp('/favorites')
  await screen.findByText(/^An older version of Engawa saved this page/)
  network.reconnect()
  await card()
  expect(screen.queryByText(/^An older version/)).toBeNull()
})

const LATER_FIELDS = ['attribution', 'withdrawn', 'photos']

test('the app shows saved data of an older version, even if newer fields are missing', async () => {
  openApp('/favorites', ana)
  await card()
  await untilPersisted('favorites')
  closeApp()

  for (const [key, row] of await persistedRows()) {
    const { favorites, listings = [] } = row.data as { favorites: string[]; listings: object[] }
    const older = listings.map((record) => {
      const known = Object.entries(record)
      return Object.fromEntries(known.filter(([name]) => !LATER_FIELDS.includes(name)))
    })
    await set(key, { ...row, version: 0, data: { favorites, listings: older } }, store)
  }
  network.disconnect()
  openApp('/favorites')
  await card()
})

test('the cleanup of saved data on the device keeps the favorites and the most recent other data', async () => {
  session.start('token-of-ana')
  session.identify('token-of-ana', 'ana')
  const row = (name: string, updatedAt: number, isLasting = false) =>
    set(`ana-["${name}"]`, { version: 1, queryKey: [name], isLasting, updatedAt, data: [] }, store)
  const now = Date.now()
  await row('favorites', 0, true)
  await row('two months ago', now - 60 * 86_400_000)
  for (let page = 0; page < 150; page += 1) await row(`page ${page}`, now - page)
  await set('ben-["favorites"]', {}, store)
  await sweepQueries()

  const kept = (await persistedRows()).map(([, { queryKey }]) => queryKey[0])
  expect(kept).toHaveLength(101)
  expect(kept).toContain('favorites')
  expect(kept).toContain('page 0')
  expect(kept).not.toContain('page 149')
})

test.each([
  ['fails', () => Promise.reject(new DOMException('No database', 'UnknownError'))],
  ['hangs', () => new Promise<never>(() => {})],
])("a browser whose database %s shows the server's data", async (_how, open) => {
  vi.resetModules()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const request = { error: new DOMException('No database') } as IDBOpenDBRequest
    open().catch(() => request.onerror?.(new Event('error')))
    return request
  })
  const fresh = await import('#tests/support/app.tsx')
  fresh.openApp('/favorites', ana)
  await card()
  vi.restoreAllMocks()
})
