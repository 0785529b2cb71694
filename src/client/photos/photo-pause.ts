import { withStorage } from '#client/browser/storage.ts'

const keyOf = (cache: string) => `paused-${cache}`

export function isPaused(cache: string) {
  return withStorage((storage) => storage.getItem(keyOf(cache)) !== null) ?? false
}

/**
 * Sets whether saving photos into a cache is paused, in all tabs. Does nothing if there is no local
 * storage.
 */
export function setPaused(cache: string, isWanted: boolean) {
  withStorage((storage) => {
    if (isWanted) storage.setItem(keyOf(cache), 'yes')
    else storage.removeItem(keyOf(cache))
  })
}
