import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { favoritesQuery } from '#client/data/favorites.ts'
import { openPhotoSaver } from '#client/photos/photo-saver.ts'
import { connection } from '#client/sync/connection.ts'
import { addFavorite } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let line: ReturnType<typeof connect>
let ana: Awaited<ReturnType<TestServer['addSubscriber']>>

beforeEach(async () => {
  server = await startServer()
  line = connect(server)
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

test('when the connection is lost, what is shown is said to be saved, until it is back', async () => {
  await openAndAskAgain()
  believe(false)
  act(line.cut)
  await saying("You're offline.")
  await favorite()

  act(line.mend)
  await untilNoBanner()
})

test('a server that does not answer over a good network is told from a missing network', async () => {
  const { askAgain } = await openAndAskAgain()
  line.intercept = () => {
    throw new TypeError('Failed to fetch')
  }
  await askAgain()
  await saying("Can't reach Engawa.")
})

test('the page of a captive portal is no answer', async () => {
  const { askAgain } = await openAndAskAgain()
  line.intercept = () =>
    new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
  await askAgain()
  await saying('Sign in to the Wi-Fi.')
  await favorite()
})

test('a server that fails leaves what is shown, and is asked again when somebody wants it', async () => {
  const { person, askAgain } = await openAndAskAgain()
  line.intercept = () => Response.json({ detail: 'Closed today' }, { status: 400 })
  await askAgain()
  await saying("Engawa couldn't refresh this.")
  await favorite()

  line.mend()
  await person.click(await tryNow())
  await untilNoBanner()
})

test('a browser that believes it has no network, and is answered, shows nothing of it', async () => {
  believe(false)
  const { askAgain } = await openAndAskAgain()
  act(connection.lost)
  await saying("You're offline.")
  await askAgain()
  await untilNoBanner()
})

test('while it asks whether the server is back it says so', async () => {
  const { person } = await openAndAskAgain()
  act(line.cut)
  const button = await tryNow()
  line.intercept = () => undefined
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  line.hold = () => answered
  await person.click(button)
  expect(button.textContent).toBe('Reconnecting…')

  answer()
  await untilNoBanner()
})

test('what was saved is there at the next start without a network, and says so', async () => {
  await openAndAskAgain()
  cleanup()
  line.cut()
  openApp('/favorites', ana)
  await favorite()
  await saying("Can't reach Engawa.")
})

test('a page that shows nothing saved has nothing to say of it', async () => {
  const { queryClient } = openApp('/no/such/page', ana)
  await screen.findByText('Oops! Page not found')
  const saver = openPhotoSaver(queryClient)
  onTestFinished(saver.close)
  await waitFor(() => expect(queryClient.getQueryData(favoritesQuery.queryKey)).toBeDefined())
  act(line.cut)
  // A banner would appear at once.
  await act(async () => undefined)
  expect(anyBanner()).toBeNull()
})

test('a proxy that fails in place of our server is no refusal', async () => {
  const { askAgain } = await openAndAskAgain()
  line.intercept = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  await askAgain()
  await saying("Engawa isn't working right now.")
  await favorite()
})

test('an answer that takes long is said to be slow, and not given up', async () => {
  const { queryClient } = await openAndAskAgain()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  line.hold = () => answered
  void queryClient.invalidateQueries(favoritesQuery)
  await saying('The connection is slow.')
  await favorite()
  answer()
  await untilNoBanner()
})

test('what is put away comes back for another cause, and not for the same', async () => {
  const { person, askAgain } = await openAndAskAgain()
  const fail = async (status: number) => {
    line.intercept = () => new Response('', { status })
    await askAgain()
  }
  await fail(502)
  await saying("Engawa isn't working right now.")
  await person.click(screen.getByRole('button', { name: 'Hide this message' }))
  await untilNoBanner()
  expect(document.activeElement).toBe(screen.getByRole('main'))

  act(line.mend)
  await fail(502)
  await act(async () => undefined)
  expect(anyBanner()).toBeNull()

  await fail(511)
  await saying('Sign in to the Wi-Fi.')
})
