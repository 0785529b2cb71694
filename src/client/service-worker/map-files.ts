import type { PrecacheEntry } from 'workbox-precaching'
import { isOwnFile } from './own-files.ts'

/**
 * Matches the files of the map. Most visits need no map, so the worker does not precache these
 * files. The worker caches them when a page loads them, and when favorites are saved for offline
 * use.
 */
const MAP_FILE = /^\/?(map\/|assets\/(map|results-map)-)/
/**
 * Matches the code of the street map. Few operators provide a street map, so the worker caches this
 * code only when a page loads the code or saves streets for offline use.
 */
const STREETS = /map-street/
const CACHE = 'map-files'

export function isMapFile({ url }: Pick<PrecacheEntry, 'url'>) {
  return MAP_FILE.test(url)
}

/** Whether the file contains code that only the street map needs. */
export function isStreetFile({ url }: Pick<PrecacheEntry, 'url'>) {
  return STREETS.test(url)
}

export function isMapFileRequest({ url }: { url: URL }) {
  return url.origin === location.origin && MAP_FILE.test(url.pathname)
}

/** Answers from the cache. On a cache miss, downloads the file and caches it. */
export async function answerMapFile({ request }: { request: Request }) {
  const cache = await caches.open(CACHE)
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (await isOwnFile(new URL(request.url).pathname, response, [])) {
    // If the device is full, caching fails, but the page still gets the file.
    await cache.put(request, response.clone()).catch(() => undefined)
  }
  return response
}

/** Caches the missing files of the map. If a download fails, the next call retries it. */
export async function cacheMapFiles(
  files: readonly PrecacheEntry[],
  { withStreets }: { withStreets: boolean },
) {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = files.filter((file) => withStreets || !isStreetFile(file))
  const missing = wanted.filter(({ url }) => !kept.has(`/${url}`))
  await Promise.allSettled(missing.map(({ url }) => cacheFile(cache, `/${url}`)))
}

/**
 * After an update, replaces the cached map files of the previous version with the files of this
 * version. This version cannot use the old files. Without its own files, the map would not open
 * offline until the person has opened the map online again.
 */
export async function replaceMapFiles(files: readonly PrecacheEntry[]) {
  if (!(await caches.has(CACHE))) return
  const cache = await caches.open(CACHE)
  const wanted = new Map(files.map(({ url, revision }) => [`/${url}`, revision]))
  const requests = await cache.keys()
  for (const request of requests) {
    // Delete files that this version does not use. Also delete files with a revision. The name of
    // such a file stays the same when its content changes, so the cached copy may be stale.
    if (wanted.get(new URL(request.url).pathname) !== null) await cache.delete(request)
  }
  await cacheMapFiles(files, { withStreets: requests.some(isStreetFile) })
}

async function cacheFile(cache: Cache, path: string) {
  const response = await fetch(path, { cache: 'no-cache' })
  if (await isOwnFile(path, response, [])) await cache.put(path, response)
}
