import 'fake-indexeddb/auto'
import { onlineManager } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#client/data/query-client.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { favoriteStages, unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { openFavoritesSaver } from '#client/photos/favorites-saver.ts'
import { BROWSED_PHOTOS, FAVORITE_PHOTOS } from '#client/photos/photo-caches.ts'
import { favoritePhotos } from '#client/photos/saved-photos.ts'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { listingRecord } from '#tests/support/listing-record.ts'

let storage: ReturnType<typeof openCacheStorage>
/** Responds to requests for photos. */
let network: (address: string) => Response | Promise<Response>
/** Responds to requests for the list of favorites. */
let list: () => Response | Promise<Response>
/** The requested addresses, in order. */
let requests: string[]

beforeEach(() => {
  storage = openCacheStorage()
  network = () => photo('a photo')
  list = () => {
    throw new TypeError('Failed to fetch')
  }
  requests = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit = {}) => {
    if (!address.startsWith('/images/')) return list()
    requests.push(address)
    const response = await network(address)
    signal?.throwIfAborted()
    return response
  })
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    if ((await blob.text()) === 'broken') throw new DOMException('', 'InvalidStateError')
    return { close() {} }
  })
})

afterEach(() => {
  unsentFavorites.set([])
  onlineManager.setOnline(true)
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function photo(content: string, init?: ResponseInit) {
  return new Response(content, { headers: { 'content-type': 'image/webp' }, ...init })
}

/** A house with two photos, `a1` and `a2`. */
function house(id: string) {
  return listingRecord({ _id: id, images: [`${id}1.jpg`, `${id}2.jpg`] })
}

const listOf = (...ids: string[]) => ({ favorites: ids, listings: ids.map(house) })
const addressesOf = (...ids: string[]) =>
  ids.flatMap((id) => [`/images/${id}1.jpg?w=1280`, `/images/${id}2.jpg?w=1280`])
const cachedPhotos = () => storage.addresses(FAVORITE_PHOTOS).sort()

function addUnsentFavorite(listingId: string) {
  unsentFavorites.add({
    ...{ id: 1, listingId, favorite: true, at: Date.now() },
    listing: house(listingId),
  })
  // As the outbox reports when IndexedDB has committed the change.
  favoriteStages.set(1, 'stored')
}

/** Opens a tab that has just fetched these favorites. */
function openTab(...ids: string[]) {
  const queryClient = createQueryClient()
  const hear = (...ids: string[]) =>
    queryClient.setQueryData(favoritesQuery.queryKey, listOf(...ids))
  hear(...ids)
  const saver = openFavoritesSaver(queryClient)
  onTestFinished(saver.close)
  return { ...saver, hear }
}

async function openSavingTab(...ids: string[]) {
  const tab = openTab(...ids)
  await tab.switchOn()
  return tab
}

const untilPhase = (phase: string) =>
  waitFor(() => expect(favoritePhotos.current()?.phase).toBe(phase))
const stateOf = (id: string) => favoritePhotos.current()?.houses.get(id)

test('no photos are saved until the person starts saving', async () => {
  openTab('a')
  await untilPhase('off')
  expect(requests).toEqual([])
})

test('every photo of every favorite is saved once, house by house', async () => {
  await openSavingTab('a', 'b')
  await untilPhase('done')
  expect(requests).toEqual(addressesOf('a', 'b'))
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
  expect(favoritePhotos.current()).toMatchObject({ ready: 2, bytes: 4 * 'a photo'.length })
})

test('the app requests persistent storage only when the person starts to save photos', async () => {
  let asked = 0
  const persist = async () => {
    asked += 1
    return true
  }
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: { persist } } }))
  const { switchOn } = openTab('a')
  await untilPhase('off')
  expect(asked).toBe(0)
  await switchOn()
  await untilPhase('done')
  expect(asked).toBe(1)
})

test('saving photos continues after an interruption', async () => {
  const cache = await storage.open(FAVORITE_PHOTOS)
  await cache.put('/images/a1.jpg?w=1280', photo('a photo'))
  openTab('a')
  await untilPhase('done')
  expect(requests).toEqual(['/images/a2.jpg?w=1280'])
})

test('if the browsing cache has a photo in the size that the app saves, the app copies the photo without a request', async () => {
  const cache = await storage.open(BROWSED_PHOTOS)
  await cache.put('/images/a1.jpg?w=1280', photo('a photo'))
  await openSavingTab('a')
  await untilPhase('done')
  expect(requests).toEqual(['/images/a2.jpg?w=1280'])
  expect(cachedPhotos()).toEqual(addressesOf('a'))
})

