import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BROWSED_PHOTOS, FAVORITE_PHOTOS } from '#client/photos/photo-caches.ts'
import { abortStalledTransfers } from '#client/photos/transfer.ts'
import { wipePhotos } from '#client/photos/wipe-photos.ts'
import { answerPhoto, discardPendingPhotos } from '#client/service-worker/photos.ts'
import { openCacheStorage } from '#tests/support/cache-storage.ts'

let storage: ReturnType<typeof openCacheStorage>
let network: (address: string, signal?: AbortSignal | null) => Promise<Response>
/** The worker's pending tasks after its response (`waitUntil`). */
let waitUntilPromises: Promise<unknown>[]

beforeEach(() => {
  storage = openCacheStorage()
  network = async () => photo('from the network')
  waitUntilPromises = []
  vi.stubGlobal('fetch', (request: Request, { signal }: RequestInit = {}) => {
    const { pathname, search } = new URL(request.url)
    return network(pathname + search, signal)
  })
})

afterEach(() => {
  discardPendingPhotos([])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function photo(content: string, init?: ResponseInit) {
  return new Response(content, { headers: { 'content-type': 'image/webp' }, ...init })
}

/** Makes a response look like the result of a redirect. Its clones look the same. */
function redirected(response: Response): Response {
  const copy = response.clone.bind(response)
  return Object.defineProperties(response, {
    redirected: { value: true },
    clone: { value: () => redirected(copy()) },
  })
}

/**
 * Requests `address` as an `<img>` does. Resolves with the response once the worker's pending tasks
 * are done.
 */
async function loadPhoto(address: string, { cache }: RequestInit = {}) {
  const answer = await requestPhoto(address, { cache })
  await Promise.all(waitUntilPromises)
  return answer
}

function requestPhoto(address: string, { cache }: RequestInit = {}) {
  const request = new Request(new URL(address, location.origin))
  Object.defineProperty(request, 'cache', { value: cache ?? 'default' })
  const event = { waitUntil: (work: Promise<unknown>) => waitUntilPromises.push(work) }
  return answerPhoto({
    request,
    url: new URL(request.url),
    event: event as unknown as Parameters<typeof answerPhoto>[0]['event'],
    params: [],
  })
}

async function cacheFavorite(address: string, content: string) {
  const cache = await storage.open(FAVORITE_PHOTOS)
  await cache.put(address, photo(content))
}

function goOffline() {
  network = async () => {
    throw new TypeError('Failed to fetch')
  }
}

test('a photo that was viewed online is shown again offline', async () => {
  await loadPhoto('/images/a.jpg?w=720')
  goOffline()
  const answer = await loadPhoto('/images/a.jpg?w=720')
  expect(await answer.text()).toBe('from the network')
  expect(answer.headers.get('content-type')).toBe('image/webp')
})

test('if a photo cannot be loaded, a cached copy in another size or format replaces it', async () => {
  await loadPhoto('/images/a.jpg?w=320&f=avif')
  goOffline()
  const answer = await loadPhoto('/images/a.jpg?w=1280')
  expect(await answer.text()).toBe('from the network')
})

test("if a photo is neither cached nor reachable, its request fails with a network error, and does not return the app's page", async () => {
  goOffline()
  expect((await loadPhoto('/images/a.jpg?w=720')).type).toBe('error')
})

test('the service worker answers a request for any size and format of a photo with the saved copy, also with a network', async () => {
  await cacheFavorite('/images/a.jpg?w=1280', 'kept')
  for (const copy of ['?w=320', '?w=1280', '?w=720&f=avif', '']) {
    expect(await (await loadPhoto(`/images/a.jpg${copy}`)).text()).toBe('kept')
  }
  expect(storage.addresses(BROWSED_PHOTOS)).toEqual([])
})

test('the check of saved photos ignores photos that were only viewed', async () => {
  await cacheFavorite('/images/a.jpg?w=1280', 'kept')
  await loadPhoto('/images/b.jpg?w=1280')
  const check = { cache: 'only-if-cached' } as const
  expect((await loadPhoto('/images/a.jpg?w=1280', check)).status).toBe(200)
  expect((await loadPhoto('/images/b.jpg?w=1280', check)).status).toBe(504)
})

test.each([
  ['the page of a portal', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a failure', photo('broken', { status: 500 })],
  ['the response after a redirect', redirected(photo('x'))],
])(
  'the service worker does not cache %s, and returns a cached copy of the photo instead',
  async (_, answer) => {
    await loadPhoto('/images/a.jpg?w=320')
    network = async () => answer
    expect(await (await loadPhoto('/images/a.jpg?w=720')).text()).toBe('from the network')
    expect(storage.addresses(BROWSED_PHOTOS)).toEqual(['/images/a.jpg?w=320'])
  },
)

test('a cached copy in another size or format replaces a photo that loads slowly', async () => {
  await loadPhoto('/images/a.jpg?w=320')
  vi.useFakeTimers()
  network = () => new Promise(() => {})
  const answer = requestPhoto('/images/a.jpg?w=720')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await (await answer).text()).toBe('from the network')
})

/** A network that never responds. Rejects when the request is aborted. */
const hang: typeof network = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const currentState = <T>(promise: Promise<T>) =>
  Promise.race([promise, Promise.resolve('still waiting')])

test('if the response with a photo does not start in time, the service worker ends the request, so that other requests can use the connection', async () => {
  vi.useFakeTimers()
  network = hang
  const answer = requestPhoto('/images/a.jpg?w=720')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await currentState(answer)).toMatchObject({ type: 'error' })
})

test('when the app can no longer reach the server, it aborts the request for a stalled photo, but not a new request', async () => {
  vi.useFakeTimers()
  network = hang
  const answer = requestPhoto('/images/a.jpg?w=720')
  await vi.advanceTimersByTimeAsync(5_000)
  network = async () => photo('just asked for')
  const young = requestPhoto('/images/b.jpg?w=720')
  abortStalledTransfers()
  await vi.advanceTimersByTimeAsync(0)
  expect(await currentState(answer)).toMatchObject({ type: 'error' })
  expect(await (await young).text()).toBe('just asked for')
})

test('a photo that loads slowly still loads completely, but the service worker ends the request of a photo that stalls', async () => {
  vi.useFakeTimers()
  network = async (_, signal) => {
    const body = new ReadableStream({
      async start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        for (const part of ['slow', 'ly', ' but', ' whole']) {
          await new Promise((resolve) => setTimeout(resolve, 7_000))
          controller.enqueue(new TextEncoder().encode(part))
        }
        if (!isStopping) controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'image/webp' } })
  }
  let isStopping = false
  const slow = (await requestPhoto('/images/a.jpg?w=720')).text()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await slow).toBe('slowly but whole')
  await Promise.all(waitUntilPromises)
  expect(storage.addresses(BROWSED_PHOTOS)).toEqual(['/images/a.jpg?w=720'])

  isStopping = true
  const stopped = (await requestPhoto('/images/b.jpg?w=720'))
    .text()
    .catch((error: Error) => error.name)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await currentState(stopped)).toBe('TimeoutError')
})

