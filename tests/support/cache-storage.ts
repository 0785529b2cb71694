import { vi } from 'vitest'

interface Entry {
  bytes: ArrayBuffer
  headers: Headers
}

/**
 * An in-memory Cache Storage, which happy-dom lacks. Entries keep their insertion order. Writes
 * fail beyond `capacity` bytes.
 */
export function openCacheStorage({ capacity = Number.POSITIVE_INFINITY } = {}) {
  const all = new Map<string, Map<string, Entry>>()

  function size() {
    const entries = [...all.values()].flatMap((cache) => [...cache.values()])
    return entries.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  }

  function openCache(name: string) {
    // A handle to a deleted cache keeps working, but its writes are lost.
    const entries = all.get(name) ?? new Map<string, Entry>()
    all.set(name, entries)
    return {
      async match(address: string | Request) {
        const entry = entries.get(absolute(address))
        return entry && toResponse(entry)
      },
      matchAll: async () => [...entries.values()].map(toResponse),
      async put(address: string | Request, response: Response) {
        const bytes = await response.arrayBuffer()
        if (size() + bytes.byteLength > storage.capacity) {
          throw new DOMException('Quota exceeded.', 'QuotaExceededError')
        }
        entries.delete(absolute(address))
        entries.set(absolute(address), { bytes, headers: response.headers })
      },
      delete: async (address: string | Request) => entries.delete(absolute(address)),
      keys: async () => [...entries.keys()].map((address) => new Request(address)),
    }
  }

  const storage = {
    capacity,
    open: async (name: string) => openCache(name),
    async match(address: string | Request, { cacheName }: { cacheName: string }) {
      return all.has(cacheName) ? openCache(cacheName).match(address) : undefined
    },
    delete: async (name: string) => all.delete(name),
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    /** The entries of a cache, by path and query. */
    addresses: (name: string) =>
      [...(all.get(name)?.keys() ?? [])].map((address) => {
        const { pathname, search } = new URL(address)
        return pathname + search
      }),
  }
  vi.stubGlobal('caches', storage)
  return storage
}

function toResponse({ bytes, headers }: Entry) {
  return new Response(bytes, { headers })
}

function absolute(address: string | Request) {
  return new URL(typeof address === 'string' ? address : address.url, location.origin).href
}
