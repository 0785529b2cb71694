import { withStorage } from '#client/browser/storage.ts'

/**
 * The local storage key for the number of saved photos. If the browser evicts the photo cache, only
 * this number shows that photos were saved.
 */
const KEY = 'photos-saved'

export function readPhotoCount() {
  return withStorage((storage) => Number(storage.getItem(KEY))) ?? 0
}

export function writePhotoCount(count: number) {
  withStorage((storage) => {
    if (count > 0) storage.setItem(KEY, String(count))
    else storage.removeItem(KEY)
  })
}
