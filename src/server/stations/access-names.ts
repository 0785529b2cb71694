import { openDictionary } from './dictionary.ts'
import { lineName } from './line-names.ts'
import { createStationNames } from './station-names.ts'

/**
 * The maximum number of cached names. Japan has fewer stations than this number. If an unusual file
 * contains more names, the names that are not cached are computed each time.
 */
const MAX_NAMES = 20_000

/** Names of lines and stations in Latin letters. Null if the name is not known for sure. */
export interface AccessNames {
  line: (line: string) => string | null
  station: (station: string, line: string | null) => string | null
}

/**
 * Reads the dictionary of names, which takes half a second. Call this function only once for each
 * imported file.
 */
export async function openAccessNames(): Promise<AccessNames> {
  const known = new Map<string, string | null>()
  const stationName = createStationNames(await openDictionary())
  return {
    line: lineName,
    station(station, line) {
      const key = `${line}/${station}`
      const name = known.has(key) ? (known.get(key) ?? null) : stationName(station, line)
      if (known.size < MAX_NAMES) known.set(key, name)
      return name
    },
  }
}
