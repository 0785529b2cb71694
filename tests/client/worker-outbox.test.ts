import { waitFor } from '@testing-library/react'
import { entries } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setNow } from '#client/browser/clock.ts'
import { stripFavoritesOutbox } from '#client/favorites/favorites-outbox.ts'
import { openStore } from '#client/outbox/outbox-store.ts'
import { sendUnsent } from '#client/service-worker/outbox.ts'
import { session } from '#client/session/session.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { logout } from '#contract/auth.ts'
import { addFavorite } from '#contract/favorites.ts'
import { MAX_FAVORITES } from '#contract/favorites-limit.ts'
import { subscriptions } from '#server/db/schema.ts'
import { addFavorites } from '#tests/support/many-favorites.ts'
import {
  type OutboxSetup,
  openTab,
  provideLocks,
  readStoredChanges,
  setUpOutbox,
  signIn,
  untilSent,
  untilStored,
} from '#tests/support/outbox.ts'

let server: OutboxSetup['server']
let network: OutboxSetup['network']
let ana: OutboxSetup['ana']
let house: OutboxSetup['house']
let favoritesOf: OutboxSetup['favoritesOf']

beforeEach(async () => {
  provideLocks()
  ;({ server, network, ana, house, favoritesOf } = await setUpOutbox())
})

/** Makes a change in an offline tab and closes the tab, so that the change stays unsent. */
async function leaveUnsentChange(listingId = house, favorite = true) {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(listingId, favorite)
  await untilStored(ana)
  await tab.flush()
  tab.close()
  network.reconnect()
}

test('the service worker sends the changes of a closed tab, and the next tab does not send them again', async () => {
  await leaveUnsentChange()
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([house])

  const paths: string[] = []
  network.intercept = (path) => void paths.push(path)
  const tab = openTab(ana)
  await waitFor(() => expect(tab.sent).toEqual([house]))
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
  expect(tab.waiting()).toEqual([])
  expect(paths).toEqual([])
})

test('the service worker also sends removals of favorites', async () => {
  await server.call(ana, addFavorite, { listing_id: house })
  await leaveUnsentChange(house, false)
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([])
})

test('after the service worker has sent a change, it notifies each open tab immediately', async () => {
  const tab = openTab(ana)
  const other = openTab(ana)
  network.disconnect()
  tab.setFavorite(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  await tab.flush()
  // The tabs have not noticed that the network has returned, so only the worker sends the change.
  network.intercept = () => undefined
  await sendUnsent(OUTBOX)
  await untilSent(tab)
  await untilSent(other)
  expect([tab.sent, other.sent]).toEqual([[house], [house]])
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
})

test('a tab and the service worker together send each change once', async () => {
  await leaveUnsentChange()
  const paths: string[] = []
  network.intercept = (path) => void paths.push(path)
  const tab = openTab(ana)
  await Promise.all([sendUnsent(OUTBOX), tab.flush(), sendUnsent(OUTBOX)])
  await untilSent(tab)
  expect(paths).toEqual(['/v1/favorites'])
  expect(tab.sent).toEqual([house])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a failing server', () => Response.json({ detail: 'Not now' }, { status: 500 })],
  ['a server that limits the rate', () => Response.json({ detail: 'Later' }, { status: 429 })],
  ['a proxy that answers with 404', () => Response.json({}, { status: 404 })],
  ['a captive portal', () => new Response('<h1>Free WLAN</h1>')],
])(
  'with %s, the service worker asks the browser to retry, and the change is not lost',
  async (_what, answer) => {
    await leaveUnsentChange()
    const connected = fetch
    vi.stubGlobal('fetch', answer)
    await expect(sendUnsent(OUTBOX)).rejects.toThrow()
    vi.stubGlobal('fetch', connected)
    await sendUnsent(OUTBOX)
    expect(await favoritesOf(ana)).toEqual([house])
  },
)

test('a favorite whose house no longer exists does not block later changes, and only one tab reports the refusal', async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite('gone', true)
  tab.setFavorite(house, true)
  await waitFor(async () => expect(await readStoredChanges(ana)).toHaveLength(2))
  await tab.flush()
  tab.close()
  network.reconnect()

  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([house])
  const tabs = [openTab(ana), openTab(ana)]
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
  const refusals = () => tabs.flatMap((tab) => tab.refusals)
  await waitFor(() => expect(refusals()).toEqual(['Listing not found or not accessible.']))
  expect(tabs.flatMap((tab) => tab.waiting())).toEqual([])
})

test('if another device has made a newer choice about a favorite, this choice wins, and the next tab shows it', async () => {
  await server.call(ana, addFavorite, { listing_id: house })
  setNow(server.services.now())
  await leaveUnsentChange(house, false)
  server.setNow('2026-01-15T00:05:00Z')
  await server.call(ana, addFavorite, { listing_id: house })
  server.setNow('2026-01-15T00:10:00Z')
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([house])
  expect(await readStoredChanges(ana)).toMatchObject([
    { answer: { favorite: true }, outcome: 'sent' },
  ])
  const tab = openTab(ana)
  await waitFor(() => expect(tab.answers).toEqual([true]))
})

test('if an account has the maximum number of favorites, the service worker drops an offline addition, and the app says why', async () => {
  await addFavorites(server, ana, MAX_FAVORITES)
  await leaveUnsentChange()
  await sendUnsent(OUTBOX)
  const tab = openTab(ana)
  await waitFor(() => expect(tab.refusals).toEqual([expect.stringContaining('1,000 favorites')]))
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
  expect(tab.waiting()).toEqual([])
})

test('the service worker deletes an expired token, but keeps the unsent change until the person signs in again', async () => {
  await leaveUnsentChange()
  await server.call(ana, logout, {})
  await sendUnsent(OUTBOX)
  expect(JSON.stringify(await entries(openStore(OUTBOX)))).not.toContain(ana.token)
  expect(await readStoredChanges(ana)).toMatchObject([{ listingId: house, favorite: true }])
})

test('if a person has no access, the service worker keeps the unsent change, and sends it when access returns', async () => {
  const { db } = server.services
  await db.update(subscriptions).set({ status: 'expired' })
  await leaveUnsentChange()
  await sendUnsent(OUTBOX)
  expect(await readStoredChanges(ana)).toHaveLength(1)

  await db.update(subscriptions).set({ status: 'active' })
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('unsent changes of an ended session are sent once the same person has signed in again', async () => {
  await leaveUnsentChange()
  session.end(ana.token)
  await stripFavoritesOutbox()
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([])

  signIn(ana)
  network.disconnect()
  const tab = openTab(ana)
  await waitFor(async () => expect((await readStoredChanges(ana))?.[0]?.request).toBeTruthy())
  await tab.flush()
  tab.close()
  network.reconnect()
  await sendUnsent(OUTBOX)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('a page that stores a change registers a background sync, so that the browser starts the service worker', async () => {
  const tags: string[] = []
  const ready = Promise.resolve({ sync: { register: async (tag: string) => void tags.push(tag) } })
  Object.defineProperty(navigator, 'serviceWorker', { value: { ready }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  await leaveUnsentChange()
  expect(tags).toContain('outbox')
})
