import { sql } from 'drizzle-orm'
import type { Distances } from '#contract/distances.ts'
import { listings, stations } from '#server/db/schema.ts'
import { nearestOf } from '#server/places/great-circle.ts'
import { INTERNATIONAL_AIRPORTS } from '#server/places/international-airports.ts'
import { nearestShinkansen } from '#server/places/nearest-shinkansen.ts'
import { SHINKANSEN_STATIONS } from '#server/places/shinkansen-stations.ts'
import { statedShinkansen } from './stated-shinkansen.ts'

type Row = Pick<
  typeof listings.$inferSelect,
  | ('latitude' | 'longitude' | 'radiusMetres' | 'seaMetres')
  | ('stationMetres' | 'stationIsStated' | 'transportation' | 'facts')
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
  const stated = statedShinkansen(row)
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
    ...(stated && {
      shinkansen: {
        ...{ km: kilometres(stated.metres), en: stated.en, ja: stated.ja },
        isStated: true,
      },
    }),
  }
  return Object.keys(distances).length > 0 ? distances : undefined
}

function fromPlace({ latitude, longitude, radiusMetres, seaMetres }: Row): Distances {
  // Without a radius, the coordinate is the centre of a prefecture. Distances from this centre would
  // say nothing about the house.
  if (latitude === null || longitude === null || radiusMetres === null) return {}
  const here = { latitude, longitude }
  const shinkansen = nearestShinkansen(here)
  return {
    errorKm: radiusMetres / 1000,
    shinkansen: shinkansen
      ? named(shinkansen)
      : { ...named(nearestOf(SHINKANSEN_STATIONS, here)), isAcrossTheSea: true },
    airport: named(nearestOf(INTERNATIONAL_AIRPORTS, here)),
    sea: seaMetres === null ? undefined : { km: seaMetres / 1000 },
  }
}

function named({ nearest: { en, ja }, metres }: ReturnType<typeof nearestOf>) {
  return { km: Math.round(metres / 1000), en, ja }
}

/**
 * Converts metres to kilometres with one decimal. Whole kilometres would be too coarse for a walk
 * to the station.
 */
function kilometres(metres: number) {
  return Math.round(metres / 100) / 10
}
