import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import {
  addressesOf,
  BROWSED_PHOTOS,
  isPhoto,
  lockPhotos,
  readCache,
  SAVED_PHOTOS,
  savedAddress,
  toCachedResponse,
} from '#client/photos/photo-caches.ts'
import { startTransfer } from '#client/photos/transfer.ts'

/** How many viewed photos are cached. */
const MAX_BROWSED_PHOTOS = 400
/** How many photos beyond the maximum are cached before the oldest are evicted. */
const MAX_SURPLUS_PHOTOS = 20
/** How long to wait for the network before answering with another size of the photo. */
const NETWORK_TIMEOUT_MS = 4_000

/**
 * Increases when the cached photos are deleted. If the number has increased since a request was
 * sent, the response to the request is not cached.
 */
let generation = 0
let cachedSinceSweep = MAX_SURPLUS_PHOTOS
/** The addresses of photos that were viewed since the last eviction. */
const used = new Set<string>()

/**
 * Matches requests for photos that a page shows, and requests that only look in the cache
 * (`only-if-cached`). Excludes photos that the page itself downloads and saves.
 */
export function isPhotoRequest({ url, sameOrigin, request }: RouteMatchCallbackOptions) {
  const isShown = request.destination === 'image' || request.cache === 'only-if-cached'
  return sameOrigin && isShown && url.pathname.startsWith('/images/')
}

/**
 * Answers with the saved photo, even if another size was requested. Without a saved photo, answers
 * with the cached or downloaded photo in the requested size. As the last resort, answers with a
 * cached photo in another size.
 */
export async function answerPhoto({ request, url, event }: RouteHandlerCallbackOptions) {
  const generationOfRequest = generation
  for (const name of SAVED_PHOTOS) {
    const saved = await readPhoto(name, savedAddress(url.pathname))
    if (saved) return saved
  }
  if (request.cache === 'only-if-cached') return new Response(null, { status: 504 })

  const address = url.pathname + url.search
  const cached = await readPhoto(BROWSED_PHOTOS, address)
  if (cached) {
    if (!used.has(address))
      event.waitUntil(cachePhoto(address, cached.clone().blob(), generationOfRequest))
    return cached
  }
  const { response, read, end } = startTransfer(request, request.signal)
  // Clone the response now, because a response whose body was read cannot be cloned.
  const copied = response.then((answer) => {
    if (!isPhoto(answer)) return end()
    return cachePhoto(address, read(answer.clone()), generationOfRequest)
  })
  event.waitUntil(copied.catch(() => undefined))

  const inTime = await Promise.race([response.catch(() => undefined), networkTimeout()])
  if (inTime && isPhoto(inTime)) return inTime
  return (await findOtherSize(url.pathname)) ?? response.catch(() => Response.error())
}

/** Prevents pending downloads from caching their photos, and then confirms this to the page. */
export function discardPendingPhotos([port]: readonly MessagePort[]) {
  generation += 1
  used.clear()
  port?.postMessage(true)
}

/** Caches a photo as the most recently used. If storage is full, deletes all viewed photos. */
async function cachePhoto(address: string, reading: Promise<Blob>, generationOfRequest: number) {
  try {
    const photo = await reading
    await lockPhotos('shared', async () => {
      if (generationOfRequest !== generation) return
      const cache = await caches.open(BROWSED_PHOTOS)
      // Cache entries keep their insertion order. To make the entry the newest, delete it first,
      // then store it again.
      await cache.delete(address)
      await cache.put(address, toCachedResponse(photo))
      used.add(address)
      cachedSinceSweep += 1
      if (cachedSinceSweep > MAX_SURPLUS_PHOTOS) await sweep(cache)
    })
  } catch (error) {
    if (isQuotaExceeded(error)) await caches.delete(BROWSED_PHOTOS)
  }
}

/** Evicts the least recently used photos. */
async function sweep(cache: Cache) {
  cachedSinceSweep = 0
  used.clear()
  const all = await cache.keys()
  const oldest = all.slice(0, Math.max(0, all.length - MAX_BROWSED_PHOTOS))
  await Promise.all(oldest.map((request) => cache.delete(request)))
}

async function findOtherSize(path: string) {
  for (const address of addressesOf(path)) {
    const found = await readPhoto(BROWSED_PHOTOS, address)
    if (found) return found
  }
  return undefined
}

/** Treats a missing or broken Cache Storage as empty. */
async function readPhoto(cacheName: string, address: string) {
  try {
    return await readCache(cacheName, address)
  } catch {
    return undefined
  }
}

function networkTimeout() {
  return new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, undefined))
}
