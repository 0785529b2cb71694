import { waitFor } from '@testing-library/react'
import { entries } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reduceUnsent } from '#client/account-outbox.ts'
import { openOutbox } from '#client/outbox.ts'
import { openRows } from '#client/outbox-rows.ts'
import { openStore } from '#client/outbox-store.ts'
import { session } from '#client/session.ts'
import { createUnsent } from '#client/unsent.ts'
import { listFavorites } from '#contract/favorites.ts'
import { getListing, type ListingRecord } from '#contract/listings.ts'
import { connect } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

type Person = Awaited<ReturnType<TestServer['addSubscriber']>>

let server: TestServer
let line: ReturnType<typeof connect>
let ana: Person
let house: string
/** What was asked of the server about favorites, as it was asked. */
let requests: string[]

beforeEach(async () => {
  server = await startServer()
  line = connect(server)
  ana = await server.addSubscriber()
  house = (await server.addListing({ location: 'Ine' })).id
  signIn(ana)
  requests = []
  const connected = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`)
    return connected(path, init)
  })
})

function signIn({ token, id }: Pick<Person, 'token' | 'id'>) {
  session.start(token)
  session.identify(token, id)
}

/** A tab of the one browser, in which `person` looks at listings. */
function openTab(person: Person) {
  const unsent = createUnsent()
  const sent: string[] = []
  const refusals: string[] = []
  const outbox = openOutbox({
    userId: person.id,
    unsent,
    onSent: async ({ listingId }) => void sent.push(listingId),
    onRefused: (refusal) => void refusals.push(refusal),
  })
  onTestFinished(outbox.close)
  return {
    ...outbox,
    sent,
    refusals,
    waiting: () => unsent.all().map(({ listingId }) => listingId),
    want: (listingId: string, favorite: boolean, listing: ListingRecord | null = null) =>
      unsent.add({ id: Math.random(), listingId, favorite, listing }),
  }
}

const favoritesOf = async (person: Person) =>
  (await server.call(person, listFavorites, {})).body.favorites
const kept = (person: Person) => openRows(person.id).read()
const untilKept = (person: Person) =>
  waitFor(async () => expect(await kept(person)).toHaveLength(1))
const untilSent = (tab: ReturnType<typeof openTab>) =>
  waitFor(() => expect(tab.waiting()).toEqual([]))

/** Lets requests leave, and arrive when released. */
function holdLine() {
  const connected = fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    await held
    return connected(path, init)
  })
  return release
}

test('a change reaches the server, and nothing of it stays behind', async () => {
  const tab = openTab(ana)
  tab.want(house, true)
  expect(tab.waiting()).toEqual([house])
  await untilSent(tab)
  expect(tab.sent).toEqual([house])
  expect(await favoritesOf(ana)).toEqual([house])
  await waitFor(async () => expect(await kept(ana)).toEqual([]))
})

test('a change made without a network is sent when there is one', async () => {
  line.cut()
  const tab = openTab(ana)
  tab.want(house, true)
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(tab.waiting()).toEqual([house])
  line.mend()
  await untilSent(tab)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('a change that its tab could not send is sent by the next one', async () => {
  line.cut()
  const tab = openTab(ana)
  tab.want(house, true)
  await untilKept(ana)
  tab.close()

  line.mend()
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('of several changes of mind the last is sent, and no other', async () => {
  line.cut()
  const tab = openTab(ana)
  for (const favorite of [true, false, true]) tab.want(house, favorite)
  await untilKept(ana)
  await waitFor(() => expect(requests).not.toEqual([]))
  await tab.flush()

  requests.length = 0
  line.mend()
  await untilSent(tab)
  expect(requests).toEqual(['POST /v1/favorites'])
})

test('a change of mind while the first is under way follows it', async () => {
  const tab = openTab(ana)
  const release = holdLine()
  tab.want(house, true)
  await untilKept(ana)
  tab.want(house, false)
  release()
  await untilSent(tab)
  expect(requests).toEqual(['POST /v1/favorites', `DELETE /v1/favorites/${house}`])
  expect(await favoritesOf(ana)).toEqual([])
})

test.each([
  ['a failing server', () => Response.json({ detail: 'Internal server error' }, { status: 500 })],
  ['a server that is asked too often', () => Response.json({ detail: 'Later' }, { status: 429 })],
  ['a proxy that knows nothing', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a captive portal', () => new Response('<h1>Free WLAN</h1>')],
])('%s loses no change, which is sent by and by', async (_who, answer) => {
  line.intercept = answer
  const tab = openTab(ana)
  tab.want(house, true)
  await waitFor(() => expect(requests).not.toEqual([]))
  expect(await kept(ana)).toHaveLength(1)

  line.intercept = () => undefined
  await untilSent(tab)
  expect(await favoritesOf(ana)).toEqual([house])
})

test('a listing that is gone is given up, which is said once', async () => {
  const tab = openTab(ana)
  tab.want('gone', true)
  tab.want(house, true)
  await untilSent(tab)
  expect(tab.refusals).toEqual(['Listing not found or not accessible.'])
  expect(tab.sent).toEqual([house])
  await waitFor(async () => expect(await kept(ana)).toEqual([]))
})

test('after the session has ended, changes wait for the same person', async () => {
  signIn({ token: 'ended', id: ana.id })
  const tab = openTab(ana)
  tab.want(house, true)
  await waitFor(() => expect(session.token()).toBeNull())
  expect(await kept(ana)).toHaveLength(1)
  tab.close()

  signIn(ana)
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('what is left of changes after a session does not say whose they are, nor of what house', async () => {
  line.cut()
  const tab = openTab(ana)
  const { body: record } = await server.call(ana, getListing, { id: house })
  tab.want(house, true, record)
  await untilKept(ana)
  const everything = async () => JSON.stringify(await entries(openStore()))
  expect(await everything()).toContain(ana.token)
  expect(await everything()).toContain('Ine')
  tab.close()
  session.end(ana.token)
  await reduceUnsent()
  const left = await everything()
  expect(left).toContain(house)
  for (const secret of [ana.id, ana.token, 'Ine']) expect(left).not.toContain(secret)

  line.mend()
  signIn(ana)
  await untilSent(openTab(ana))
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})

test('a change that is made while its session ends is kept like those before it', async () => {
  const tab = openTab(ana)
  session.end(ana.token)
  tab.want(house, true)
  await untilKept(ana)
  expect(await kept(ana)).toMatchObject([{ listingId: house, listing: null, request: null }])
  expect(requests).toEqual([])
})

test('where another person signs in, the changes of the first are neither sent nor kept', async () => {
  line.cut()
  const first = openTab(ana)
  first.want(house, true)
  await untilKept(ana)
  first.close()

  const ben = await server.addSubscriber()
  signIn(ben)
  line.mend()
  openTab(ben)
  await waitFor(async () => expect(await kept(ana)).toEqual([]))
  expect(await favoritesOf(ben)).toEqual([])
  expect(await favoritesOf(ana)).toEqual([])
})

test('a tab sends nothing in the name of somebody who has just signed in in another', async () => {
  line.cut()
  const tab = openTab(ana)
  tab.want(house, true)
  await untilKept(ana)
  const ben = await server.addSubscriber()
  session.start(ben.token)

  requests.length = 0
  line.mend()
  await tab.flush()
  expect(requests).toEqual([])
  expect(await favoritesOf(ben)).toEqual([])
})

/** The locks of a browser, which this environment lacks: one holder at a time. */
function provideLocks() {
  let last = Promise.resolve()
  const locks = {
    request: (_name: string, run: () => Promise<void>) => {
      last = last.then(run)
      return last
    },
  }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

test('two tabs send a change once, and both know', async () => {
  provideLocks()
  const [tab, other] = [openTab(ana), openTab(ana)]
  const release = holdLine()
  tab.want(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  release()
  await untilSent(tab)
  await untilSent(other)
  await Promise.all([tab.flush(), other.flush()])
  expect(requests).toEqual(['POST /v1/favorites'])
  expect([tab.sent, other.sent]).toEqual([[house], [house]])
})

test('what is given up in one tab is given up in the others', async () => {
  line.cut()
  const [tab, other] = [openTab(ana), openTab(ana)]
  tab.want(house, true)
  await waitFor(() => expect(other.waiting()).toEqual([house]))
  await tab.discard()
  await waitFor(() => expect(other.waiting()).toEqual([]))
  expect(await kept(ana)).toEqual([])
})

test.each([
  ['no storage', undefined],
  ['a storage that hangs', { open: () => ({}) }],
])('a browser with %s sends what is changed all the same', async (_what, storage) => {
  vi.stubGlobal('indexedDB', storage)
  const tab = openTab(ana)
  tab.want(house, true)
  await waitFor(() => expect(tab.waiting()).toEqual([]), { timeout: 15_000 })
  expect(await favoritesOf(ana)).toEqual([house])
})

test('a change that was kept in an older shape is still sent', async () => {
  line.cut()
  const tab = openTab(ana)
  await openRows(ana.id).add({
    id: 1,
    listingId: house,
    favorite: true,
    // @ts-expect-error: a record as it might have been once.
    listing: { _id: house },
    request: null,
    outcome: null,
  })
  line.mend()
  await untilSent(tab)
  await waitFor(async () => expect(await favoritesOf(ana)).toEqual([house]))
})
