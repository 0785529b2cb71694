import { NetworkError } from '#client/api/failures.ts'
import {
  BROWSED_PHOTOS,
  FAVORITE_PHOTOS,
  isFull,
  isPhoto,
  lockPhotos,
  readCache,
  toKeep,
} from './photo-caches.ts'
import { noteCount, notedCount } from './photo-count.ts'
import { startTransfer } from './transfer.ts'

/**
 * The photos that are saved on purpose. That their cache exists is what being switched on
 * means: so it is the same in all tabs, ends with the photos, and survives what they survive.
 */

const GONE = [404, 410]

/** The server answered, and has no such photo, or one that cannot be shown. */
export class PhotoMissing extends Error {}
/** What answered did not give a photo: a server in trouble, or somebody on the way. */
export class NoPhoto extends Error {}

export async function switchOn() {
  await caches.open(FAVORITE_PHOTOS)
}

/** Removes all that was saved, and saves nothing any more. */
export async function removePhotos() {
  await lockPhotos('exclusive', async () => {
    await caches.delete(FAVORITE_PHOTOS)
    noteCount(0)
  })
}

/**
 * The bytes of each photo that is saved, by its address, undefined when it is switched off; and how
 * many the browser has deleted.
 */
export function readSaved() {
  return lockPhotos('shared', async () => {
    // Another tab may add photos meanwhile, and removes none.
    const noted = notedCount()
    const saved = await readPhotos()
    const count = saved?.size ?? 0
    if (count > notedCount()) noteCount(count)
    return { saved, evicted: Math.max(0, noted - count) }
  })
}

/** Takes the photos that are there for all that were saved. */
export async function acceptEviction() {
  await lockPhotos('exclusive', async () => noteCount((await readPhotos())?.size ?? 0))
}

async function readPhotos() {
  if (!(await caches.has(FAVORITE_PHOTOS))) return undefined
  const cache = await caches.open(FAVORITE_PHOTOS)
  const [requests, photos] = await Promise.all([cache.keys(), cache.matchAll()])
  return new Map(
    requests.map(({ url }, index) => {
      const { pathname, search } = new URL(url)
      return [pathname + search, sizeOf(photos[index])]
    }),
  )
}

/** The bytes of a photo that is saved. */
export async function readSize(address: string) {
  const photo = await readCache(FAVORITE_PHOTOS, address)
  return photo && sizeOf(photo)
}

function sizeOf(photo: Response | undefined) {
  return Number(photo?.headers.get('content-length'))
}

/** Saves a photo. False when it was switched off meanwhile. What was only looked at gives way to it. */
export async function savePhoto(address: string, photo: Blob) {
  try {
    return await putPhoto(address, photo)
  } catch (error) {
    if (!isFull(error) || !(await caches.delete(BROWSED_PHOTOS))) throw error
    return putPhoto(address, photo)
  }
}

function putPhoto(address: string, photo: Blob) {
  return lockPhotos('shared', async () => {
    if (!(await caches.has(FAVORITE_PHOTOS))) return false
    const cache = await caches.open(FAVORITE_PHOTOS)
    await cache.put(address, toKeep(photo))
    noteCount(notedCount() + 1)
    return true
  })
}

export async function dropPhotos(addresses: string[]) {
  // Alone, so that nobody who counts takes it for the browser's doing.
  await lockPhotos('exclusive', async () => {
    if (!(await caches.has(FAVORITE_PHOTOS))) return
    const cache = await caches.open(FAVORITE_PHOTOS)
    const dropped = await Promise.all(addresses.map((address) => cache.delete(address)))
    noteCount(notedCount() - dropped.filter(Boolean).length)
  })
}

/** The photo at an address, from what was looked at or from the server. */
export async function getPhoto(address: string, signal: AbortSignal) {
  const seen = await readCache(BROWSED_PHOTOS, address)
  const photo = (await seen?.blob()) ?? (await fetchPhoto(address, signal))
  if (!(await canBeShown(photo))) throw new PhotoMissing()
  return photo
}

/** Rejects with what is in the way: a `PhotoMissing`, a `NoPhoto` or a `NetworkError`. */
async function fetchPhoto(address: string, signal: AbortSignal) {
  const { response, read, end } = startTransfer(address, signal)
  try {
    const answer = await response
    if (isPhoto(answer)) return await read(answer)
    end()
    throw GONE.includes(answer.status) ? new PhotoMissing() : new NoPhoto()
  } catch (cause) {
    if (signal.aborted || cause instanceof PhotoMissing || cause instanceof NoPhoto) throw cause
    throw new NetworkError({ cause })
  }
}

export async function canBeShown(photo: Blob) {
  try {
    const picture = await createImageBitmap(photo)
    picture.close()
    return true
  } catch {
    return false
  }
}
