import { QueryObserver } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { createStore, entries } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accountQuery } from '#client/data/account.ts'
import { createQueryClient } from '#client/data/query-client.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { syncFavorites } from '#client/favorites/set-favorite.ts'
import { sendUnsent } from '#client/service-worker/outbox.ts'
import { session } from '#client/session/session.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import { favorites, listings, subscriptions } from '#server/db/schema.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { addFavorites } from '#tests/support/many-favorites.ts'
import { outboxRowsOf, provideLocks } from '#tests/support/outbox.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const queryRows = createStore('engawa-queries', 'queries')

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
})

const addHouse = (location: string, listing: Parameters<TestServer['addListing']>[0] = {}) =>
  server.addListing({ id: location.toLowerCase(), propertyType: 'House', location, ...listing })
const keep = (listing_id: string) => server.call(ana, addFavorite, { listing_id })
const favoritesOnServer = async () => (await server.call(ana, listFavorites, {})).body.favorites
const untilOnServer = (ids: string[]) =>
  waitFor(async () => expect(await favoritesOnServer()).toEqual(ids))
const untilStored = () =>
  waitFor(async () => expect(await outboxRowsOf(ana).read()).toHaveLength(1))

const heart = async (location: string) => {
  const card = within(await screen.findByRole('article', { name: `House in ${location}` }))
  return card.findByRole('button', { name: /^(Add to Favorites|Favorited)$/ })
}
const isOn = (button: HTMLElement) =>
  button.getAttribute('aria-pressed') === 'true' &&
  button.getAttribute('aria-label') === 'Favorited'
const titles = async () =>
  (await screen.findAllByRole('article')).map((card) => card.getAttribute('aria-labelledby'))

test('the favorites page appears before its houses have loaded', async () => {
  await addHouse('Ine')
  await keep('ine')
  const { person } = openApp('/listings', ana)
  expect(isOn(await heart('Ine'))).toBe(true)
  /**
   * One entry for each change of the page, starting when the page has its heading. An entry is true
   * if the page shows a house at that time.
   */
  const hadHouses: boolean[] = []
  const changes = new MutationObserver(() => {
    if (!screen.queryByRole('heading', { name: 'My Favorites' })) return
    hadHouses.push(screen.queryByRole('article') !== null)
  })
  changes.observe(document, { subtree: true, childList: true })
  await person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('button', { name: /^Remove House in/ })
  changes.disconnect()
  expect(hadHouses[0]).toBe(false)
  expect(hadHouses.at(-1)).toBe(true)
})

test('a favorite added on another device appears at the next start', async () => {
  await addHouse('Ine')
  await addHouse('Miyama')
  await keep('ine')
  openApp('/favorites', ana)
  await screen.findByRole('article', { name: 'House in Ine' })
  await waitFor(async () => expect(await entries(queryRows)).not.toEqual([]))
  closeApp()
  await keep('miyama')
  openApp('/favorites', ana)
  await screen.findByRole('article', { name: 'House in Miyama' })
})

test('a tap on a heart stores the change of the favorite synchronously, before the event handler returns', async () => {
  await addHouse('Ine')
  openApp('/listings', ana)
  const button = await heart('Ine')
  fireEvent.click(button)
  // At this point, the tap's event handler has run. Effects and timers have not run yet.
  expect(isOn(button)).toBe(true)
  expect(JSON.parse(localStorage.getItem('unsent-ine') ?? '')).toMatchObject({ favorite: true })
  await untilOnServer(['ine'])
  await waitFor(() => expect(localStorage.getItem('unsent-ine')).toBeNull())
})

test('a tap on the heart of a card adds the house to the favorites page and to the favorites on the server', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  expect(isOn(button)).toBe(false)
  await person.click(button)
  expect(isOn(button)).toBe(true)

  await person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('heading', { name: 'My Favorites' })
  await screen.findByRole('article', { name: 'House in Ine' })
  await untilOnServer(['ine'])
})

test('a tap on the heart of a favorite removes the house from the favorites page and from the server', async () => {
  await addHouse('Ine')
  await keep('ine')
  const { person } = openApp('/listings?listing=ine', ana)
  const button = await heart('Ine')
  await waitFor(() => expect(isOn(button)).toBe(true))
  await person.click(button)
  expect(isOn(button)).toBe(false)
  await untilOnServer([])

  await person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('No favorites yet')
})

