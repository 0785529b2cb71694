import { withStorage } from '#client/browser/storage.ts'

/* What local storage says about the photo caches, for all tabs. */

/**
 * The number of photos in a cache. If the browser evicts the cache, only this number shows that
 * photos were saved.
 */
export function readPhotoCount(cache: string) {
  return withStorage((storage) => Number(storage.getItem(`saved-${cache}`))) ?? 0
}

export function writePhotoCount(cache: string, count: number) {
  write(`saved-${cache}`, count > 0 ? String(count) : undefined)
}

/** Whether saving photos into a cache is paused. Never paused if there is no local storage. */
export function isPaused(cache: string) {
  return withStorage((storage) => storage.getItem(`paused-${cache}`) !== null) ?? false
}

export function setPaused(cache: string, isWanted: boolean) {
  write(`paused-${cache}`, isWanted ? 'yes' : undefined)
}

function write(key: string, value: string | undefined) {
  withStorage((storage) => {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  })
}
