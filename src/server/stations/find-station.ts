import { nameKey } from '#normalise/name-key.ts'
import { spellingKey } from '#normalise/spelling-key.ts'
import type { stations } from '#server/db/schema.ts'

export type Station = Omit<typeof stations.$inferSelect, 'source'>

interface Coordinate {
  latitude: number
  longitude: number
}

/**
 * Finds a station by its name in Japanese or Latin letters. If several stations have the name,
 * prefers stations on one of the `lines`, and among these the station nearest to `near`. Null if no
 * station has the name, or if the nearest is too far away.
 */
export type FindStation = (
  name: string,
  lines: readonly string[],
  near: Coordinate | null,
) => Station | null

/** A station farther than this from the house's municipality cannot be the nearest station. */
const MAX_DISTANCE_KM = 100
const KM_PER_DEGREE = 111.2

export function createStationFinder(stations: Station[]): FindStation {
  const byName = new Map<string, Station[]>()
  const add = (key: string, station: Station) => {
    const known = byName.get(key)
    if (known) known.push(station)
    else byName.set(key, [station])
  }
  for (const station of stations) {
    add(stationKey(station.name), station)
    if (station.english) add(spellingKey(station.english), station)
  }
  return function findStation(name, lines, near) {
    const spelling = spellingKey(name)
    const named = byName.get(stationKey(name)) ?? byName.get(spelling) ?? []
    const plausible = near
      ? named
          .map((station) => ({ station, distance: kilometres(station, near) }))
          .filter(({ distance }) => distance <= MAX_DISTANCE_KM)
          .toSorted((one, other) => one.distance - other.distance)
          .map(({ station }) => station)
      : named
    const keys = lines.map(lineKey).filter((key) => key !== '')
    const onLine = plausible.find((station) => isOnLine(station, keys))
    // Without a coordinate, only the railway lines can tell stations of the same name apart.
    return onLine ?? (near || named.length === 1 ? (plausible[0] ?? null) : null)
  }
}

/**
 * A key that is equal for all ways to write a station's name, such as `四ツ谷駅` and `四ッ谷`. Omits
 * brackets such as those of `本町（大阪府）`, which only distinguish stations of the same name.
 */
function stationKey(name: string) {
  return nameKey(name)
    .replace(/[(〔[].*$/, '')
    .replace(/(?<=.)駅$/, '')
}

/** The part of a line's name that sources agree on: `予讃` of `JR予讃線`, `山陽` of `山陽本線`. */
function lineKey(line: string) {
  return nameKey(line)
    .replace(/^JR/i, '')
    .replace(/本?線$/, '')
}

function isOnLine({ lines }: Station, keys: string[]) {
  return lines.some((line) => {
    const own = lineKey(line)
    return own !== '' && keys.some((key) => key.includes(own) || own.includes(key))
  })
}

/** The distance as if the earth were flat. This is exact enough to compare stations. */
export function kilometres(one: Coordinate, other: Coordinate) {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * KM_PER_DEGREE
}