test('the heart of a house is neutral and disabled until the favorites are known', async () => {
  await addHouse('Ine')
  await keep('ine')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  network.hold = async (path) => {
    if (path === '/v1/favorites') await released
  }
  openApp('/listings/ine', ana)
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Loading your favorites',
  })
  expect(button.disabled).toBe(true)
  expect(button.hasAttribute('aria-pressed')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Add to Favorites' })).toBeNull()
  release()
  await waitFor(() => expect(isOn(button)).toBe(true))
  expect(button.disabled).toBe(false)
})

test('the heart of a house shows the favorites of this device while the server is silent', async () => {
  await addHouse('Ine')
  await keep('ine')
  openApp('/favorites', ana)
  await screen.findByRole('article', { name: 'House in Ine' })
  await waitFor(async () =>
    expect((await entries(queryRows)).map(([key]) => key).join()).toContain('"favorites"'),
  )
  closeApp()
  network.hold = (path) =>
    path === '/v1/favorites' ? new Promise(() => undefined) : Promise.resolve()
  openApp('/listings/ine', ana)
  await screen.findByRole('button', { name: 'Favorited' })
})

test('if the favorites cannot be loaded, the heart of a house still adds it', async () => {
  await addHouse('Ine')
  network.intercept = (path, method) =>
    path === '/v1/favorites' && method === 'GET'
      ? Response.json({ detail: 'Internal server error' }, { status: 500 })
      : undefined
  const { person } = openApp('/listings/ine', ana)
  await person.click(await screen.findByRole('button', { name: 'Add to Favorites' }))
  await screen.findByRole('button', { name: 'Favorited' })
  await untilOnServer(['ine'])
})

test('after several fast taps on a heart, the last tap decides', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  for (const _ of ['on', 'off', 'on']) await person.click(button)
  expect(isOn(button)).toBe(true)
  await untilOnServer(['ine'])
  await waitFor(() => expect(screen.queryByText('will sync')).toBeNull())
  expect(isOn(button)).toBe(true)
})

test('a favorite shows everything that a person needs to visit the house', async () => {
  await addHouse('Ine', {
    layout: '4LDK',
    buildingArea: 98.5,
    landArea: 230,
    constructionText: 'July 1975',
    structure: 'Wooden',
    priceCents: 31_499_60,
    contactNumber: '0772-32-0001',
    referenceUrl: 'https://akiya.example/ine',
    transportation: 'JR Miyazu 12 km / Bus 5 min',
  })
  await keep('ine')
  openApp('/favorites', ana)
  const card = await screen.findByRole('article')
  const rows = [...card.querySelectorAll('dl > div')].map((row) => [
    row.querySelector('dt')?.textContent,
    row.querySelector('dd')?.textContent,
  ])
  expect(rows).toEqual([
    ['Floor Plan', '4LDK'],
    ['Area', '98.5\u00a0m²'],
    ['Land Area', '230\u00a0m²'],
    ['Construction Date', 'July 1975'],
    ['Building Structure', 'Wooden'],
    ['Price', '$31,499.60'],
    ['Property Type', 'House'],
    ['Location', 'Ine'],
    ['Contact', '0772-32-0001Check that the house is still offered.'],
    ['Reference URL', 'akiya.example'],
    ['Transportation', 'JR Miyazu 12 kmBus 5 min'],
  ])
  const link = (name: string | RegExp) =>
    within(card).getByRole('link', { name }).getAttribute('href')
  expect(link('0772-32-0001')).toBe('tel:0772320001')
  expect(link(/^akiya.example/)).toBe('https://akiya.example/ine')
  within(card).getByRole('button', { name: /^Copy Link House in/ })
  expect(document.title).toBe('My Favorites · Engawa')
})

test('a double click on Remove does not remove the next house too', async () => {
  await addHouse('Ine')
  await keep('ine')
  const { person } = openApp('/favorites', ana)
  const remove = await screen.findByRole('button', { name: /^Remove House in/ })
  fireEvent.click(remove, { detail: 2 })
  screen.getByText('1 house')

  await person.click(remove)
  await screen.findByText('No favorites yet')
  // Wait for the pending request. Otherwise, it would write to the database while the next test
  // empties it.
  await untilOnServer([])
})

