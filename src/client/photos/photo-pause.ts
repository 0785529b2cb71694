import { withStorage } from '#client/browser/storage.ts'

const KEY = 'photos-paused'

export function isPaused() {
  return withStorage((storage) => storage.getItem(KEY) !== null) ?? false
}

/** Sets whether saving photos is paused, in all tabs. Does nothing if there is no local storage. */
export function setPaused(isWanted: boolean) {
  withStorage((storage) => {
    if (isWanted) storage.setItem(KEY, 'yes')
    else storage.removeItem(KEY)
  })
}
