import { NetworkError } from '#client/api/failures.ts'
import { isQuotaExceeded } from '#client/browser/quota.ts'
import {
  BROWSED_PHOTOS,
  FAVORITE_PHOTOS,
  isPhoto,
  lockPhotos,
  readCache,
  toCachedResponse,
} from './photo-caches.ts'
import { readPhotoCount, writePhotoCount } from './photo-count.ts'
import { startTransfer } from './transfer.ts'

/**
 * Photos that are saved for offline use. Saving is on while the cache of these photos exists. All
 * tabs read the same cache, so saving is on or off in all of them. If the browser evicts the cache,
 * saving is off.
 */

const GONE = [404, 410]

/** Thrown when our server reports that the photo is gone, or when the file cannot be decoded. */
export class PhotoMissing extends Error {}
/**
 * Thrown when the response is not a photo: the server failed, or a proxy or captive portal
 * answered.
 */
export class NotAPhoto extends Error {}

export async function switchOn() {
  await caches.open(FAVORITE_PHOTOS)
}

/** Deletes all saved photos and switches saving off. */
export async function removePhotos() {
  await lockPhotos('exclusive', async () => {
    await caches.delete(FAVORITE_PHOTOS)
    writePhotoCount(0)
  })
}

/**
 * Reads the size in bytes of each saved photo, by address, and the number of photos that the
 * browser has evicted. The sizes are undefined when saving is off.
 */
export function readSaved() {
  return lockPhotos('shared', async () => {
    // Under the shared lock, other tabs may add photos, but no tab can remove photos.
    const countBefore = readPhotoCount()
    const saved = await readPhotos()
    const count = saved?.size ?? 0
    if (count > readPhotoCount()) writePhotoCount(count)
    return { saved, evicted: Math.max(0, countBefore - count) }
  })
}

/**
 * Makes the app stop reporting evicted photos. Sets the stored number of photos to the number in
 * the cache.
 */
export async function acceptEviction() {
  await lockPhotos('exclusive', async () => writePhotoCount((await readPhotos())?.size ?? 0))
}

async function readPhotos() {
  if (!(await caches.has(FAVORITE_PHOTOS))) return undefined
  const cache = await caches.open(FAVORITE_PHOTOS)
  const [requests, photos] = await Promise.all([cache.keys(), cache.matchAll()])
  return new Map(
    requests.map(({ url }, index) => {
      const { pathname, search } = new URL(url)
      return [pathname + search, photoBytes(photos[index])]
    }),
  )
}

/** The size of a saved photo in bytes. */
export async function readSize(address: string) {
  const photo = await readCache(FAVORITE_PHOTOS, address)
  return photo && photoBytes(photo)
}

function photoBytes(photo: Response | undefined) {
  return Number(photo?.headers.get('content-length'))
}

/**
 * Saves a photo. If storage is full, deletes the viewed photos and retries. Returns false when
 * saving was switched off meanwhile.
 * @throws what the cache throws, if storage is full even without the viewed photos.
 */
export async function savePhoto(address: string, photo: Blob) {
  try {
    return await putPhoto(address, photo)
  } catch (error) {
    if (!isQuotaExceeded(error) || !(await caches.delete(BROWSED_PHOTOS))) throw error
    return putPhoto(address, photo)
  }
}

function putPhoto(address: string, photo: Blob) {
  return lockPhotos('shared', async () => {
    if (!(await caches.has(FAVORITE_PHOTOS))) return false
    const cache = await caches.open(FAVORITE_PHOTOS)
    await cache.put(address, toCachedResponse(photo))
    writePhotoCount(readPhotoCount() + 1)
    return true
  })
}

export async function dropPhotos(addresses: string[]) {
  // Take the exclusive lock. Otherwise another tab could count the photos during the deletion, and
  // report the deleted photos as evicted.
  await lockPhotos('exclusive', async () => {
    if (!(await caches.has(FAVORITE_PHOTOS))) return
    const cache = await caches.open(FAVORITE_PHOTOS)
    const dropped = await Promise.all(addresses.map((address) => cache.delete(address)))
    writePhotoCount(readPhotoCount() - dropped.filter(Boolean).length)
  })
}

/** @throws {PhotoMissing} if the answer is no photo that can be shown. */
export async function getPhoto(address: string, signal: AbortSignal) {
  const seen = await readCache(BROWSED_PHOTOS, address)
  const photo = (await seen?.blob()) ?? (await fetchPhoto(address, signal))
  if (!(await canBeShown(photo))) throw new PhotoMissing()
  return photo
}

/** Fetches a photo. Rejects with a `PhotoMissing`, a `NotAPhoto` or a `NetworkError`. */
async function fetchPhoto(address: string, signal: AbortSignal) {
  const { response, read, end } = startTransfer(address, signal)
  try {
    const answer = await response
    if (isPhoto(answer)) return await read(answer)
    end()
    throw GONE.includes(answer.status) ? new PhotoMissing() : new NotAPhoto()
  } catch (cause) {
    if (signal.aborted || cause instanceof PhotoMissing || cause instanceof NotAPhoto) throw cause
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
