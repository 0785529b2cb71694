import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { openFavoritesSaver } from '#client/photos/favorites-saver.ts'
import { connection } from '#client/sync/connection.ts'
import { addFavorite } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Awaited<ReturnType<TestServer['addSubscriber']>>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber()
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
})

const findBanner = (why: string) =>
  screen.findByText(new RegExp(String.raw`^${why} Showing what you saved at \d\d:\d\d\.$`))
const queryBanner = () => screen.queryByText(/Showing what you saved/)
const untilNoBanner = () => waitFor(() => expect(queryBanner()).toBeNull())
const favorite = () => screen.findByRole('article', { name: 'House in Ine' })
const tryNow = () => screen.findByRole('button', { name: 'Try now' })

/** Sets `navigator.onLine`. */
function setOnLine(onLine: boolean) {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  onTestFinished(() => spy.mockRestore())
}

/** Opens the favorites and returns a function that refetches them in the background. */
async function openFavorites() {
  const app = openApp('/favorites', ana)
  await favorite()
  expect(queryBanner()).toBeNull()
  const refetch = () => act(() => app.queryClient.invalidateQueries(favoritesQuery))
  return { ...app, refetch }
}

test('offline, a banner marks the shown data as saved, and the banner disappears when the connection returns', async () => {
  await openFavorites()
  setOnLine(false)
  act(network.disconnect)
  await findBanner("You're offline.")
  await favorite()

  act(network.reconnect)
  await untilNoBanner()
})

test('an unreachable server and a missing network get different messages', async () => {
  const { refetch } = await openFavorites()
  network.intercept = () => {
    throw new TypeError('Failed to fetch')
  }
  await refetch()
  await findBanner("Can't reach Engawa.")
})

test("a captive portal's page is not treated as a response of our server", async () => {
  const { refetch } = await openFavorites()
  network.intercept = () =>
    new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
  await refetch()
  await findBanner('Sign in to the Wi-Fi.')
  await favorite()
})

test('when the server fails, the shown data stays, and Try Again requests it again', async () => {
  const { person, refetch } = await openFavorites()
  network.intercept = () => Response.json({ detail: 'Closed today' }, { status: 400 })
  await refetch()
  await findBanner("Engawa couldn't refresh this page.")
  await favorite()

  network.reconnect()
  await person.click(await tryNow())
  await untilNoBanner()
})

test('if the browser wrongly reports that it is offline, but the server responds, the app shows no message', async () => {
  setOnLine(false)
  const { refetch } = await openFavorites()
  act(connection.recordLoss)
  await findBanner("You're offline.")
  await refetch()
  await untilNoBanner()
})

test('while the app checks the connection, the banner says so', async () => {
  const { person } = await openFavorites()
  act(network.disconnect)
  const button = await tryNow()
  network.intercept = () => undefined
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = () => answered
  await person.click(button)
  await waitFor(() => expect(button.textContent).toBe('Reconnecting…'))

  answer()
  await untilNoBanner()
})

test('an offline start shows the saved data, and marks it as saved', async () => {
  await openFavorites()
  cleanup()
  network.disconnect()
  openApp('/favorites', ana)
  await favorite()
  await findBanner("Can't reach Engawa.")
})

test('a page without saved data shows no banner about saved data', async () => {
  const { queryClient } = openApp('/no/such/page', ana)
  await screen.findByText('Oops! Page not found')
  const saver = openFavoritesSaver(queryClient)
  onTestFinished(saver.close)
  await waitFor(() => expect(queryClient.getQueryData(favoritesQuery.queryKey)).toBeDefined())
  act(network.disconnect)
  // If the page showed a banner, the banner would appear in the next render. So wait for one render
  // only.
  await act(async () => undefined)
  expect(queryBanner()).toBeNull()
})

test('a failing proxy is not treated as a refusal by our server', async () => {
  const { refetch } = await openFavorites()
  network.intercept = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  await refetch()
  await findBanner("Engawa isn't working right now.")
  await favorite()
})

test('if a response is slow, a message says so, and the app still waits for the response', async () => {
  const { queryClient } = await openFavorites()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = () => answered
  void queryClient.invalidateQueries(favoritesQuery)
  await findBanner("Engawa hasn't answered yet.")
  await favorite()
  answer()
  await untilNoBanner()
})

test('a dismissed message appears again for another cause, but not for the same cause', async () => {
  const { person, refetch } = await openFavorites()
  const fail = async (status: number) => {
    network.intercept = () => new Response('', { status })
    await refetch()
  }
  await fail(502)
  await findBanner("Engawa isn't working right now.")
  await person.click(screen.getByRole('button', { name: 'Hide this message' }))
  await untilNoBanner()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))

  act(network.reconnect)
  await fail(502)
  await act(async () => undefined)
  expect(queryBanner()).toBeNull()

  await fail(511)
  await findBanner('Sign in to the Wi-Fi.')
})
