import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FirstScreen } from '#client/boot/first-screen/first-screen.ts'
import { readFirstScreen } from '#client/boot/first-screen/read-first-screen.ts'
import { saveFirstScreens } from '#client/boot/first-screen/save-first-screen.ts'
import { showFirstScreen } from '#client/boot/first-screen/show-first-screen.ts'
import { setNow } from '#client/browser/clock.ts'
import { logSessionEnd } from '#client/session/session-log.ts'
import { markOf } from '#client/session/session-mark.ts'
import { addFavorite } from '#contract/favorites.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const BUILD = '/assets/index-now.js'
const HOUR = 3_600_000

let server: TestServer
let line: ReturnType<typeof connect>
let ana: Person
let stopKeeping = () => {}

beforeEach(async () => {
  server = await startServer()
  line = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  history.replaceState(null, '', '/favorites')
})

afterEach(() => {
  stopKeeping()
  vi.restoreAllMocks()
  setNow(new Date())
  history.replaceState(null, '', '/')
})

/** Ana opens her favorites, waits until they are saved, and closes the app. */
async function lookAtFavorites(meanwhile = async () => {}) {
  const { queryClient } = openApp('/favorites', ana)
  document.body.firstElementChild?.setAttribute('id', 'root')
  await screen.findByRole('article', { name: 'House in Ine' })
  await meanwhile()
  stopKeeping = saveFirstScreens(queryClient, BUILD)
  await waitFor(async () => expect((await read())?.markup).toContain('House in Ine'))
  stopKeeping()
  closeApp()
}

/** Reads the saved screen as a newly opened page does. */
const read = () => readFirstScreen().catch(() => undefined)

/** Opens the page without starting the app. */
async function openPage(kept: Promise<FirstScreen | undefined> = readFirstScreen()) {
  document.body.innerHTML = '<div id="root">Engawa</div>'
  return showFirstScreen(kept, BUILD)
}

function changeAccount(change: (account: { user: object; subscription: object }) => void) {
  const kept = JSON.parse(localStorage.getItem('account') ?? '')
  change(kept.clientState.queries[0].state.data)
  localStorage.setItem('account', JSON.stringify(kept))
}

test("a newly opened page shows the saved favorites before the app's code has run", async () => {
  await lookAtFavorites()
  expect(await openPage()).toBe(true)
  const house = within(screen.getByRole('article', { name: 'House in Ine' }))
  expect(house.getByRole('button', { name: /^Remove House in/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Account menu of Ana Prieto' })).toBeTruthy()
})

test('messages about the current connection are not saved with the screen', async () => {
  await lookAtFavorites(async () => {
    line.cut()
    await screen.findByText(/Showing what you saved/)
  })
  expect((await read())?.markup).not.toContain('Showing what you saved')
})

test('unreadable stylesheets, such as those of extensions, are skipped without an error', async () => {
  const href = 'https://elsewhere.example/extension.css'
  const getRules = vi.fn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const denied = Object.defineProperty({ href }, 'cssRules', { get: getRules })
  vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(
    // Older browsers return null for the `cssRules` of an unreadable stylesheet.
    [denied, { href, cssRules: null }] as unknown as StyleSheetList,
  )
  await lookAtFavorites()
  expect(getRules).toHaveBeenCalled()
  expect((await read())?.styles).toEqual([])
})

test.each([
  ['of another build', (kept: FirstScreen) => ({ ...kept, build: '/assets/index-earlier.js' })],
  ['in another format', () => 'a screen'],
])('the app does not show a saved screen %s', async (_what, change) => {
  await lookAtFavorites()
  const kept = await readFirstScreen()
  if (!kept) throw new Error('Nothing was kept')
  expect(await openPage(Promise.resolve(change(kept) as FirstScreen))).toBe(false)
})

const OTHERS: [string, () => unknown][] = [
  ['somebody else is signed in', () => localStorage.setItem('token', 'of-ben-okri')],
  [
    'the account that is known is another',
    () => changeAccount(({ user }) => Object.assign(user, { id: 'ben' })),
  ],
  ['nobody is signed in', () => localStorage.removeItem('token')],
  ['nothing is known of the account', () => localStorage.removeItem('account')],
  [
    'access has ended',
    () => changeAccount(({ subscription }) => Object.assign(subscription, { status: 'expired' })),
  ],
  [
    'access has ended by the time that was known last, whatever the clock says',
    () => {
      const ends_at = new Date(Date.now() + HOUR).toISOString()
      changeAccount(({ subscription }) =>
        Object.assign(subscription, { status: 'cancelled', ends_at }),
      )
      setNow(new Date(Date.now() + 2 * HOUR))
    },
  ],
  ['the session is over, and its token came back', () => logSessionEnd(markOf(ana.token))],
  ['somebody goes back to the page', () => history.replaceState({ __TSR_index: 0 }, '')],
  ['another page is opened', () => history.replaceState(null, '', '/listings')],
]

test.each(OTHERS)('no saved screen is shown when %s (check 49)', async (_when, change) => {
  await lookAtFavorites()
  await change()
  expect(await openPage()).toBe(false)
  expect(document.body.textContent).toBe('Engawa')
})