test('after a person pauses saving photos, even a newly opened tab saves none until the person resumes saving', async () => {
  let arrive = (_: Response) => {}
  network = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  const tab = await openSavingTab('a', 'b', 'c')
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(stateOf('a')).toBe('saving')
  expect(stateOf('c')).toBe('queued')
  tab.pause()
  await untilPhase('paused')
  arrive(photo('late'))
  network = () => photo('a photo')
  tab.close()

  const next = openTab('a', 'b', 'c')
  await untilPhase('paused')
  expect(requests).toHaveLength(3)
  await next.saveNow()
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b', 'c'))
})

test('offline, saving photos waits, and continues when the network returns', async () => {
  network = () => {
    throw new TypeError('Failed to fetch')
  }
  await openSavingTab('a', 'b')
  await untilPhase('waiting')
  expect(stateOf('a')).toBe('queued')

  network = () => photo('a photo')
  onlineManager.setOnline(true)
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
})

test.each([
  ['pages', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['failures', () => photo('a failure', { status: 500 })],
])(
  'when the server answers all requests for photos with %s, no photo is saved, and every photo is requested again later',
  async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    network = answer
    await openSavingTab('a', 'b', 'c', 'd')
    await vi.waitFor(() => expect(favoritePhotos.current()?.phase).toBe('waiting'))
    expect(requests.length).toBeLessThan(8)
    expect(cachedPhotos()).toEqual([])

    network = () => photo('a photo')
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(favoritePhotos.current()?.phase).toBe('done'))
    expect(cachedPhotos()).toEqual(addressesOf('a', 'b', 'c', 'd'))
  },
)

test.each([
  ['is gone', () => photo('', { status: 404 })],
  ['cannot be shown', () => photo('broken')],
])(
  'if a photo %s, its house counts as incomplete, but other photos are saved',
  async (_, answer) => {
    network = (address) => (address.includes('/a1.') ? answer() : photo('a photo'))
    const tab = await openSavingTab('a', 'b')
    await untilPhase('done')
    expect(stateOf('a')).toBe('incomplete')
    expect(stateOf('b')).toBe('ready')
    expect(cachedPhotos()).toEqual(['/images/a2.jpg?w=1280', ...addressesOf('b')])

    network = () => photo('a photo')
    await tab.saveNow()
    await waitFor(() => expect(stateOf('a')).toBe('ready'))
  },
)

test('photos that were only viewed are evicted to make room for saved photos', async () => {
  const cache = await storage.open(BROWSED_PHOTOS)
  await cache.put('/images/x1.jpg?w=720', photo('a photo'))
  storage.capacity = 2 * 'a photo'.length
  await openSavingTab('a')
  await untilPhase('done')
  expect(await storage.keys()).toEqual([FAVORITE_PHOTOS])
})

test('when the storage is full, a complete house stays saved, and saving continues after a favorite is removed', async () => {
  storage.capacity = 3 * 'a photo'.length
  const tab = await openSavingTab('a', 'b')
  await untilPhase('full')
  expect(stateOf('a')).toBe('ready')
  expect(stateOf('b')).toBe('incomplete')

  tab.hear('b')
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('b'))
})

test('the saved photos of a removed favorite stay until the server confirms the removal', async () => {
  const tab = await openSavingTab('a', 'b')
  await untilPhase('done')
  unsentFavorites.set([{ id: 1, listingId: 'a', favorite: false, at: Date.now(), listing: null }])
  await waitFor(() => expect(favoritePhotos.current()?.houses.size).toBe(1))
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))

  // House `a` was removed, and added again before the removal was sent.
  unsentFavorites.set([
    { id: 2, listingId: 'a', favorite: true, at: Date.now(), listing: house('a') },
  ])
  tab.hear('b')
  await waitFor(() => expect(stateOf('a')).toBe('ready'))
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
  expect(requests).toHaveLength(4)

  unsentFavorites.set([])
  await waitFor(() => expect(cachedPhotos()).toEqual(addressesOf('b')))
})

test('while the app has only an outdated list of favorites, it removes no saved photos', async () => {
  const tab = await openSavingTab('a', 'b')
  await untilPhase('done')
  tab.close()

  let hear = () => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  list = async () => {
    await heard
    return Response.json(listOf('b', 'c'))
  }
  const queryClient = createQueryClient()
  const yesterday = { updatedAt: Date.now() - 86_400_000 }
  queryClient.setQueryData(favoritesQuery.queryKey, listOf('a', 'c'), yesterday)
  onTestFinished(openFavoritesSaver(queryClient).close)
  await waitFor(() => expect(cachedPhotos()).toEqual(addressesOf('a', 'b', 'c')))

  hear()
  await waitFor(() => expect(cachedPhotos()).toEqual(addressesOf('b', 'c')))
})

test('the photos of a new favorite are saved automatically, even before the server has received the favorite', async () => {
  await openSavingTab('a')
  await untilPhase('done')
  addUnsentFavorite('b')
  await waitFor(() => expect(cachedPhotos()).toEqual(addressesOf('a', 'b')))
})

/** Stubs the Network Information API. */
function stubConnection(told: { saveData?: boolean; type?: string }) {
  const connection = Object.assign(new EventTarget(), told)
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  return connection
}

