import { withLock } from '#client/browser/locks.ts'
import { isOnOurServer, PHOTO_WIDTHS } from '#contract/photos.ts'

/** Where the browser keeps photos, as the page and its worker both know it. */

/** Filled on purpose by the page; a photo stays until its house is no favorite any more. */
export const FAVORITE_PHOTOS = 'favorite-photos'
/** Filled by the worker with what is looked at; bounded, and the first to go when space is short. */
export const BROWSED_PHOTOS = 'browsed-photos'
/** The message with which the page asks the worker to keep nothing that it has asked for until now. */
export const FORGET_PHOTOS = 'forget-photos'
const KEPT_WIDTH = Math.max(...PHOTO_WIDTHS)

/** The one copy of a photo that is kept, and that stands in for all others. */
export function keptAddress(src: string) {
  return `${src}?w=${KEPT_WIDTH}`
}

/** Those of the photos of a house that can be kept. What lies elsewhere never is. */
export function keptAddresses(images: readonly string[]) {
  return images.filter(isOnOurServer).map(keptAddress)
}

/** Every address that a photo has, the most useful first. */
export function addressesOf(src: string) {
  const widths = PHOTO_WIDTHS.toReversed()
  return [...widths.flatMap((width) => [`${src}?w=${width}`, `${src}?w=${width}&f=avif`]), src]
}

/** Whether this is the photo that was asked for, and not the page of a portal on the way. */
export function isPhoto({ status, redirected, headers }: Response) {
  const isImage = headers.get('content-type')?.startsWith('image/') ?? false
  return status === 200 && !redirected && isImage
}

/** A whole photo as it is kept: with its type and size, and nothing that a look-up could stumble over. */
export function toKeep(photo: Blob) {
  return new Response(photo, {
    headers: { 'content-type': photo.type, 'content-length': String(photo.size) },
  })
}

export function readCache(name: string, address: string) {
  return caches.match(address, { cacheName: name })
}

/** Whether something could not be kept for want of space. */
export function isFull(error: unknown) {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Whoever writes shares the lock; whoever forgets waits until nobody does, and has it alone. */
export function lockPhotos<T>(mode: LockMode, run: () => Promise<T>) {
  return withLock('photos', run, mode)
}
