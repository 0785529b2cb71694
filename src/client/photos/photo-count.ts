import { withStorage } from '#client/browser/storage.ts'

/**
 * The local storage key for the number of photos in a cache. If the browser evicts the cache, only
 * this number shows that photos were saved.
 */
const keyOf = (cache: string) => `saved-${cache}`

export function readPhotoCount(cache: string) {
  return withStorage((storage) => Number(storage.getItem(keyOf(cache)))) ?? 0
}

export function writePhotoCount(cache: string, count: number) {
  withStorage((storage) => {
    if (count > 0) storage.setItem(keyOf(cache), String(count))
    else storage.removeItem(keyOf(cache))
  })
}
