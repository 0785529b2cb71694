import { dropBrowsed, openPhotoCache, type PhotoCache } from './open-photo-cache.ts'
import { CHOSEN_PHOTOS, FAVORITE_PHOTOS } from './photo-caches.ts'
import { readSpace } from './photo-estimate.ts'
import { postCacheChange } from './progress-channel.ts'

/** The space that chosen photos leave free: this share of all space, but at most these bytes. */
const RESERVED_SHARE = 0.1
const MAX_RESERVED_BYTES = 50_000_000
/** Chosen photos make room for this many photos at once, so that their cache is read less often. */
const PHOTOS_OF_ROOM = 10

const chosen = openPhotoCache(CHOSEN_PHOTOS)

/**
 * The chosen photos. They leave some space free. Otherwise, a device that they have filled could
 * store no change.
 */
export const chosenCache: PhotoCache = {
  ...chosen,
  async save(address, photo) {
    const { quota, usage } = await readSpace()
    const reserved = Math.min(MAX_RESERVED_BYTES, quota * RESERVED_SHARE)
    if (quota - usage - photo.size < reserved) {
      throw new DOMException('The space is reserved for other data', 'QuotaExceededError')
    }
    return chosen.save(address, photo)
  },
}

/** The photos of favorites. If storage is full, viewed photos and then chosen photos give way. */
export const favoriteCache = openPhotoCache(
  FAVORITE_PHOTOS,
  async (bytes) => (await dropBrowsed()) || (await dropChosen(bytes)),
)

/** Drops the chosen photos that were saved last. Resolves with false if there are none. */
async function dropChosen(bytes: number) {
  const { saved } = await chosen.read()
  let freed = 0
  const dropped: string[] = []
  for (const [address, size] of [...(saved ?? [])].reverse()) {
    if (freed >= bytes * PHOTOS_OF_ROOM) break
    dropped.push(address)
    freed += size
  }
  if (dropped.length === 0) return false
  await chosen.drop(dropped)
  postCacheChange(CHOSEN_PHOTOS)
  return true
}
