import { isQuotaExceeded } from '#client/browser/quota.ts'
import { BROWSED_PHOTOS, lockPhotos, readCache, toCachedResponse } from './photo-caches.ts'
import { readPhotoCount, writePhotoCount } from './photo-marks.ts'

export type PhotoCache = ReturnType<typeof openPhotoCache>

/**
 * Photos that are saved for offline use. Saving is on while the cache `name` exists. All tabs read
 * the same cache, so saving is on or off in all of them. If the browser evicts the cache, saving is
 * off. If storage is full, `makeRoom` deletes photos that matter less. It resolves with false if it
 * has deleted none.
 */
export function openPhotoCache(
  name: string,
  makeRoom: (bytes: number) => Promise<boolean> = dropBrowsed,
) {
  async function readPhotos() {
    if (!(await caches.has(name))) return undefined
    const cache = await caches.open(name)
    const [requests, photos] = await Promise.all([cache.keys(), cache.matchAll()])
    return new Map(
      requests.map(({ url }, index) => {
        const { pathname, search } = new URL(url)
        return [pathname + search, photoBytes(photos[index])]
      }),
    )
  }

  function put(address: string, photo: Blob) {
    return lockPhotos('shared', async () => {
      if (!(await caches.has(name))) return false
      const cache = await caches.open(name)
      await cache.put(address, toCachedResponse(photo))
      writePhotoCount(name, readPhotoCount(name) + 1)
      return true
    })
  }

  return {
    name,

    async switchOn() {
      await caches.open(name)
    },

    /** Deletes all saved photos and switches saving off. */
    async removeAll() {
      await lockPhotos('exclusive', async () => {
        await caches.delete(name)
        writePhotoCount(name, 0)
      })
    },

    /**
     * Reads the size in bytes of each saved photo, by address, and the number of photos that the
     * browser has evicted. The sizes are undefined when saving is off.
     */
    read() {
      return lockPhotos('shared', async () => {
        // Under the shared lock, other tabs may add photos, but no tab can remove photos.
        const countBefore = readPhotoCount(name)
        const saved = await readPhotos()
        const count = saved?.size ?? 0
        if (count > readPhotoCount(name)) writePhotoCount(name, count)
        return { saved, evicted: Math.max(0, countBefore - count) }
      })
    },

    /**
     * Makes the app stop reporting evicted photos. Sets the stored number of photos to the number in
     * the cache.
     */
    async acceptEviction() {
      await lockPhotos('exclusive', async () =>
        writePhotoCount(name, (await readPhotos())?.size ?? 0),
      )
    },

    /** The size of a saved photo in bytes. */
    async readSize(address: string) {
      const photo = await readCache(name, address)
      return photo && photoBytes(photo)
    },

    /**
     * Saves a photo. If storage is full, makes room and retries. Returns false when saving was
     * switched off meanwhile.
     * @throws what the cache throws, if storage is full and there is no more room to make.
     */
    async save(address: string, photo: Blob): Promise<boolean> {
      for (;;) {
        try {
          return await put(address, photo)
        } catch (error) {
          if (!isQuotaExceeded(error) || !(await makeRoom(photo.size))) throw error
        }
      }
    },

    async drop(addresses: string[]) {
      // Take the exclusive lock. Otherwise another tab could count the photos during the deletion,
      // and report the deleted photos as evicted.
      await lockPhotos('exclusive', async () => {
        if (!(await caches.has(name))) return
        const cache = await caches.open(name)
        const dropped = await Promise.all(addresses.map((address) => cache.delete(address)))
        writePhotoCount(name, readPhotoCount(name) - dropped.filter(Boolean).length)
      })
    },
  }
}

export function dropBrowsed() {
  return caches.delete(BROWSED_PHOTOS)
}

function photoBytes(photo: Response | undefined) {
  return Number(photo?.headers.get('content-length'))
}
