import { screen, waitFor, within } from '@testing-library/react'
import { createStore, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSnapshot } from '#client/boot/read-snapshot.ts'
import { replaceSnapshot } from '#client/boot/replace-snapshot.ts'
import { saveSnapshots } from '#client/boot/save-snapshots.ts'
import { setNow } from '#client/browser/clock.ts'
import { logSessionEnd, storeSnapshot } from '#client/session/session-log.ts'
import { SESSION_LOG, SESSION_LOG_STORE } from '#client/session/session-log-store.ts'
import { tokenPrefixOf } from '#client/session/token-prefix.ts'
import { addFavorite } from '#contract/favorites.ts'
import { closeApp, connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const BUILD = '/assets/index-current.js'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person
let stopSaving = () => {}

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  history.replaceState(null, '', '/favorites')
})

afterEach(() => {
  stopSaving()
  vi.useRealTimers()
  vi.restoreAllMocks()
  setNow(new Date())
  history.replaceState(null, '', '/')
})

/** Ana opens her favorites, waits until the snapshot is saved, and closes the app. */
async function viewFavorites(change = async () => {}) {
  const { queryClient, router } = openApp('/favorites', ana)
  document.body.firstElementChild?.setAttribute('id', 'root')
  await screen.findByRole('article', { name: 'House in Ine' })
  await change()
  stopSaving = saveSnapshots(queryClient, router, BUILD)
  await waitFor(async () => expect((await read())?.markup).toContain('House in Ine'))
  stopSaving()
  closeApp()
}

/** Reads the snapshot as a newly opened page does. */
const read = () => readSnapshot().catch(() => undefined)

function changeAccount(change: (account: { user: object; subscription: object }) => void) {
  const persisted = JSON.parse(localStorage.getItem('account') ?? '')
  change(persisted.clientState.queries[0].state.data)
  localStorage.setItem('account', JSON.stringify(persisted))
}

