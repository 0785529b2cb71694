import { FetchSource } from 'pmtiles'
import { withLock } from '#client/browser/locks.ts'
import { dropParts, keepPart, keyOf, openKeptStreets, readKeptSizes } from './kept-streets.ts'
import type { StreetPlan } from './plan-streets.ts'
import { START } from './street-source.ts'

/** The timeout for one part, which has at most a few hundred kilobytes. */
const PART_TIMEOUT_MS = 60_000

/**
 * Keeps the parts of the plan, and removes all others. Parts that are there already are not
 * downloaded again, so an interrupted run continues where it stopped. Returns false if the kept
 * streets were removed meanwhile. Rejects with an `EtagMismatch` if the file was replaced after the
 * plan was made.
 */
export async function saveStreets({ url, start, ranges }: StreetPlan, signal: AbortSignal) {
  await openKeptStreets()
  // One tab at a time saves streets.
  return withLock('street-saver', async () => {
    const network = new FetchSource(url)
    // The HTTP cache may hold parts of a replaced file.
    network.mustReload = true
    const kept = new Set((await readKeptSizes()).keys())
    const startKey = keyOf(url, START)
    // The start tells the map which version of the file to read. While this device keeps an earlier
    // version, replace its start only after the new version is complete.
    if (!kept.has(startKey) && !(await keepPart(startKey, start))) return false
    const wanted = new Set([startKey])
    for (const range of ranges) {
      const key = keyOf(url, range, start.version)
      wanted.add(key)
      if (kept.has(key)) continue
      signal.throwIfAborted()
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PART_TIMEOUT_MS)])
      const part = await network.getBytes(range.offset, range.length, limit, start.etag)
      if (!(await keepPart(key, part))) return false
    }
    if (!(await keepPart(startKey, start))) return false
    await dropParts([...kept].filter((key) => !wanted.has(key)))
    return true
  })
}
