import { focusManager } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { entries } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { whenIdle } from '#client/browser/when-idle.ts'
import { accountQuery } from '#client/data/account.ts'
import { createQueryClient } from '#client/data/query-client.ts'
import { openFavoritesOutbox, stripFavoritesOutbox } from '#client/favorites/favorites-outbox.ts'
import { createUnsentFavorites, favoritesJournal } from '#client/favorites/unsent-favorites.ts'
import { openStore } from '#client/outbox/outbox-store.ts'
import { createSyncedOutbox } from '#client/outbox/sync-outbox.ts'
import { session } from '#client/session/session.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { getListing } from '#contract/listings.ts'
import { holdIdle } from '#tests/support/app.tsx'
import {
  type OutboxSetup,
  openTab,
  outboxRowsOf,
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
/** The requests about favorites, in order. */
let requests: string[]

beforeEach(async () => {
  ;({ server, network, ana, house, favoritesOf } = await setUpOutbox())
  requests = []
  const connected = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path.split('?')[0]}`)
    return connected(path, init)
  })
})

/**
 * Holds all requests until `release` is called. `isHolding` resolves when the first request is
 * held.
 */
function holdRequests() {
  const connected = fetch
  let release = () => {}
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHolding = new Promise<void>((resolve) => {
    hold = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    hold()
    await held
    return connected(path, init)
  })
  return { release, isHolding }
}

test('a change that has reached the server is removed from the outbox, which is the queue of unsent changes', async () => {
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  expect(tab.waiting()).toEqual([house])
  await untilSent(tab)
  expect(tab.sent).toEqual([house])
  expect(await favoritesOf(ana)).toEqual([house])
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
})

test('an offline change is sent when there is a network', async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(tab.waiting()).toEqual([house])
  network.reconnect()
  await untilSent(tab)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('if a tab closes before it can send a change, the next opened tab sends the change', async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await untilStored(ana)
  tab.close()

  network.reconnect()
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

/** Stores a change in local storage, as a page does if it is reloaded just after a tap. */
const leaveInJournal = (favorite: boolean, at = Date.now(), person = ana) =>
  favoritesJournal.write(person.id, {
    id: Math.random(),
    listingId: house,
    favorite,
    at,
    listing: null,
  })

test('if a page was closed before it stored a change in the database, the next page sends the change from the journal', async () => {
  leaveInJournal(true)
  const tab = openTab(ana)
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
  await untilSent(tab)
  expect(Object.keys(localStorage)).not.toContain(`unsent-${house}`)
})

test('if a closing tab stores a change that was already sent, the next tab that gets the focus removes the change', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = () => answered
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await untilStored(ana)
  const [change] = (await outboxRowsOf(ana).read()) ?? []
  answer()
  await untilSent(tab)
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
  if (!change) throw new Error('The change was not stored')
  await outboxRowsOf(ana).add(change)
  expect(await readStoredChanges(ana)).not.toEqual([])
  focusManager.setFocused(true)
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
})

test('an old change in the journal of unsent changes does not override a newer change', async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(house, false)
  await untilStored(ana)
  tab.close()
  leaveInJournal(true, Date.now() - 60_000)
  const next = openTab(ana)
  await waitFor(() => expect(next.waiting()).toEqual([house]))
  expect(await readStoredChanges(ana)).toMatchObject([{ listingId: house, favorite: false }])
})

test('a page sends the changes of earlier pages only after it has become idle', async () => {
  network.disconnect()
  const earlier = openTab(ana)
  earlier.setFavorite(house, true)
  await waitFor(() => expect(requests).not.toEqual([]))
  earlier.close()
  network.reconnect()
  requests.length = 0

  const becomeIdle = holdIdle()
  const tab = openTab(ana)
  await tab.whenRead
  expect(tab.waiting()).toEqual([house])
  // The database answers in order. A page that does not wait reads the changes before these reads.
  for (let reads = 0; reads < 3; reads += 1) await readStoredChanges(ana)
  expect(requests).toEqual([])
  becomeIdle()
  await untilSent(tab)
})

test('without a database, an unsent change stays in the journal in local storage, and the next page sends the change', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new Error('broken')
  })
  onTestFinished(() => put.mockRestore())
  network.disconnect()
  leaveInJournal(true)
  openTab(ana).close()
  network.reconnect()
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('changes that another account left in the journal are neither sent nor kept (check 49)', async () => {
  const ben = await server.addSubscriber()
  leaveInJournal(true, Date.now(), ben)
  const tab = openTab(ana)
  await tab.flush()
  expect(await favoritesOf(ana)).toEqual([])
  expect(Object.keys(localStorage)).not.toContain(`unsent-${house}`)
})

test('only the last of several changes to one house is sent', async () => {
  network.disconnect()
  const tab = openTab(ana)
  for (const favorite of [true, false, true]) tab.setFavorite(house, favorite)
  await untilStored(ana)
  await waitFor(() => expect(requests).not.toEqual([]))
  await tab.flush()

  requests.length = 0
  network.reconnect()
  await untilSent(tab)
  expect(requests).toEqual(['POST /v1/favorites'])
})

test('a change that another tab has sent is not sent again', async () => {
  provideLocks()
  let note = () => {}
  const slow = openTab(ana, new Promise<void>((resolve) => (note = resolve)))
  const tab = openTab(ana)
  // Wait until both tabs have started. A starting tab would send the stored changes of the other
  // tab.
  for (const { whenRead, flush } of [slow, tab]) {
    await whenRead
    await whenIdle()
    await flush()
  }
  const { release } = holdRequests()
  tab.setFavorite(house, true)
  await waitFor(() => expect(slow.waiting()).toEqual([house]))
  release()
  await untilSent(tab)
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))

  await slow.flush()
  expect(requests).toEqual(['POST /v1/favorites'])
  note()
  await untilSent(slow)
})

test('if a person makes a new change while a request is pending, the app sends it after this request', async () => {
  const tab = openTab(ana)
  const { release, isHolding } = holdRequests()
  tab.setFavorite(house, true)
  await isHolding
  tab.setFavorite(house, false)
  release()
  await untilSent(tab)
  expect(requests).toEqual(['POST /v1/favorites', `DELETE /v1/favorites/${house}`])
  expect(await favoritesOf(ana)).toEqual([])
})

test.each([
  ['a failing server', () => Response.json({ detail: 'Internal server error' }, { status: 500 })],
  ['a server that limits the rate', () => Response.json({ detail: 'Later' }, { status: 429 })],
  ['a proxy that answers with 404', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a captive portal', () => new Response('<h1>Free WLAN</h1>')],
])('a change that fails because of %s is kept and sent later', async (_who, answer) => {
  network.intercept = answer
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(await readStoredChanges(ana)).toHaveLength(1)

  network.intercept = () => undefined
  await untilSent(tab)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('an unsent change of a favorite whose listing was removed is dropped, with one message', async () => {
  const tab = openTab(ana)
  tab.setFavorite('gone', true)
  tab.setFavorite(house, true)
  await untilSent(tab)
  expect(tab.refusals).toEqual(['Listing not found or not accessible.'])
  expect(tab.sent).toEqual([house])
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
})

test('after the session ends, changes wait until the same person signs in again', async () => {
  signIn({ token: 'ended', id: ana.id })
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await waitFor(() => expect(session.token()).toBeNull())
  expect(await readStoredChanges(ana)).toHaveLength(1)
  tab.close()

  signIn(ana)
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test("the changes that remain stored after a session contain neither the person's identity nor details of the house", async () => {
  network.disconnect()
  const tab = openTab(ana)
  const { body: record } = await server.call(ana, getListing, { id: house })
  tab.setFavorite(house, true, record)
  await untilStored(ana)
  const everything = async () => JSON.stringify(await entries(openStore(OUTBOX)))
  expect(await everything()).toContain(ana.token)
  expect(await everything()).toContain('Ine')
  tab.close()
  session.end(ana.token)
  await stripFavoritesOutbox()
  const left = await everything()
  expect(left).toContain(house)
  for (const secret of [ana.id, ana.token, 'Ine']) expect(left).not.toContain(secret)

  network.reconnect()
  signIn(ana)
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('a change made while the session ends is stored for the person, but not sent', async () => {
  const tab = openTab(ana)
  session.end(ana.token)
  tab.setFavorite(house, true)
  await untilStored(ana)
  expect(await readStoredChanges(ana)).toMatchObject([
    { listingId: house, listing: null, request: null },
  ])
  expect(requests).toEqual([])
})

test("when another person signs in, the first person's changes are neither sent nor kept", async () => {
  network.disconnect()
  const first = openTab(ana)
  first.setFavorite(house, true)
  await untilStored(ana)
  first.close()

  const ben = await server.addSubscriber()
  signIn(ben)
  network.reconnect()
  openTab(ben)
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
  expect(await favoritesOf(ben)).toEqual([])
  expect(await favoritesOf(ana)).toEqual([])
})

test("after another person has used another tab to sign in, this tab does not send the first person's changes", async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await untilStored(ana)
  const ben = await server.addSubscriber()
  session.start(ben.token)

  requests.length = 0
  network.reconnect()
  await tab.flush()
  expect(requests).toEqual([])
  expect(await favoritesOf(ben)).toEqual([])
})

test('an outbox that opens after another person has signed in keeps the changes of that person', async () => {
  network.disconnect()
  const ben = await server.addSubscriber()
  signIn(ben)
  const tab = openTab(ben)
  tab.setFavorite(house, true)
  await untilStored(ben)
  tab.close()
  leaveInJournal(true, Date.now(), ben)

  await openTab(ana).whenRead
  // The outbox may still be deleting changes. IndexedDB runs requests in their order, so when this
  // request has ended, the deletion has ended too.
  await outboxRowsOf(ana).clear()
  expect(await readStoredChanges(ben)).toHaveLength(1)
  expect(Object.keys(localStorage)).toContain(`unsent-${house}`)
})

test('if the outbox of one person fails to open after another person has signed in, the outbox of the other person sends changes', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const unsent = createUnsentFavorites()
  let fail = (_: Error) => {}
  const { sync, sendAdded } = createSyncedOutbox({
    name: OUTBOX,
    unsent,
    open: (_client, userId) =>
      userId === ana.id
        ? new Promise((_resolve, reject) => {
            fail = reject
          })
        : Promise.resolve(
            openFavoritesOutbox({ userId, unsent, onSent: async () => {}, onRefused() {} }),
          ),
  })
  const queryClient = createQueryClient()
  onTestFinished(sync(queryClient))
  await queryClient.fetchQuery(accountQuery)
  const ben = await server.addSubscriber()
  signIn(ben)
  await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
  fail(new Error('The code is missing'))
  await waitFor(() => expect(log).toHaveBeenCalled())

  unsent.add({ id: 1, listingId: house, favorite: true, at: Date.now(), listing: null })
  sendAdded()
  await waitFor(async () => expect(await favoritesOf(ben)).toEqual([house]))
})

test('a person who logs out as soon as a page appears is still told about the changes of earlier pages', async () => {
  network.disconnect()
  const earlier = openTab(ana)
  earlier.setFavorite(house, true)
  await untilStored(ana)
  earlier.close()

  const unsent = createUnsentFavorites()
  const { sync, sendUnsent } = createSyncedOutbox({
    name: OUTBOX,
    unsent,
    open: async (_client, userId) =>
      openFavoritesOutbox({ userId, unsent, onSent: async () => {}, onRefused() {} }),
  })
  network.reconnect()
  const queryClient = createQueryClient()
  onTestFinished(sync(queryClient))
  await queryClient.fetchQuery(accountQuery)
  network.disconnect()
  expect(await sendUnsent()).toBe(1)
})

test('if two tabs have the same unsent change, only one tab sends it, and both tabs are notified', async () => {
  provideLocks()
  const [tab, other] = [openTab(ana), openTab(ana)]
  const { release } = holdRequests()
  tab.setFavorite(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  release()
  await untilSent(tab)
  await untilSent(other)
  await Promise.all([tab.flush(), other.flush()])
  expect(requests).toEqual(['POST /v1/favorites'])
  expect([tab.sent, other.sent]).toEqual([[house], [house]])
})

test('a change that one tab drops is also dropped by the other tabs', async () => {
  network.disconnect()
  const [tab, other] = [openTab(ana), openTab(ana)]
  tab.setFavorite(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  await tab.discard()
  await waitFor(() => expect(other.waiting()).toEqual([]))
  expect(await readStoredChanges(ana)).toEqual([])
})

test.each([
  ['no storage', undefined],
  ['a storage that hangs', { open: () => ({}) }],
])('a browser with %s still sends changes', async (_what, storage) => {
  vi.stubGlobal('indexedDB', storage)
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await waitFor(() => expect(tab.waiting()).toEqual([]), { timeout: 15_000 })
  expect(await favoritesOf(ana)).toEqual([house])
})

test('a change stored in an older format is still sent', async () => {
  network.disconnect()
  const tab = openTab(ana)
  await outboxRowsOf(ana).add({
    id: 1,
    listingId: house,
    favorite: true,
    // @ts-expect-error: a record as it might have been once.
    listing: { _id: house },
    request: null,
    outcome: null,
  })
  network.reconnect()
  await untilSent(tab)
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('on a phone with full storage, a later change replaces the stored change, and only the later change is sent', async () => {
  network.disconnect()
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await untilStored(ana)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  tab.setFavorite(house, false)
  // The stored change can no longer be updated and is outdated, so the tab removes it.
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))

  requests.length = 0
  network.reconnect()
  await untilSent(tab)
  await tab.flush()
  expect(requests).toEqual([`DELETE /v1/favorites/${house}`])
})

test("if a person changes a favorite in a second tab while the first tab's request is pending, the later change wins", async () => {
  provideLocks()
  const [tab, other] = [openTab(ana), openTab(ana)]
  const { release } = holdRequests()
  tab.setFavorite(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  other.setFavorite(house, false)
  await waitFor(async () =>
    expect(await readStoredChanges(ana)).toMatchObject([{ favorite: false }]),
  )
  release()
  await untilSent(tab)
  await untilSent(other)
  await Promise.all([tab.flush(), other.flush()])
  expect(requests).toEqual(['POST /v1/favorites', `DELETE /v1/favorites/${house}`])
  expect(await favoritesOf(ana)).toEqual([])
})

test('if a tab dies while it sends a change, the next tab sends the change again, and the server adds only one favorite', async () => {
  const tab = openTab(ana)
  const connected = fetch
  // The server handles the request, but the response never arrives.
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    await connected(path, init)
    return new Promise(() => {})
  })
  tab.setFavorite(house, true)
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
  expect(await readStoredChanges(ana)).toHaveLength(1)
  tab.close()

  vi.stubGlobal('fetch', connected)
  const next = openTab(ana)
  await waitFor(() => expect(next.sent).toEqual([house]))
  expect(await favoritesOf(ana)).toEqual([house])
  await waitFor(async () => expect(await readStoredChanges(ana)).toEqual([]))
})

test('the last of several changes wins, even if the clock changes meanwhile', async () => {
  network.disconnect()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const tab = openTab(ana)
  vi.setSystemTime('2030-01-01')
  tab.setFavorite(house, true)
  await untilStored(ana)
  vi.setSystemTime('1999-01-01')
  tab.setFavorite(house, false)
  await waitFor(async () =>
    expect(await readStoredChanges(ana)).toMatchObject([{ favorite: false }]),
  )
  tab.close()

  requests.length = 0
  network.reconnect()
  await untilSent(openTab(ana))
  await waitFor(() => expect(requests).toEqual([`DELETE /v1/favorites/${house}`]))
})

test('a tab that slept for hours sends its changes as soon as it is visible again', async () => {
  // A sleeping tab fires no timers.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  network.intercept = () => Response.json({ detail: 'Not now' }, { status: 500 })
  const tab = openTab(ana)
  tab.setFavorite(house, true)
  await vi.waitUntil(() => requests.length > 0)
  network.intercept = () => undefined
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onTestFinished(() => focusManager.setFocused(undefined))
  await vi.waitUntil(() => tab.waiting().length === 0)
  expect(await favoritesOf(ana)).toEqual([house])
})