test('removing a favorite moves the focus to the next one, until the list is empty', async () => {
  await addHouse('Ine')
  await keep('ine')
  server.setNow('2026-01-16T00:00:00Z')
  await addHouse('Miyama')
  await keep('miyama')
  const { person } = openApp('/favorites', ana)
  expect(await titles()).toEqual(['title-miyama', 'title-ine'])

  const newest = within(screen.getByRole('article', { name: 'House in Miyama' }))
  await person.click(newest.getByRole('button', { name: /^Remove House in/ }))
  await screen.findByText('1 house')
  expect(document.activeElement?.textContent).toBe('House in Ine')
  await untilOnServer(['ine'])

  await person.click(screen.getByRole('button', { name: /^Remove House in/ }))
  await screen.findByText('No favorites yet')
  screen.getByText('Start browsing listings and add your favorites!')
  await untilOnServer([])
  await person.click(screen.getByRole('link', { name: 'Browse Listings' }))
  expect(isOn(await heart('Ine'))).toBe(false)
})

test('a favorite that is no longer offered stays in the list, and is marked as such', async () => {
  await addHouse('Ine')
  await keep('ine')
  await server.services.db
    .update(listings)
    .set({ withdrawnAt: new Date('2026-01-15') })
    .where(eq(listings.id, 'ine'))
  openApp('/favorites', ana)
  const card = within(await screen.findByRole('article', { name: 'House in Ine' }))
  card.getByText('No longer offered')
})

test('offline changes survive a reload, and are sent once there is a network', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  network.intercept = (path) => {
    if (path.startsWith('/v1/favorites')) throw new TypeError('Failed to fetch')
    return undefined
  }
  await person.click(button)
  await screen.findByText('will sync')
  await untilStored()
  closeApp()

  openApp('/listings')
  const after = await heart('Ine')
  await waitFor(() => expect(isOn(after)).toBe(true))
  screen.getByText('will sync')
  expect(await favoritesOnServer()).toEqual([])

  network.disconnect()
  network.reconnect()
  await untilOnServer(['ine'])
  await waitFor(() => expect(screen.queryByText('will sync')).toBeNull())
  expect(isOn(after)).toBe(true)
})

test('the badge of a favorite promises nothing while IndexedDB has not committed the change', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  network.disconnect()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  await person.click(button)
  await screen.findByText('not saved yet')
  expect(screen.queryByText('will sync')).toBeNull()
})

test('a house added offline is shown on the favorites page with all its known facts', async () => {
  await addHouse('Ine', { contactNumber: '0772-32-0001' })
  await addHouse('Miyama')
  await keep('miyama')
  const { person } = openApp('/listings', ana)
  const button = await heart('Miyama')
  await waitFor(() => expect(isOn(button)).toBe(true))
  network.disconnect()
  await person.click(await heart('Ine'))
  await person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText('2 houses')
  expect(await titles()).toEqual(['title-ine', 'title-miyama'])
  const card = within(screen.getByRole('article', { name: 'House in Ine' }))
  card.getByText('0772-32-0001')
  card.getByText('will sync')
})

/**
 * Adds the house in Ine to the favorites offline, then closes the tab before the change is sent.
 */
async function leaveUnsentChange() {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  await waitFor(async () => expect(await persistedFavorites()).toEqual([]))
  network.disconnect()
  await person.click(button)
  await untilStored()
  closeApp()
  network.reconnect()
}

/** The favorites that are persisted for offline use. */
async function persistedFavorites() {
  const rows = await entries<string, { data: { favorites: string[] } }>(queryRows)
  return rows.find(([key]) => key.includes('favorites'))?.[1].data.favorites
}

test('offline, the favorites page includes changes that the service worker sent while the app was closed', async () => {
  provideLocks()
  await leaveUnsentChange()
  await sendUnsent(OUTBOX)
  expect(await favoritesOnServer()).toEqual(['ine'])

  network.disconnect()
  openApp('/favorites')
  const card = within(await screen.findByRole('article', { name: 'House in Ine' }))
  expect(card.queryByText('will sync')).toBeNull()
  await waitFor(async () => expect(await persistedFavorites()).toEqual(['ine']))
  await waitFor(async () => expect(await outboxRowsOf(ana).read()).toEqual([]))
})

