import { withStorage } from '#client/browser/storage.ts'

const KEY = 'photos-paused'

/** Whether saving photos is paused, in all tabs. */
export function isPaused() {
  return withStorage((storage) => storage.getItem(KEY) !== null) ?? false
}

/** Without local storage, pausing has no effect. */
export function setPaused(isWanted: boolean) {
  withStorage((storage) => {
    if (isWanted) storage.setItem(KEY, 'yes')
    else storage.removeItem(KEY)
  })
}
