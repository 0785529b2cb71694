import { queryOptions } from '@tanstack/react-query'
import { attempt } from '#client/browser/storage.ts'

/** How many photos are measured to estimate the size of all photos. */
const SAMPLES = 6

/**
 * Estimates the size of the photos at these addresses, and the device's free space, both in bytes.
 * @throws in its request, if no photo could be measured.
 */
export function estimateQuery(addresses: string[]) {
  const samples = spread(addresses)
  return queryOptions({
    queryKey: ['photo-estimate', addresses.length, ...samples],
    queryFn: async ({ signal }) => {
      const sizes = await Promise.all(samples.map((address) => measure(address, signal)))
      const known = sizes.filter((size) => size !== undefined)
      if (known.length === 0) throw new Error('No photo could be measured')
      const mean = known.reduce((sum, size) => sum + size, 0) / known.length
      const { quota, usage } = await readSpace()
      return { bytes: mean * addresses.length, free: quota - usage }
    },
    enabled: addresses.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Takes samples from the whole list, because the photos of one house are of similar size. */
function spread(addresses: string[]) {
  const step = Math.max(1, addresses.length / SAMPLES)
  const count = Math.min(SAMPLES, addresses.length)
  return Array.from({ length: count }, (_, index) => addresses[Math.floor(index * step)] ?? '')
}

async function measure(address: string, signal: AbortSignal) {
  const { ok, headers } = await fetch(address, { method: 'HEAD', signal })
  const size = Number(headers.get('content-length'))
  return ok && size > 0 ? size : undefined
}

/** The space that this app may use and does use, in bytes. Infinite and 0 if the browser hides it. */
export async function readSpace() {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } =
    (await attempt(async () => navigator.storage?.estimate?.())) ?? {}
  return { quota, usage }
}
