import { withLock } from '#client/browser/locks.ts'

/** The cache with the parts of the streets' file that this device keeps for offline use. */
export const KEPT_STREETS = 'kept-streets'

/** A range of bytes in the file of streets. */
export interface FileRange {
  offset: number
  length: number
}

/** The content of a range, and the ETag of the file that it was read from. */
export interface FilePart {
  data: ArrayBuffer
  etag?: string | undefined
}

/**
 * The key of a range in the cache. Ranges of another version of the file have other keys, so that
 * a replaced file never answers with tiles of the previous one.
 */
export function keyOf(url: string, { offset, length }: FileRange, version = '') {
  const key = new URL(url, location.origin)
  key.searchParams.set('bytes', `${offset}-${offset + length - 1}`)
  key.searchParams.set('version', version)
  return key.href
}

/** The version in a key. It is empty in the key of the start of the file. */
export function versionOf(key: string) {
  return new URL(key).searchParams.get('version') ?? ''
}

export async function openKeptStreets() {
  await caches.open(KEPT_STREETS)
}

/** Resolves with undefined if the part is not kept, or if the browser has no Cache Storage. */
export async function readKept(key: string): Promise<FilePart | undefined> {
  if (!('caches' in globalThis)) return undefined
  const response = await caches.match(key, { cacheName: KEPT_STREETS })
  if (!response) return undefined
  return { data: await response.arrayBuffer(), etag: response.headers.get('etag') ?? undefined }
}

/** The size in bytes of each kept part, by its key. */
export async function readKeptSizes() {
  const sizes = new Map<string, number>()
  if (!('caches' in globalThis) || !(await caches.has(KEPT_STREETS))) return sizes
  const cache = await caches.open(KEPT_STREETS)
  const [requests, parts] = await Promise.all([cache.keys(), cache.matchAll()])
  for (const [index, { url }] of requests.entries()) {
    sizes.set(url, Number(parts[index]?.headers.get('content-length')))
  }
  return sizes
}

/**
 * Keeps a part. Returns false if the kept streets were removed meanwhile, for example because the
 * person has signed out.
 */
export function keepPart(key: string, { data, etag }: FilePart) {
  return lockStreets('shared', async () => {
    if (!(await caches.has(KEPT_STREETS))) return false
    const headers = { 'content-length': String(data.byteLength), ...(etag && { etag }) }
    const cache = await caches.open(KEPT_STREETS)
    await cache.put(key, new Response(data, { headers }))
    return true
  })
}

export async function dropParts(keys: readonly string[]) {
  await lockStreets('shared', async () => {
    if (!(await caches.has(KEPT_STREETS))) return
    const cache = await caches.open(KEPT_STREETS)
    await Promise.all(keys.map((key) => cache.delete(key)))
  })
}

/** Deletes all kept streets. Rejects when the browser fails to delete. */
export async function removeStreets() {
  if (!('caches' in globalThis)) return
  await lockStreets('exclusive', () => caches.delete(KEPT_STREETS))
}

/** Writers share the lock. The removal takes it exclusively, so it waits for all writers. */
function lockStreets<T>(mode: LockMode, run: () => Promise<T>) {
  return withLock('streets', run, mode)
}