test.each([
  ['Data Saver', { saveData: true }],
  ['mobile data', { type: 'cellular' }],
])(
  'with %s, the photos of a new favorite are saved only when the person starts saving',
  async (_, told) => {
    stubConnection(told)
    const tab = await openSavingTab('a')
    await untilPhase('done')
    addUnsentFavorite('b')
    await untilPhase('metered')
    expect(cachedPhotos()).toEqual(addressesOf('a'))

    await tab.saveNow()
    await untilPhase('done')
    expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
  },
)

test('the photos of a new favorite are not saved on mobile data, but saving starts automatically when the device joins a Wi-Fi network', async () => {
  const connection = stubConnection({ type: 'cellular' })
  await openSavingTab('a')
  await untilPhase('done')
  addUnsentFavorite('b')
  await untilPhase('metered')
  connection.type = 'wifi'
  connection.dispatchEvent(new Event('change'))
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
})

test('removing saved photos also discards photos that are still downloading', async () => {
  let arrive = (_: Response) => {}
  network = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  const tab = await openSavingTab('a')
  await waitFor(() => expect(requests).toHaveLength(2))
  await tab.remove()
  arrive(photo('late'))
  await untilPhase('off')
  expect(await storage.keys()).toEqual([])
})

test('photos that the browser has evicted are reported, and can be downloaded again', async () => {
  const tab = await openSavingTab('a', 'b')
  await untilPhase('done')
  tab.close()
  await storage.delete(FAVORITE_PHOTOS)
  requests = []

  const next = openTab('a', 'b')
  await untilPhase('evicted')
  expect(favoritePhotos.current()).toMatchObject({ evicted: 4, ready: 0 })
  expect([...(favoritePhotos.current()?.houses.values() ?? [])]).toEqual([
    'incomplete',
    'incomplete',
  ])
  expect(requests).toEqual([])
  await next.switchOn()
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b'))
  next.close()

  openTab('a', 'b')
  await untilPhase('done')
})

test('even a single photo that the browser has evicted is reported', async () => {
  const tab = await openSavingTab('a')
  await untilPhase('done')
  tab.close()
  const cache = await storage.open(FAVORITE_PHOTOS)
  await cache.delete('/images/a2.jpg?w=1280')

  openTab('a')
  await untilPhase('evicted')
  expect(favoritePhotos.current()?.evicted).toBe(1)
})

test.each([
  ['a favorite is removed', (tab: ReturnType<typeof openTab>) => tab.hear('b')],
  ['all photos are removed', (tab: ReturnType<typeof openTab>) => tab.remove()],
])('the app does not report photos as evicted by the browser when %s', async (_, remove) => {
  const tab = await openSavingTab('a', 'b')
  await untilPhase('done')
  await remove(tab)
  await waitFor(() => expect(cachedPhotos()).not.toContain('/images/a1.jpg?w=1280'))
  tab.close()

  openTab('a', 'b')
  await waitFor(() => expect(favoritePhotos.current()).toMatchObject({ evicted: 0 }))
})

test('a house with saved photos counts as saved only if the record of the house can be read from the device', async () => {
  const tab = await openSavingTab('a', 'b')
  await untilPhase('done')
  tab.close()
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  onTestFinished(() => transaction.mockRestore())

  const next = openTab('a', 'b', 'c')
  await untilPhase('unwritten')
  expect(favoritePhotos.current()).toMatchObject({ unwritten: 3, ready: 0 })
  expect(stateOf('a')).toBe('incomplete')
  expect(requests).toEqual(addressesOf('a', 'b'))

  transaction.mockRestore()
  await next.saveNow()
  await untilPhase('done')
  expect(cachedPhotos()).toEqual(addressesOf('a', 'b', 'c'))
})

test('a new favorite whose record is only in memory does not count as saved until IndexedDB has committed it', async () => {
  const tab = await openSavingTab('a')
  await untilPhase('done')
  addUnsentFavorite('unsaved')
  favoriteStages.set(1, 'settled')
  favoriteStages.set(1, 'new')
  // The saver gives IndexedDB some time to commit the change.
  await vi.waitUntil(() => favoritePhotos.current()?.phase === 'unwritten', { timeout: 60_000 })
  expect(stateOf('unsaved')).toBe('incomplete')
  favoriteStages.set(1, 'stored')
  await tab.saveNow()
  await untilPhase('done')
})

test('when the browser fails to remove photos, the app says so', async () => {
  const tab = await openSavingTab('a')
  await untilPhase('done')
  storage.delete = () => Promise.reject(new DOMException('', 'UnknownError'))
  await tab.remove()
  expect(favoritePhotos.current()?.phase).toBe('impossible')
})

test('in a browser without storage, saving photos is reported as impossible', async () => {
  vi.stubGlobal('caches', {
    has: async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  openTab('a')
  await untilPhase('impossible')
})
