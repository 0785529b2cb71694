import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { openPhotoSaver } from '#client/photos/photo-saver.ts'
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

const saying = (why: string) =>
  screen.findByText(new RegExp(String.raw`^${why} Showing what you saved at \d\d:\d\d\.$`))
const anyBanner = () => screen.queryByText(/Showing what you saved/)
const untilNoBanner = () => waitFor(() => expect(anyBanner()).toBeNull())
const favorite = () => screen.findByRole('article', { name: 'House in Ine' })
const tryNow = () => screen.findByRole('button', { name: 'Try now' })

/** Sets `navigator.onLine`. */
function believe(onLine: boolean) {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  onTestFinished(() => spy.mockRestore())
}

/** Opens the favorites and returns a function that refetches them in the background. */
async function openAndAskAgain() {
  const app = openApp('/favorites', ana)
  await favorite()
  expect(anyBanner()).toBeNull()
  const askAgain = () => act(() => app.queryClient.invalidateQueries(favoritesQuery))
  return { ...app, askAgain }
}

test('offline, the shown data is marked as saved until the connection returns', async () => {
  await openAndAskAgain()
  believe(false)
  act(network.disconnect)
  await saying("You're offline.")
  await favorite()

  act(network.reconnect)
  await untilNoBanner()
})

test('an unreachable server and a missing network get different messages', async () => {
  const { askAgain } = await openAndAskAgain()
  network.intercept = () => {
    throw new TypeError('Failed to fetch')
  }
  await askAgain()
  await saying("Can't reach Engawa.")
})

test("a captive portal's page is not treated as a response of our server", async () => {
  const { askAgain } = await openAndAskAgain()
  network.intercept = () =>
    new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
  await askAgain()
  await saying('Sign in to the Wi-Fi.')
  await favorite()
})

test('when the server fails, the shown data stays, and Try Again requests it again', async () => {
  const { person, askAgain } = await openAndAskAgain()
  network.intercept = () => Response.json({ detail: 'Closed today' }, { status: 400 })
  await askAgain()
  await saying("Engawa couldn't refresh this page.")
  await favorite()

  network.reconnect()
  await person.click(await tryNow())
  await untilNoBanner()
})

test('if the browser wrongly reports that it is offline, but the server responds, the app shows no message', async () => {
  believe(false)
  const { askAgain } = await openAndAskAgain()
  act(connection.recordLoss)
  await saying("You're offline.")
  await askAgain()
  await untilNoBanner()
})

test('while the app checks the connection, the banner says so', async () => {
  const { person } = await openAndAskAgain()
  act(network.disconnect)
  const button = await tryNow()
  network.intercept = () => undefined
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = () => answered
  await person.click(button)
  expect(button.textContent).toBe('Reconnecting…')

  answer()
  await untilNoBanner()
})

test('an offline start shows the saved data, and marks it as saved', async () => {
  await openAndAskAgain()
  cleanup()
  network.disconnect()
  openApp('/favorites', ana)
  await favorite()
  await saying("Can't reach Engawa.")
})

test('a page without saved data shows no banner about saved data', async () => {
  const { queryClient } = openApp('/no/such/page', ana)
  await screen.findByText('Oops! Page not found')
  const saver = openPhotoSaver(queryClient)
  onTestFinished(saver.close)
  await waitFor(() => expect(queryClient.getQueryData(favoritesQuery.queryKey)).toBeDefined())
  act(network.disconnect)
  // If the page showed a banner, the banner would appear in the next render. So wait for one render
  // only.
  await act(async () => undefined)
  expect(anyBanner()).toBeNull()
})

test('a failing proxy is not treated as a refusal by our server', async () => {
  const { askAgain } = await openAndAskAgain()
  network.intercept = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  await askAgain()
  await saying("Engawa isn't working right now.")
  await favorite()
})

test('if a response is slow, a message says so, and the app still waits for the response', async () => {
  const { queryClient } = await openAndAskAgain()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = () => answered
  void queryClient.invalidateQueries(favoritesQuery)
  await saying('The connection is slow.')
  await favorite()
  answer()
  await untilNoBanner()
})

test('a dismissed message appears again for another cause, but not for the same cause', async () => {
  const { person, askAgain } = await openAndAskAgain()
  const fail = async (status: number) => {
    network.intercept = () => new Response('', { status })
    await askAgain()
  }
  await fail(502)
  await saying("Engawa isn't working right now.")
  await person.click(screen.getByRole('button', { name: 'Hide this message' }))
  await untilNoBanner()
  expect(document.activeElement).toBe(screen.getByRole('main'))

  act(network.reconnect)
  await fail(502)
  await act(async () => undefined)
  expect(anyBanner()).toBeNull()

  await fail(511)
  await saying('Sign in to the Wi-Fi.')
})
