import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createStore, keys } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { addFavorite } from '#contract/favorites.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Awaited<ReturnType<TestServer['addSubscriber']>>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
  await addHouse('Ine', 'kyoto')
  await addHouse('Toyooka', 'hyogo')
})

const addHouse = (location: string, prefecture: string) =>
  server.addListing({ id: location.toLowerCase(), propertyType: 'House', location, prefecture })
const card = (location: string) => screen.findByRole('article', { name: `House in ${location}` })
const findNotSaved = () => screen.findByRole('heading', { name: 'Not saved on this device' })
const main = () => within(screen.getByRole('main'))

/** Opens `path` online, waits until the account and the query `kind` are persisted, and closes the app. */
async function openAndPersist(path: string, location: string, kind?: string) {
  openApp(path, ana)
  await card(location)
  await waitFor(async () => {
    const kept = await keys<string>(createStore('engawa-queries', 'queries'))
    expect(kept.join()).toContain(kind ? `${ana.id}-["${kind}"` : '')
  })
  await waitFor(() => expect(localStorage.getItem('account')).toContain(ana.id))
  cleanup()
}

test('offline, a results page that is not on the device links to the screen that saves all houses', async () => {
  await server.call(ana, addFavorite, { listing_id: 'toyooka' })
  await openAndPersist('/favorites', 'Toyooka', 'favorites')
  network.disconnect()
  const { person } = openApp('/listings?prefecture=hyogo')
  await findNotSaved()
  screen.getByText(/^These results could not be loaded/)
  main().getByRole('link', { name: 'See your favorites' })

  await person.click(main().getByRole('link', { name: 'Save all houses for offline' }))
  await screen.findByRole('heading', { name: 'On This Device' })
})

test('offline, a saved search that was never opened is not saved on this device', async () => {
  await server.call(ana, saveSearch, { name: 'By the sea', search: 'prefecture=hyogo' })
  openApp('/listings#saved-searches', ana)
  const counted = within(await screen.findByRole('dialog'))
  await counted.findByText('1 house')
  cleanup()
  await openAndPersist('/listings', 'Ine', 'saved-searches')
  network.disconnect()
  const { person } = openApp('/listings')
  await person.click(await screen.findByRole('button', { name: 'Saved Searches' }))
  const list = within(await screen.findByRole('dialog'))
  await list.findByText('Changing, deleting and counting the houses need a connection.')
  expect(list.queryByText('1 house')).toBeNull()

  await person.click(list.getByRole('link', { name: /By the sea/ }))
  await findNotSaved()
})

test('offline, a chosen search stays in the address, and runs when the network returns', async () => {
  const { person, address } = openApp('/listings?prefecture=kyoto', ana)
  await card('Ine')
  const prefecture = await screen.findByLabelText('Prefecture')
  act(network.disconnect)
  await person.selectOptions(prefecture, 'Hyogo')
  await findNotSaved()
  expect(address()).toBe('/listings?prefecture=hyogo')
  await screen.findByRole('option', { name: 'Cities unavailable' })

  act(network.reconnect)
  await card('Toyooka')
})

test('if only the request of a page is lost while the server answers others, the page shows the error and no advice about being offline', async () => {
  network.hold = async (path) => {
    if (path.startsWith('/v1/listings')) throw new TypeError('Failed to fetch')
  }
  openApp('/listings?prefecture=hyogo', ana)
  await screen.findByText('Error loading listings', undefined, { timeout: 30_000 })
  expect(screen.queryByText('Not saved on this device')).toBeNull()
  network.hold = async () => {}
  fireEvent.click(main().getByRole('button', { name: 'Try Again' }))
  await card('Toyooka')
})

test('a house that was never opened cannot be read offline, and loads when the network returns', async () => {
  await openAndPersist('/listings?prefecture=hyogo', 'Toyooka')
  network.disconnect()
  openApp('/listings?listing=ine')
  await findNotSaved()
  screen.getByText(/^This house could not be loaded/)

  act(network.reconnect)
  await card('Ine')
})

test('offline, a house on a results page of this visit can be opened', async () => {
  const { router } = openApp('/listings', ana)
  await card('Ine')
  act(network.disconnect)
  await act(() => router.navigate({ to: '/listings/$id', params: { id: 'ine' } }))
  await screen.findByRole('heading', { name: 'House in Ine', level: 1 })
})

test('offline, a link to a favorite shows the house from the data of the saved favorites', async () => {
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  await openAndPersist('/favorites', 'Ine', 'favorites')
  network.disconnect()
  openApp('/listings?listing=ine')
  await card('Ine')
  expect(screen.queryByText('Not saved on this device')).toBeNull()
})

