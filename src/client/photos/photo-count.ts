import { withStorage } from '#client/browser/storage.ts'

/**
 * How many photos this device has saved, noted outside of the cache that holds them: when the
 * browser deletes photos, only this number tells that they were there.
 */
const KEY = 'photos-saved'

export function notedCount() {
  return withStorage((storage) => Number(storage.getItem(KEY))) ?? 0
}

export function noteCount(count: number) {
  withStorage((storage) => {
    if (count > 0) storage.setItem(KEY, String(count))
    else storage.removeItem(KEY)
  })
}
