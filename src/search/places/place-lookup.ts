import type { Area, Coordinate } from '#contract/place-values.ts'
import type { Place, PlacesByCode, Station } from './place.ts'

/** All places of a catalogue in memory, as a device holds them. */
export interface PlaceDirectory {
  /** All prefectures, municipalities and wards. */
  places: PlacesByCode
  /** The oaza (districts) that have offered houses, by code. */
  oaza: PlacesByCode
  /** All stations by id. */
  stations: ReadonlyMap<string, Station>
}

type Awaitable<T> = T | Promise<T>

/** Finds places for a search. A server reads them from its database, and a device has them in memory. */
export interface PlaceLookup {
  /** All prefectures, municipalities and wards. */
  places: () => Awaitable<PlacesByCode>
  /** Null if the oaza (district) does not exist. */
  findOaza: (code: string) => Awaitable<Coordinate | null>
  /** Null if the station does not exist. */
  findStation: (id: string) => Awaitable<Coordinate | null>
  /** A rectangle that contains the coordinates of all offered houses in these municipalities. */
  boxOfHouses: (municipalities: Place[]) => Awaitable<Area>
}
