import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connection } from '#client/connection.ts'
import { favoritesQuery } from '#client/data/favorites.ts'
import { openPhotoSaver } from '#client/photos/photo-saver.ts'
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

const TIME = String.raw`\d\d:\d\d today`
const saying = (why: string) =>
  screen.findByText(new RegExp(`^${why}: showing saved data from ${TIME}$`))
const anyBanner = () => screen.queryByText(/showing saved data/)
const untilNoBanner = () => waitFor(() => expect(anyBanner()).toBeNull())
const favorite = () => screen.findByRole('article', { name: 'House in Ine' })
const tryNow = () => screen.findByRole('button', { name: 'Try now' })

/** What the browser believes of its network. */
function believe(onLine: boolean) {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  onTestFinished(() => spy.mockRestore())
}

/** Opens the favorites, and asks for them once more behind. */
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
  await saying('You are offline')
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
  await saying('Engawa does not answer')
})

test('the page of a captive portal is no answer', async () => {
  const { askAgain } = await openAndAskAgain()
  line.intercept = () =>
    new Response('<h1>Free WLAN</h1>', { headers: { 'content-type': 'text/html' } })
  await askAgain()
  await saying('Engawa does not answer')
  await favorite()
})

test('a server that fails leaves what is shown, and is asked again when somebody wants it', async () => {
  const { person, askAgain } = await openAndAskAgain()
  line.intercept = () => Response.json({ detail: 'Closed today' }, { status: 400 })
  await askAgain()
  await saying('Engawa cannot answer')
  await favorite()

  line.mend()
  await person.click(await tryNow())
  await untilNoBanner()
})

test('a browser that believes it has no network, and is answered, shows nothing of it', async () => {
  believe(false)
  const { askAgain } = await openAndAskAgain()
  act(connection.lost)
  await saying('You are offline')
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
  await saying('Engawa does not answer')
})

test('a page that shows nothing saved has nothing to say of it', async () => {
  const { queryClient } = openApp('/no/such/page', ana)
  await screen.findByText('Oops! Page not found')
  const saver = openPhotoSaver(queryClient)
  onTestFinished(saver.close)
  await waitFor(() => expect(queryClient.getQueryData(favoritesQuery.queryKey)).toBeDefined())
  act(line.cut)
  // What would be said is said at once.
  await act(async () => undefined)
  expect(anyBanner()).toBeNull()
})