test('the snapshot of the favorites contains the houses and the header', async () => {
  await viewFavorites()
  document.body.innerHTML = (await read())?.markup ?? ''
  const house = within(screen.getByRole('article', { name: 'House in Ine' }))
  expect(house.getByRole('button', { name: /^Remove House in/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Account menu of Ana Prieto' })).toBeTruthy()
})

test('a snapshot contains no message about the connection', async () => {
  await viewFavorites(async () => {
    network.disconnect()
    await screen.findByText(/Showing what you saved/)
  })
  expect((await read())?.markup).not.toContain('Showing what you saved')
})

test.each([
  ['a loading state', 'data-loading'],
  ['a failure or a passing choice', 'data-no-snapshot'],
])('a page that shows %s is not saved', async (_what, attribute) => {
  await viewFavorites()
  const before = await read()
  const { queryClient, router } = openApp('/favorites', ana)
  await screen.findByRole('article', { name: 'House in Ine' })
  await waitFor(() => expect(router.state.status).toBe('idle'))
  const root = document.body.firstElementChild as Element
  root.setAttribute('id', 'root')
  root.append('Another word')
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  stopSaving = saveSnapshots(queryClient, router, BUILD)
  const part = document.createElement('p')
  root.append(part)
  part.toggleAttribute(attribute, true)
  document.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await read()).toEqual(before)
  part.remove()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect((await read())?.markup).toContain('Another word'))
})

test('stylesheets that cannot be read, such as those of extensions, are left out', async () => {
  const href = 'https://elsewhere.example/extension.css'
  const getRules = vi.fn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const denied = Object.defineProperty({ href }, 'cssRules', { get: getRules })
  vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(
    // Older browsers return null for the `cssRules` of an unreadable stylesheet.
    [denied, { href, cssRules: null }] as unknown as StyleSheetList,
  )
  await viewFavorites()
  expect(getRules).toHaveBeenCalled()
  expect((await read())?.styles).toBe('')
})

const REASONS: [string, () => unknown][] = [
  ['another person is signed in', () => localStorage.setItem('token', 'of-ben-okri')],
  [
    'the persisted account belongs to another person',
    () => changeAccount(({ user }) => Object.assign(user, { id: 'ben' })),
  ],
  ['nobody is signed in', () => localStorage.removeItem('token')],
  ['no account is persisted', () => localStorage.removeItem('account')],
  [
    'access has ended',
    () => changeAccount(({ subscription }) => Object.assign(subscription, { status: 'expired' })),
  ],
  [
    'access has ended according to the last known time, whatever the clock says',
    () => {
      const ends_at = new Date(Date.now() + HOUR).toISOString()
      changeAccount(({ subscription }) =>
        Object.assign(subscription, { status: 'cancelled', ends_at }),
      )
      setNow(new Date(Date.now() + 2 * HOUR))
    },
  ],
  [
    'a crash brought back the token of an ended session',
    () => {
      const over = [tokenPrefixOf(ana.token)]
      return set(SESSION_LOG, { of: over[0], over }, createStore(...SESSION_LOG_STORE))
    },
  ],
  ['the session has ended', () => logSessionEnd(tokenPrefixOf(ana.token))],
  ['the page was opened from the history', () => history.replaceState({ __TSR_index: 0 }, '')],
  ['the page is another', () => history.replaceState(null, '', '/listings')],
  ['the URL has search params', () => history.replaceState(null, '', '/favorites?listing=ine')],
  ['the URL has a fragment', () => history.replaceState(null, '', '/favorites#main')],
]

test.each(REASONS)('no snapshot is shown if %s (check 49)', async (_reason, change) => {
  await viewFavorites()
  expect(await read()).toBeDefined()
  await change()
  expect(await read()).toBeUndefined()
})

test("yesterday's snapshot of the viewing plan is not shown", async () => {
  await viewFavorites()
  const { queryClient, router } = openApp('/viewing-plan', ana)
  history.replaceState(null, '', '/viewing-plan')
  document.body.firstElementChild?.setAttribute('id', 'root')
  await screen.findByText(/Nothing planned yet/)
  stopSaving = saveSnapshots(queryClient, router, BUILD)
  await waitFor(async () => expect((await read())?.markup).toContain('Nothing planned yet'))
  setNow(new Date(Date.now() + DAY))
  expect(await read()).toBeUndefined()
})

test('a device keeps the 30 latest snapshots', async () => {
  await viewFavorites()
  const snapshot = { userId: ana.id, build: BUILD, styles: '', markup: 'a house' }
  const readHouse = (house: number) => {
    history.replaceState(null, '', `/listings/${house}`)
    return read()
  }
  for (let house = 0; house < 31; house++) {
    const savedAt = Date.now() + HOUR + house
    await storeSnapshot(tokenPrefixOf(ana.token), `/listings/${house}`, { ...snapshot, savedAt })
  }
  expect(await readHouse(0)).toBeUndefined()
  expect(await readHouse(1)).toBeDefined()
  expect(await readHouse(30)).toBeDefined()
})

/** A card of a house. Two houses can have the same title. */
const card = (house: string) =>
  `<article><h2 id="${house}">House in Ine</h2><button>Remove</button></article>`

/** A snapshot with the cards of these houses, and the element into which the app renders. */
function openWithSnapshot(houses: string[]) {
  document.body.innerHTML = `<div data-snapshot><main>${houses.map(card).join('')}</main></div>`
  const app = document.createElement('div')
  const pressed = vi.fn()
  app.addEventListener('click', ({ target }) => {
    pressed((target as Element).closest('article')?.querySelector('h2')?.id)
  })
  replaceSnapshot(document.querySelector('[data-snapshot]') as Element, app)
  return { app, pressed }
}

test('the app replaces the snapshot once it shows more than a loading state', async () => {
  const { app } = openWithSnapshot([])
  app.innerHTML = '<main></main>'
  await Promise.resolve()
  expect(app.isConnected).toBe(false)
  app.innerHTML = '<main><p data-loading>Loading</p></main>'
  await Promise.resolve()
  expect(app.isConnected).toBe(false)
  app.innerHTML = '<main><h1>My Favorites</h1></main>'
  await waitFor(() => expect(app.isConnected).toBe(true))
  expect(document.querySelector('[data-snapshot]')).toBeNull()
})

test('the app replaces the snapshot after five seconds even if it shows a loading state', () => {
  vi.useFakeTimers()
  const { app } = openWithSnapshot([])
  app.innerHTML = '<main><p data-loading>Loading</p></main>'
  vi.advanceTimersByTime(4_999)
  expect(app.isConnected).toBe(false)
  vi.advanceTimersByTime(1)
  expect(app.isConnected).toBe(true)
})

test('a snapshot stays until the app has rendered something, however long that takes', async () => {
  vi.useFakeTimers()
  const { app } = openWithSnapshot([])
  vi.advanceTimersByTime(60_000)
  expect(document.querySelector('[data-snapshot]')).not.toBeNull()
  app.innerHTML = '<main></main>'
  await vi.waitFor(() => expect(app.isConnected).toBe(true))
})

test('a press on the snapshot is repeated on the same button of the app', async () => {
  const { app, pressed } = openWithSnapshot(['one', 'other'])
  document.pressed = document.querySelectorAll('button')[1]
  app.innerHTML = `<main>${card('one')}${card('other')}</main>`
  await waitFor(() => expect(pressed).toHaveBeenCalledExactlyOnceWith('other'))
  expect(document.pressed).toBeNull()
})

test('a press on a house that is no longer on the page changes no other house', async () => {
  const { app, pressed } = openWithSnapshot(['one', 'other'])
  document.pressed = document.querySelector('button')
  app.innerHTML = `<main>${card('other')}</main>`
  await waitFor(() => expect(app.isConnected).toBe(true))
  expect(pressed).not.toHaveBeenCalled()
  document.pressed = null
})