test('if another page sends a change of favorites, the saved data of the favorites page includes the change', async () => {
  await leaveUnsentChange()
  openApp('/subscription/manage')
  await untilOnServer(['ine'])
  await waitFor(async () => expect(await persistedFavorites()).toEqual(['ine']))
})

test('a tab that loads its account late still refetches data that other tabs changed in the meantime', async () => {
  const { id } = await addHouse('Ine')
  const queryClient = createQueryClient()
  onTestFinished(syncFavorites(queryClient))
  queryClient.setQueryData(favoritesQuery.queryKey, { favorites: [], listings: [] })
  const favorites = new QueryObserver(queryClient, favoritesQuery)
  onTestFinished(favorites.subscribe(() => {}))
  await keep(id)
  const [worker, tab] = [new BroadcastChannel('outbox'), new BroadcastChannel('outbox')]
  worker.postMessage({})
  await new Promise((resolve) => tab.addEventListener('message', resolve))
  for (const channel of [worker, tab]) channel.close()

  session.start(ana.token)
  await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
  await waitFor(() => expect(favorites.getCurrentResult().data?.favorites).toEqual([id]))
})

test('offline, the favorites page counts the unsent changes of an earlier session, even if their houses cannot be shown yet', async () => {
  await addHouse('Ine')
  await addHouse('Miyama')
  openApp('/favorites', ana)
  await screen.findByText('No favorites yet')
  await waitFor(async () => expect(await persistedFavorites()).toEqual([]))
  await waitFor(() => expect(localStorage.getItem('account')).toContain(ana.id))
  closeApp()
  const left = { favorite: true, at: Date.now(), listing: null, request: null, outcome: null }
  await outboxRowsOf(ana).add({ id: 1, listingId: 'ine', ...left })
  await outboxRowsOf(ana).add({ id: 2, listingId: 'miyama', ...left })

  network.disconnect()
  openApp('/favorites')
  await screen.findByText('2 houses will sync')
  network.reconnect()
  await screen.findByRole('article', { name: 'House in Ine' })
  await screen.findByRole('article', { name: 'House in Miyama' })
  await screen.findByText('2 houses')
})

test("adding a house that no longer exists shows a message, and switches the house's heart off again", async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  await server.services.db.delete(listings).where(eq(listings.id, 'ine'))
  await person.click(button)
  await screen.findByText('Not added to your favorites')
  screen.getByText('Listing not found or not accessible.')
  await waitFor(() => expect(isOn(button)).toBe(false))
})

test.each([
  ['added', true],
  ['removed', false],
])(
  'if another device has %s a favorite after an offline tap, the later choice wins, and the heart shows this choice',
  async (_what, favorite) => {
    await addHouse('Ine')
    network.serverTime = server.services.now
    const choose = (wanted: boolean) =>
      wanted ? keep('ine') : server.call(ana, removeFavorite, { id: 'ine' })
    await choose(favorite)
    openApp('/listings', ana)
    const button = await heart('Ine')
    await waitFor(() => expect(isOn(button)).toBe(favorite))
    act(network.disconnect)
    fireEvent.click(button)
    await untilStored()
    expect(isOn(button)).toBe(!favorite)

    server.setNow('2026-01-15T00:05:00Z')
    await choose(favorite)
    server.setNow('2026-01-15T00:10:00Z')
    act(network.reconnect)
    await waitFor(async () => expect(await outboxRowsOf(ana).read()).toEqual([]))
    await waitFor(() => expect(isOn(button)).toBe(favorite))
    expect(await favoritesOnServer()).toEqual(favorite ? ['ine'] : [])
  },
)

test('adding a house to a full list shows a message, and the heart no longer marks the house as a favorite', async () => {
  await addHouse('Ine')
  await addFavorites(server, ana, MAX_FAVORITES)
  const { person } = openApp('/listings?listing=ine', ana)
  const button = await heart('Ine')
  await person.click(button)
  await screen.findByText('Not added to your favorites')
  screen.getByText(
    'You have 1,000 favorites, the most that one account can keep. Remove one to add another.',
  )
  await waitFor(() => expect(isOn(button)).toBe(false))

  await person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByText(/^You have reached 1,000 favorites/)
  screen.getByText('1,000 houses')
})

