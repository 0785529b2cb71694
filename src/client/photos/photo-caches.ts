import { withLock } from '#client/browser/locks.ts'
import { isOnOurServer, PHOTO_WIDTHS } from '#contract/photos.ts'

/** Names of the photo caches, shared by the page and the service worker. */

/**
 * Photos that the page has saved for offline use. A photo stays until its house is no longer a
 * favorite.
 */
export const FAVORITE_PHOTOS = 'favorite-photos'
/**
 * Photos of the houses in the prefectures and saved searches that the person has chosen. They are
 * deleted when the photos of favorites need their space.
 */
export const CHOSEN_PHOTOS = 'chosen-photos'
/** The caches of the photos that the page has saved, by importance. */
export const SAVED_PHOTOS = [FAVORITE_PHOTOS, CHOSEN_PHOTOS]
/**
 * Photos that the person has viewed. The service worker caches these photos, limits their number,
 * and evicts them first.
 */
export const BROWSED_PHOTOS = 'browsed-photos'
/**
 * The type of the message that makes the service worker discard pending photos. The worker then
 * does not cache photos that were requested before the message.
 */
export const DISCARD_PHOTOS = 'forget-photos'
const SAVED_WIDTH = Math.max(...PHOTO_WIDTHS)

/** The address of the one saved size of a photo. This size serves requests for all sizes. */
export function savedAddress(src: string) {
  return `${src}?w=${SAVED_WIDTH}`
}

/** The addresses of the photos that can be saved. Only photos on our server can be saved. */
export function savedAddresses(images: readonly string[]) {
  return images.filter(isOnOurServer).map(savedAddress)
}

export function hasPhotosToSave({ images }: { images: readonly string[] }) {
  return images.some(isOnOurServer)
}

/** All addresses of a photo: its copies from the largest to the smallest, then the original. */
export function addressesOf(src: string) {
  const widths = PHOTO_WIDTHS.toReversed()
  return [...widths.flatMap((width) => [`${src}?w=${width}`, `${src}?w=${width}&f=avif`]), src]
}

/** Whether the response is the requested photo, and not a captive portal's page. */
export function isPhoto({ status, redirected, headers }: Response) {
  const isImage = headers.get('content-type')?.startsWith('image/') ?? false
  return status === 200 && !redirected && isImage
}

/**
 * Builds the response to cache. Copies only the headers for type and size, because with a `Vary`
 * header, the cache might not find the response.
 */
export function toCachedResponse(photo: Blob) {
  return new Response(photo, {
    headers: { 'content-type': photo.type, 'content-length': String(photo.size) },
  })
}

export function readCache(name: string, address: string) {
  return caches.match(address, { cacheName: name })
}

/**
 * Runs `run` under the Web Lock of the photo caches. Writers hold the lock in shared mode. A wipe
 * holds it in exclusive mode, so the wipe waits for all writers.
 */
export function lockPhotos<T>(mode: LockMode, run: () => Promise<T>) {
  return withLock('photos', run, mode)
}
