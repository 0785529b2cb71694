import { withLock } from '#client/browser/locks.ts'

/**
 * The name of the cache for the parts of the street file that this device keeps for offline use.
 */
export const STREETS_CACHE = 'kept-streets'

/** A range of the street file. Both numbers are in bytes. */
export interface FileRange {
  offset: number
  length: number
}

/** The content of a range, and the ETag of the file that contains the range. */
export interface FilePart {
  data: ArrayBuffer
  etag?: string | undefined
}

/**
 * The cache key of a range of the street file, as an absolute URL. The key contains the version of
 * the file. Otherwise the map would read tiles of the previous version after the file was replaced.
 * Omit `version` for the first range, because the app derives the version from this range.
 */
export function rangeKey(url: string, { offset, length }: FileRange, version = '') {
  const key = new URL(url, location.origin)
  key.searchParams.set('bytes', `${offset}-${offset + length - 1}`)
  key.searchParams.set('version', version)
  return key.href
}

/**
 * Reads the version of the street file from a cache key. Returns an empty string for the key of the
 * file's first range, because this key contains no version.
 */
export function versionOf(key: string) {
  return new URL(key).searchParams.get('version') ?? ''
}

/** Creates the cache if it does not exist. `storePart` writes only to an existing cache. */
export async function openStreetsCache() {
  await caches.open(STREETS_CACHE)
}

/** Resolves with undefined if the part is not stored, or if the browser has no Cache Storage. */
export async function readPart(key: string): Promise<FilePart | undefined> {
  if (!('caches' in globalThis)) return undefined
  const response = await caches.match(key, { cacheName: STREETS_CACHE })
  if (!response) return undefined
  return { data: await response.arrayBuffer(), etag: response.headers.get('etag') ?? undefined }
}

/** The size in bytes of each stored part of the street file, by its key. */
export async function readPartSizes() {
  const sizes = new Map<string, number>()
  if (!('caches' in globalThis) || !(await caches.has(STREETS_CACHE))) return sizes
  const cache = await caches.open(STREETS_CACHE)
  const [requests, parts] = await Promise.all([cache.keys(), cache.matchAll()])
  for (const [index, { url }] of requests.entries()) {
    sizes.set(url, Number(parts[index]?.headers.get('content-length')))
  }
  return sizes
}

/**
 * Stores a part in the cache. Resolves with false if the cache was removed meanwhile, for example
 * because the person has signed out. Rejects if the device is full.
 */
export function storePart(key: string, { data, etag }: FilePart) {
  return lockStreets('shared', async () => {
    if (!(await caches.has(STREETS_CACHE))) return false
    const headers = { 'content-length': String(data.byteLength), ...(etag && { etag }) }
    const cache = await caches.open(STREETS_CACHE)
    await cache.put(key, new Response(data, { headers }))
    return true
  })
}

export async function deleteParts(keys: readonly string[]) {
  await lockStreets('shared', async () => {
    if (!(await caches.has(STREETS_CACHE))) return
    const cache = await caches.open(STREETS_CACHE)
    await Promise.all(keys.map((key) => cache.delete(key)))
  })
}

/** Deletes all stored streets. Rejects when the browser fails to delete. */
export async function removeStreets() {
  if (!('caches' in globalThis)) return
  await lockStreets('exclusive', () => caches.delete(STREETS_CACHE))
}

/**
 * Locks the stored streets. Writers lock in shared mode. The removal locks in exclusive mode, so it
 * waits for all writers.
 */
function lockStreets<T>(mode: LockMode, run: () => Promise<T>) {
  return withLock('streets', run, mode)
}
