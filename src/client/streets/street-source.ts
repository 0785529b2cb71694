import { FetchSource, type Source } from 'pmtiles'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import { type FilePart, type FileRange, keyOf, readKept } from './kept-streets.ts'

/** The range that the package reads first: the header and the root directory of the file. */
export const START: FileRange = { offset: 0, length: 16_384 }

/** The start of the file. `version` changes with the file, also where a server sends no ETag. */
export interface FileStart extends FilePart {
  version: string
}

export interface StreetSource extends Source {
  /** The start of the file, as it was last read. */
  start: () => FileStart | undefined
}

/**
 * Reads the file of streets at `url` for the package `pmtiles`: parts that this device keeps from
 * the cache, and others from the network. Without a network, the kept start of the file is used.
 * With `isFresh`, nothing comes from the HTTP cache, which may hold parts of a replaced file.
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
      const kept = await readKept(keyOf(url, START))
      if (!kept) throw error
      return kept
    }
  }

  return {
    getKey: () => url,
    start: () => start,

    async getBytes(offset, length, signal, etag) {
      if (offset === START.offset) return readStart()
      // The package may have dropped the root directory from its memory.
      if (start && offset + length <= start.data.byteLength) {
        return toResponse({ ...start, data: start.data.slice(offset, offset + length) })
      }
      const kept = start && (await readKept(keyOf(url, { offset, length }, start.version)))
      return kept ? toResponse(kept) : network.getBytes(offset, length, signal, etag)
    },
  }
}

function toResponse({ data, etag }: FilePart) {
  return etag === undefined ? { data } : { data, etag }
}

async function digest(data: ArrayBuffer) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