test('offline, the page of an unsaved house does not claim to show saved data, even if favorites are saved', async () => {
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  await openAndPersist('/favorites', 'Ine', 'favorites')
  network.disconnect()
  const { queryClient } = openApp('/listings?listing=toyooka')
  await findNotSaved()
  await waitFor(() => expect(queryClient.getQueryData(favoritesQuery.queryKey)).toBeDefined())
  await act(async () => undefined)
  expect(screen.queryByText(/Showing what you saved/)).toBeNull()
})

test('a photo that failed to load offline is loaded when the network returns', async () => {
  await server.addListing({ propertyType: 'House', location: 'Miyama', photos: [{}] })
  openApp('/listings', ana)
  const photo = async () => (await card('Miyama')).querySelector('img')
  const src = (await photo())?.getAttribute('src')
  act(network.disconnect)
  fireEvent.error((await photo()) as HTMLImageElement)
  within(await card('Miyama')).getByText('Photo not saved on this device')
  expect(within(await card('Miyama')).queryByText('No Image Available')).toBeNull()

  act(network.reconnect)
  expect((await photo())?.getAttribute('src')).toBe(src)
})

test('offline, if the favorites were never loaded, the page says that they could not be loaded, not that the list is empty', async () => {
  network.intercept = (path) => {
    if (path.startsWith('/v1/favorites')) throw new TypeError('Failed to fetch')
    return undefined
  }
  await openAndPersist('/listings', 'Ine')
  network.disconnect()
  const { person } = openApp('/favorites')
  // The page loads the favorites again when it begins to listen for the changes of other tabs, and
  // says "Loading" meanwhile.
  await screen.findByText(/^Your favorites could not be loaded/)
  await findNotSaved()

  network.reconnect()
  await person.click(await main().findByRole('button', { name: 'Try Again' }))
  await screen.findByText('No favorites yet')
})

test('offline, a visitor reads that the free preview is not saved on this device', async () => {
  network.disconnect()
  openApp('/free-preview')
  await findNotSaved()
  main().getByRole('link', { name: 'Log In' })

  act(network.reconnect)
  await card('Ine')
})

test('if a proxy fails for one address only, the page shows its error, and not that the device is offline', async () => {
  await openAndPersist('/listings', 'Ine')
  network.intercept = (path) =>
    path.startsWith('/v1/listings') ? new Response('Bad Gateway', { status: 502 }) : undefined
  openApp('/listings?page=2')
  await screen.findByText('Error loading listings')
  screen.getByText('Bad Gateway')
  expect(screen.queryByText('Not saved on this device')).toBeNull()
})

test('while the next page loads or fails, no house of the previous page is shown', async () => {
  for (let house = 0; house < 20; house += 1) await addHouse(`Town ${house}`, 'hyogo')
  const { person } = openApp('/listings', ana)
  await screen.findByText('Showing 1-20 of 22 results')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.hold = (path) => (path.includes('page=2') ? held : Promise.resolve())
  network.intercept = (path) =>
    path.startsWith('/v1/listings') || path === '/healthz'
      ? new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
      : undefined
  await person.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText('Loading listings...')
  expect(screen.queryByText(/^Showing/)).toBeNull()
  screen.getByText('Page 1 of 2')

  release()
  await findNotSaved()
  screen.getByText(/Engawa isn't working right now\. Houses/)
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.queryByText(/^Showing|^Page \d/)).toBeNull()

  network.intercept = () => undefined
  await screen.findByText('Showing 21-22 of 22 results')
})

test('if a proxy fails while a page opens, the app shows a message, and loads the page when the proxy recovers', async () => {
  network.intercept = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  openApp('/listings', ana)
  await screen.findByRole('heading', { name: "Engawa isn't working right now" })
  screen.getByText(/^This page opens/)
  screen.getByRole('button', { name: 'Try Again' })

  network.intercept = () => undefined
  await card('Ine')
})

test('if only the account cannot be loaded, the error page shows the text of the response', async () => {
  const failure = { status: 500, statusText: 'Internal Server Error' }
  network.intercept = (path) => (path === '/v1/auth/me' ? new Response('', failure) : undefined)
  openApp('/listings', ana)
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  screen.getByText('API request failed: 500 Internal Server Error')
})

test('the message about a server failure is shown during the retries, and disappears after a response', async () => {
  let failures = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.intercept = (path) => {
    if (path !== '/v1/auth/me' || failures > 0) return undefined
    failures += 1
    return Response.json({ detail: 'Internal server error' }, { status: 500 })
  }
  network.hold = (path) =>
    path === '/v1/auth/me' && failures > 0 && isFailureShown ? held : Promise.resolve()
  let isFailureShown = false
  const { queryClient } = openApp('/listings', ana)
  queryClient.getQueryCache().subscribe((event) => {
    isFailureShown ||= event.type === 'updated' && event.action.type === 'failed'
  })
  await screen.findByText('Internal server error')
  release()
  await card('Ine')
})
