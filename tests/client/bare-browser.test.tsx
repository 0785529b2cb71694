import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareSearches } from '#client/catalogue/ask-catalogue.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { session } from '#client/session/session.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import { keepUpToDate } from '#client/sync/updates.ts'
import { listFavorites } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const errors = vi.fn()
const restore: (() => void)[] = []
let server: TestServer
let ana: Person

beforeEach(async () => {
  server = await startServer()
  connect(server)
  ana = await server.addSubscriber()
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine', photos: [{}] })
  vi.spyOn(console, 'error').mockImplementation(errors)
  process.on('unhandledRejection', errors)
})

afterEach(() => {
  for (const undo of restore.splice(0)) undo()
  process.off('unhandledRejection', errors)
  vi.restoreAllMocks()
  errors.mockClear()
})

/** Defines a property of `owner`. After the test, the former property is restored. */
function define(owner: object, name: string, property: PropertyDescriptor) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { ...property, configurable: true })
  restore.push(() => {
    Reflect.deleteProperty(owner, name)
    if (before) Object.defineProperty(owner, name, before)
  })
}

function deny(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const removed = (owner: object, name: string) => () => define(owner, name, { value: undefined })
const forbidden = (owner: object, name: string) => () => define(owner, name, { get: deny })
const denies = (owner: object, name: string, methods: string[]) => () =>
  define(owner, name, {
    value: Object.fromEntries(methods.map((method) => [method, async () => deny()])),
  })

class DeniedChannel {
  constructor() {
    deny()
  }
}

test.each([
  ['no BroadcastChannel', removed(globalThis, 'BroadcastChannel')],
  [
    'a BroadcastChannel that is denied',
    () => define(globalThis, 'BroadcastChannel', { value: DeniedChannel }),
  ],
  ['no navigator.storage', removed(navigator, 'storage')],
  ['a navigator.storage that is denied', forbidden(navigator, 'storage')],
  [
    'a navigator.storage that answers nothing',
    denies(navigator, 'storage', ['estimate', 'persist', 'persisted']),
  ],
  ['no Cache Storage', () => Reflect.deleteProperty(globalThis, 'caches')],
  ['a Cache Storage that is denied', forbidden(globalThis, 'caches')],
  [
    'a Cache Storage that answers nothing',
    denies(globalThis, 'caches', ['delete', 'has', 'keys', 'match', 'open']),
  ],
  ['no workers', removed(navigator, 'serviceWorker')],
  ['workers that are denied', forbidden(navigator, 'serviceWorker')],
  [
    'workers that cannot be registered',
    () =>
      define(navigator, 'serviceWorker', {
        value: Object.assign(new EventTarget(), {
          ...{ controller: null, ready: new Promise(() => undefined) },
          ...{ register: async () => deny(), getRegistration: async () => deny() },
        }),
      }),
  ],
  ['no locks', removed(navigator, 'locks')],
  ['no IndexedDB', removed(globalThis, 'indexedDB')],
  ['an IndexedDB that is denied', () => define(indexedDB, 'open', { value: deny })],
  ['a local storage that is denied', forbidden(globalThis, 'localStorage')],
  ['a session storage that is denied', forbidden(globalThis, 'sessionStorage')],
])('the app works without errors in a browser with %s', async (_what, takeAway) => {
  openCacheStorage()
  takeAway()
  session.start(ana.token)
  const { person, queryClient } = openApp('/listings')
  await keepUpToDate()
  const card = within(await screen.findByRole('article', { name: 'House in Ine' }))
  await person.click(card.getByRole('button', { name: 'Add to Favorites' }))
  await waitFor(async () =>
    expect((await server.call(ana, listFavorites, {})).body.favorites).toEqual(['ine']),
  )
  await person.click(screen.getByRole('link', { name: /^Favorites/ }))
  await screen.findByRole('article', { name: 'House in Ine' })
  const line = await screen.findByRole('link', {
    name: /^(1 house on this device, without photos|This browser cannot save (photos|anything))$/,
  })
  const button = screen.queryByRole('button', { name: /^Save for offline/ })
  if (button) {
    await person.click(button)
    await waitFor(() => expect(line.textContent).not.toBe('1 house on this device, without photos'))
  }
  await person.click(line)
  await screen.findByRole('heading', { name: 'On This Device' })
  session.end(ana.token)
  await screen.findByRole('heading', { name: /log in|welcome/i })
  await whenWiped()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(errors.mock.calls).toEqual([])
})

test('the app starts with a catalogue on the device in a browser that refuses its worker', () => {
  define(globalThis, 'Worker', { value: deny })
  session.start(ana.token)
  session.identify(ana.token, ana.id)
  catalogueMark.set('ready')
  expect(prepareSearches).not.toThrow()
})