test('of the photos that were only viewed, the cache keeps the most recent', async () => {
  await loadPhoto('/images/often.jpg?w=720')
  for (let number = 0; number < 500; number += 1) {
    await loadPhoto(`/images/${number}.jpg?w=720`)
    await loadPhoto('/images/often.jpg?w=720')
  }
  const kept = storage.addresses(BROWSED_PHOTOS)
  expect(kept.length).toBeLessThanOrEqual(420)
  expect(kept).toContain('/images/often.jpg?w=720')
  expect(kept).toContain('/images/499.jpg?w=720')
  expect(kept).not.toContain('/images/0.jpg?w=720')
})

test('on a full device, photos that were only viewed are evicted, but no saved photos', async () => {
  await cacheFavorite('/images/a.jpg?w=1280', 'kept')
  await loadPhoto('/images/b.jpg?w=720')
  storage.capacity = 25
  const answer = await loadPhoto('/images/c.jpg?w=720')
  expect(await answer.text()).toBe('from the network')
  expect(storage.addresses(BROWSED_PHOTOS)).toEqual([])
  expect(storage.addresses(FAVORITE_PHOTOS)).toEqual(['/images/a.jpg?w=1280'])
})

test('in a browser without storage, photos come from the network', async () => {
  vi.stubGlobal('caches', undefined)
  expect(await (await loadPhoto('/images/a.jpg?w=720')).text()).toBe('from the network')
})

test('logging out deletes all photos, even those still loading (check 49)', async () => {
  await cacheFavorite('/images/a.jpg?w=1280', 'kept')
  await loadPhoto('/images/b.jpg?w=720')
  let resolvePhoto: ((photo: Response) => void) | undefined
  network = () =>
    new Promise((resolve) => {
      resolvePhoto = resolve
    })
  const pending = loadPhoto('/images/c.jpg?w=720')
  await vi.waitFor(() => expect(resolvePhoto).toBeDefined())
  network = async () => photo('just asked for')
  const latest = loadPhoto('/images/d.jpg?w=720')
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), stubWorker()))
  await wipePhotos()
  resolvePhoto?.(photo('late'))
  expect(await (await pending).text()).toBe('late')
  expect(await (await latest).text()).toBe('just asked for')
  expect(await storage.keys()).toEqual([])
})

/** A stub of the active service worker, for a page that the worker does not control. */
function stubWorker() {
  const active = {
    postMessage: (_: unknown, ports: MessagePort[]) => discardPendingPhotos(ports),
  }
  return { serviceWorker: { getRegistration: async () => ({ active }) } }
}
