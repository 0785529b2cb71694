import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core'
import {
  addressesOf,
  BROWSED_PHOTOS,
  FAVORITE_PHOTOS,
  isFull,
  isPhoto,
  keptAddress,
  lockPhotos,
  readCache,
  toKeep,
} from '../photos/photo-caches.ts'
import { startTransfer } from '../photos/transfer.ts'

/** How many photos are kept of what was looked at. */
const MOST_BROWSED = 400
/** After so many more the oldest go. */
const SLACK = 20
/** How long the network may take before another copy stands in, in milliseconds. */
const PATIENCE = 4_000

/** What was asked for before the last change of this number is not kept. */
let era = 0
let keptSinceSweep = SLACK
/** What has been looked at since the last sweep, by its address. */
const used = new Set<string>()

/** Photos for the page, and for checking what is kept. What the page fetches itself, it keeps itself. */
export function isForPhoto({ url, sameOrigin, request }: RouteMatchCallbackOptions) {
  const isShown = request.destination === 'image' || request.cache === 'only-if-cached'
  return sameOrigin && isShown && url.pathname.startsWith('/images/')
}

/** Gives the photo that is kept on purpose in place of any copy of it, else this copy, else any other. */
export async function answerPhoto({ request, url, event }: RouteHandlerCallbackOptions) {
  const eraOfRequest = era
  const kept = await look(FAVORITE_PHOTOS, keptAddress(url.pathname))
  if (kept) return kept
  if (request.cache === 'only-if-cached') return new Response(null, { status: 504 })

  const address = url.pathname + url.search
  const seen = await look(BROWSED_PHOTOS, address)
  if (seen) {
    if (!used.has(address)) event.waitUntil(keep(address, seen.clone().blob(), eraOfRequest))
    return seen
  }
  const { response, read, end } = startTransfer(request, request.signal)
  // Copied before anybody reads it, since this is the first to hear of it.
  const copied = response.then((answer) => {
    if (!isPhoto(answer)) return end()
    return keep(address, read(answer.clone()), eraOfRequest)
  })
  event.waitUntil(copied.catch(() => undefined))

  const inTime = await Promise.race([response.catch(() => undefined), patience()])
  if (inTime && isPhoto(inTime)) return inTime
  return (await lookForAnother(url.pathname)) ?? response.catch(() => Response.error())
}

/** From now on keeps nothing of what was asked for before, and says so. */
export function forgetPhotosOnTheWay([port]: readonly MessagePort[]) {
  era += 1
  used.clear()
  port?.postMessage(true)
}

/** Keeps a photo as the one that was used last. A failure costs only that it is not kept. */
async function keep(address: string, reading: Promise<Blob>, eraOfRequest: number) {
  try {
    const photo = await reading
    await lockPhotos('shared', async () => {
      if (eraOfRequest !== era) return
      const cache = await caches.open(BROWSED_PHOTOS)
      // Its entries are in the order in which they were added.
      await cache.delete(address)
      await cache.put(address, toKeep(photo))
      used.add(address)
      keptSinceSweep += 1
      if (keptSinceSweep > SLACK) await sweep(cache)
    })
  } catch (error) {
    if (isFull(error)) await caches.delete(BROWSED_PHOTOS)
  }
}

/** Lets those go that were not used for longest. */
async function sweep(cache: Cache) {
  keptSinceSweep = 0
  used.clear()
  const all = await cache.keys()
  const oldest = all.slice(0, Math.max(0, all.length - MOST_BROWSED))
  await Promise.all(oldest.map((request) => cache.delete(request)))
}

async function lookForAnother(path: string) {
  for (const address of addressesOf(path)) {
    const found = await look(BROWSED_PHOTOS, address)
    if (found) return found
  }
  return undefined
}

/** Storage that is missing or broken holds nothing. */
async function look(cacheName: string, address: string) {
  try {
    return await readCache(cacheName, address)
  } catch {
    return undefined
  }
}

function patience() {
  return new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined))
}
