import { FetchSource } from 'pmtiles'
import { withLock } from '#client/browser/locks.ts'
import type { StreetPlan } from './plan-streets.ts'
import { START } from './street-source.ts'
import {
  deleteParts,
  openStreetsCache,
  rangeKey,
  readPartSizes,
  storePart,
} from './streets-cache.ts'

/**
 * The timeout for downloading one part of the street file. A part has at most a few hundred
 * kilobytes.
 */
const PART_TIMEOUT_MS = 60_000

/**
 * Downloads the planned parts of the street file, and then deletes all other stored parts. Skips
 * the parts that this device keeps already, so that an interrupted download continues where it
 * stopped. Calls `onStored` with the size of each part that it has stored. Resolves with false if the stored parts were removed meanwhile. Rejects with an
 * `EtagMismatch` if the file was replaced after the plan was made, with a `TypeError` or a
 * `TimeoutError` if the connection is lost, and with a `QuotaExceededError` if the device is full.
 */
export async function saveStreets(
  { url, start, ranges }: StreetPlan,
  signal: AbortSignal,
  onStored: (bytes: number) => void = () => {},
) {
  // The person may have signed out while this code was loading.
  signal.throwIfAborted()
  await openStreetsCache()
  // Only one tab at a time saves streets. Otherwise two tabs would download the same parts.
  return withLock('street-saver', async () => {
    const network = new FetchSource(url)
    // Bypass the HTTP cache, because it may contain parts of a replaced file.
    network.mustReload = true
    const stored = new Set((await readPartSizes()).keys())
    const startKey = rangeKey(url, START)
    // If no start of the file (header and root directory) is stored, store the start first. If the
    // start of an older version is stored, replace it last. Until then, the map can draw the older
    // streets offline.
    if (!stored.has(startKey) && !(await storePart(startKey, start))) return false
    const wanted = new Set([startKey])
    for (const range of ranges) {
      const key = rangeKey(url, range, start.version)
      wanted.add(key)
      if (stored.has(key)) continue
      signal.throwIfAborted()
      const partSignal = AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
      const part = await network.getBytes(range.offset, range.length, partSignal, start.etag)
      if (!(await storePart(key, part))) return false
      onStored(range.length)
    }
    if (!(await storePart(startKey, start))) return false
    await deleteParts([...stored].filter((key) => !wanted.has(key)))
    return true
  })
}
