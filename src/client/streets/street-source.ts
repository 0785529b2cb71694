import { FetchSource, type Source } from 'pmtiles'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import { type FilePart, type FileRange, rangeKey, readPart } from './streets-cache.ts'

/**
 * The range of the street file with the header and the root directory. `pmtiles` reads this range
 * first.
 */
export const START: FileRange = { offset: 0, length: 16_384 }

export interface FileStart extends FilePart {
  /**
   * A digest of the start of the street file. The digest identifies the file even if the server
   * sends no ETag.
   */
  version: string
}

export interface StreetSource extends Source {
  /**
   * The first bytes of the street file, as this source last received them. Undefined before the
   * first request.
   */
  start: () => FileStart | undefined
}

/**
 * Reads the street file at `url` for the package `pmtiles`. Requests the start of the file from the
 * network, because the start shows whether the file was replaced. Without a network, uses the
 * stored start. Reads other parts from the cache if this device keeps them, and otherwise from the
 * network. `isFresh` bypasses the HTTP cache, which may contain parts of a replaced file.
 * @throws in its requests, what the network throws.
 */
export function streetSource(url: string, { isFresh = false } = {}): StreetSource {
  const network = new FetchSource(url)
  network.mustReload = isFresh
  let start: FileStart | undefined

  async function readStart() {
    const part = await fetchStart()
    start = { ...part, version: await digest(part.data) }
    return toResponse(start)
  }

  async function fetchStart(): Promise<FilePart> {
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      return await network.getBytes(START.offset, START.length, signal)
    } catch (error) {
      const stored = await readPart(rangeKey(url, START))
      if (!stored) throw error
      return stored
    }
  }

  return {
    getKey: () => url,
    start: () => start,

    async getBytes(offset, length, signal, etag) {
      if (offset === START.offset) return readStart()
      // `pmtiles` requests the root directory again after evicting it from memory.
      if (start && offset + length <= start.data.byteLength) {
        return toResponse({ ...start, data: start.data.slice(offset, offset + length) })
      }
      const stored = start && (await readPart(rangeKey(url, { offset, length }, start.version)))
      return stored ? toResponse(stored) : network.getBytes(offset, length, signal, etag)
    },
  }
}

function toResponse({ data, etag }: FilePart) {
  return etag === undefined ? { data } : { data, etag }
}

/** The first 64 bits of the SHA-256 digest, in hexadecimal digits. */
async function digest(data: ArrayBuffer) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
