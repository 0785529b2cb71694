import type { Facts } from '#contract/facts.ts'
import { metresToStation } from '#normalise/access.ts'
import { SHINKANSEN_STATIONS } from '#server/places/shinkansen-stations.ts'
import { createStationFinder } from '#server/stations/find-station.ts'
import { statedStations } from '#server/stations/stated-stations.ts'

const find = createStationFinder(
  SHINKANSEN_STATIONS.map(({ en, ja, latitude, longitude }) => {
    return { id: ja, name: ja, english: en, lines: [], latitude, longitude }
  }),
)

interface Stating {
  facts: Facts
  transportation: string | null
  latitude: number | null
  longitude: number | null
  radiusMetres: number | null
}

/**
 * The Shinkansen station that the source names as the nearest station, with the stated distance in
 * metres. Undefined if the source states no distance, or if its nearest station is another one.
 */
export function statedShinkansen({ facts, transportation, ...place }: Stating) {
  const metres = facts.station
  if (metres === undefined || transportation === null) return undefined
  const { latitude, longitude, radiusMetres } = place
  const isNearHouse = latitude !== null && longitude !== null && radiusMetres !== null
  for (const { name } of statedStations(wayOf(transportation, metres))) {
    const station = find(name, [], isNearHouse ? { latitude, longitude } : null)
    if (station) return { en: station.english ?? '', ja: station.name, metres }
  }
  return undefined
}

/** Of the ways that slashes separate, the one whose distance the source states. */
function wayOf(transportation: string, metres: number) {
  const ways = transportation.split(/[/／]/)
  if (ways.length === 1) return transportation
  return ways.find((way) => metresToStation(way) === metres) ?? null
}