test('without access, favorites are not requested, and a subscription is offered', async () => {
  await server.services.db
    .update(subscriptions)
    .set({ status: 'expired' })
    .where(eq(subscriptions.userId, ana.id))
  const paths: string[] = []
  network.intercept = (path) => void paths.push(path)
  openApp('/favorites', ana)
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
  expect(paths).not.toContain('/v1/favorites')
})

test("if the favorites fail to load, the page shows the server's message, and Try Again loads them", async () => {
  await addHouse('Ine')
  await keep('ine')
  network.intercept = (path) =>
    path === '/v1/favorites'
      ? Response.json({ detail: 'Closed today' }, { status: 400 })
      : undefined
  const { person } = openApp('/favorites', ana)
  await screen.findByText('Error loading favorites')
  screen.getByText('Closed today')

  network.reconnect()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('article', { name: 'House in Ine' })
})

test('if the response with the favorites is malformed, the page says that the favorites failed to load', async () => {
  network.intercept = (path) =>
    path === '/v1/favorites' ? Response.json({ favorites: 'many' }) : undefined
  openApp('/favorites', ana)
  await screen.findByText('Failed to fetch favorites')
})

const logOut = async (person: ReturnType<typeof openApp>['person']) => {
  await person.click(screen.getByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
}

test('logging out with unsent changes shows a warning, and “Log out anyway” discards the changes', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  network.intercept = (path) =>
    path.startsWith('/v1/favorites') ? new Response('', { status: 502 }) : undefined
  await person.click(button)
  await untilStored()
  await logOut(person)
  await screen.findByRole('heading', { name: 'Some changes are not sent yet' })
  await person.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(localStorage.getItem('token')).toBe(ana.token)

  await logOut(person)
  await person.click(await screen.findByRole('button', { name: 'Log out anyway' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
  await waitFor(async () => expect(await outboxRowsOf(ana).read()).toEqual([]))
  expect(localStorage.getItem('token')).toBeNull()
})

test('Undo brings back a removed favorite, also on the server', async () => {
  await addHouse('Ine')
  await addHouse('Miyama')
  await keep('miyama')
  await keep('ine')
  const { person } = openApp('/favorites', ana)
  const card = within(await screen.findByRole('article', { name: 'House in Miyama' }))
  await person.click(card.getByRole('button', { name: /^Remove/ }))
  await waitFor(() => expect(screen.queryByRole('article', { name: 'House in Miyama' })).toBeNull())
  await untilOnServer(['ine'])

  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('article', { name: 'House in Miyama' })
  await untilOnServer(['miyama', 'ine'])
})

test('logging out offline asks before it deletes the saved data', async () => {
  await addHouse('Ine')
  await keep('ine')
  const answered: string[] = []
  network.hold = async (path) => void answered.push(path)
  const { person } = openApp('/favorites', ana)
  await screen.findByText('1 house')
  // A late answer would show the app that it is online again.
  await waitFor(() => expect(answered).toContain('/v1/news'))
  await waitFor(async () => expect(await persistedFavorites()).toEqual(['ine']))
  network.disconnect()
  await logOut(person)
  await screen.findByRole('heading', { name: 'Log out without a connection?' })
  await person.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(localStorage.getItem('token')).toBe(ana.token)
  expect(await persistedFavorites()).toEqual(['ine'])

  await logOut(person)
  const anyway = await screen.findByRole('button', { name: 'Log out anyway' })
  // The connection returns, so the server learns of the log-out.
  network.reconnect()
  await person.click(anyway)
  await screen.findByRole('heading', { name: 'Welcome Back' })
  await waitFor(async () => expect(await persistedFavorites()).toBeUndefined())
})

test('before the app logs a person out, it sends all changes that it can send', async () => {
  await addHouse('Ine')
  const { person } = openApp('/listings', ana)
  const button = await heart('Ine')
  network.disconnect()
  await person.click(button)
  await untilStored()
  network.intercept = () => undefined
  await logOut(person)
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(await server.services.db.select().from(favorites)).toMatchObject([{ listingId: 'ine' }])
})
