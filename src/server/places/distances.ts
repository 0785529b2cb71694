import { sql } from 'drizzle-orm'
import type { Distances } from '#contract/distances.ts'
import { listings, stations } from '#server/db/schema.ts'
import { nearestOf } from './great-circle.ts'
import { INTERNATIONAL_AIRPORTS } from './international-airports.ts'
import { SHINKANSEN_STATIONS } from './shinkansen-stations.ts'

type Row = Pick<
  typeof listings.$inferSelect,
  'latitude' | 'longitude' | 'stationMetres' | 'stationIsStated' | 'seaMetres'
> & { stationName: StationName | null }

export interface StationName {
  /** The station's English name; null if the reading is not sure. */
  en: string | null
  ja: string
}

/** An SQL column for queries on `listings`: the name of the listing's station, or null. */
export const stationName = sql<StationName | null>`(
  select json_build_object('en', ${stations.english}, 'ja', ${stations.name})
  from ${stations}
  where ${stations.id} = ${listings.stationId}
)`

/**
 * The distances from a house to its station, the Shinkansen, an airport and the sea, with the names
 * of the stations and the airport. Undefined if no distance is known.
 */
export function distancesOf(row: Row): Distances | undefined {
  const distances: Distances = {
    ...(row.stationMetres !== null && {
      station: {
        km: kilometres(row.stationMetres),
        from: row.stationIsStated ? 'source' : 'coordinates',
        en: row.stationName?.en ?? undefined,
        ja: row.stationName?.ja,
      },
    }),
    ...fromPlace(row),
  }
  return Object.keys(distances).length > 0 ? distances : undefined
}

function fromPlace({ latitude, longitude, seaMetres }: Row): Distances {
  // If the distance to the sea is null, the coordinate is the centre of a prefecture. Distances
  // from this centre would say nothing about the house.
  if (latitude === null || longitude === null || seaMetres === null) return {}
  const named = (all: typeof SHINKANSEN_STATIONS) => {
    const { nearest, metres } = nearestOf(all, { latitude, longitude })
    return { km: Math.round(metres / 1000), en: nearest.en, ja: nearest.ja }
  }
  return {
    shinkansen: named(SHINKANSEN_STATIONS),
    airport: named(INTERNATIONAL_AIRPORTS),
    sea: { km: seaMetres / 1000 },
  }
}

/**
 * Converts metres to kilometres with one decimal. Whole kilometres would be too coarse for a walk
 * to the station.
 */
function kilometres(metres: number) {
  return Math.round(metres / 100) / 10
}
