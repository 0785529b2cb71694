import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL, type PrecacheEntry } from 'workbox-precaching'
import { isOwnFile } from './own-files.ts'

/**
 * Downloads the files of this version that the browser has evicted. If a download fails, the next
 * page load retries it.
 */
export async function restoreFiles(files: PrecacheEntry[]) {
  const cache = await caches.open(cacheNames.precache)
  const missing = await missingFiles(cache, files)
  if (missing.length === 0 || !(await isOnServer(files))) return
  await Promise.all(
    missing.map(async ([url, key]) => {
      const response = await fetch(url, { cache: 'no-cache' })
      if (await isOwnFile(new URL(key).pathname, response, files)) await cache.put(key, response)
    }),
  )
}

/**
 * The files of this build that are missing in the cache: for each file, its address, and the key
 * under which to cache it.
 */
async function missingFiles(cache: Cache, files: PrecacheEntry[]) {
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  return files.flatMap(({ url }): [url: string, key: string][] => {
    const key = getCacheKeyForURL(url)
    return key === undefined || cached.has(key) ? [] : [[url, key]]
  })
}

/**
 * Whether the server still has this build. The check passes if the server's `index.html` names a
 * file of this build.
 */
async function isOnServer(files: PrecacheEntry[]) {
  const page = '/index.html'
  return isOwnFile(page, await fetch(page, { cache: 'no-cache' }), files)
}
