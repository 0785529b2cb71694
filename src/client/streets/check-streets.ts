import { planStreets, type StreetPlan } from './plan-streets.ts'
import { START } from './street-source.ts'
import type { Circle } from './street-tiles.ts'
import { deleteParts, rangeKey, readPart } from './streets-cache.ts'

export interface StreetCheck {
  plan: StreetPlan
  partCount: number
  /** How many parts of the planned street data are complete on this device. */
  storedCount: number
  /** The size in bytes of the planned street data that was missing or incomplete. */
  missingBytes: number
}

/**
 * Checks the street data that this device has stored for the circles. Reads every part, as the map
 * does offline. Deletes a part with a wrong size. Otherwise this device would never download the
 * part again. Without a network, rejects if this device lacks the directories of the street file.
 */
export async function checkStreets(url: string, circles: readonly Circle[]): Promise<StreetCheck> {
  const plan = await planStreets(url, circles)
  const parts = partsOf(plan)
  const missing: number[] = []
  for (const { key, length } of parts) {
    const part = await readPart(key)
    if (part?.data.byteLength === length) continue
    missing.push(length)
    if (part) await deleteParts([key])
  }
  return {
    plan,
    partCount: parts.length,
    storedCount: parts.length - missing.length,
    missingBytes: missing.reduce((total, length) => total + length, 0),
  }
}

function partsOf({ url, start, ranges, isReplaced }: StreetPlan) {
  const parts = ranges.map((range) => ({
    key: rangeKey(url, range, start.version),
    length: range.length,
  }))
  // If the operator has replaced the street file, this device still stores the first range
  // (`START`) of the old file. Do not check this range, because it belongs to another version.
  if (isReplaced) return parts
  return [{ key: rangeKey(url, START), length: start.data.byteLength }, ...parts]
}
