import { haversine } from '#contract/great-circle.ts'
import { haversineOf } from './circle.ts'
import type { Condition, PlaceColumn, PlaceCondition } from './conditions.ts'

/** A place that has listings, with the column values that are the same for all its listings. */
export interface PlaceEntry extends Record<PlaceColumn, number | null> {
  prefecture: string | null
  /** The code of the place. Null where only the prefecture is known. */
  place: string | null
}

const PLACE_COLUMNS = [
  ...(['latitude', 'longitude', 'radiusMetres'] as const),
  ...(['airportMetres', 'seaMetres'] as const),
] as const

const COLUMNS = new Set<string>(['place', ...PLACE_COLUMNS])

export function isPlaceCondition(condition: Condition): condition is PlaceCondition {
  if ('around' in condition || 'distance' in condition) return true
  return 'column' in condition && COLUMNS.has(condition.column)
}

export function isSameEntry(entry: PlaceEntry, other: PlaceEntry | undefined) {
  return (
    entry.prefecture === other?.prefecture &&
    entry.place === other.place &&
    PLACE_COLUMNS.every((column) => entry[column] === other[column])
  )
}

export function meetsAll(entry: PlaceEntry, conditions: PlaceCondition[]) {
  return conditions.every((condition) => meets(entry, condition))
}

export function meets(entry: PlaceEntry, condition: PlaceCondition) {
  if ('around' in condition) {
    const { place, latitude, longitude, radiusMetres } = entry
    const { around, certainty } = condition
    if (place !== null && around.inside?.codes.some((code) => place.startsWith(code))) return true
    if (latitude === null || longitude === null || radiusMetres === null) return false
    const reach = around.metres + (certainty === 'sure' ? -radiusMetres : radiusMetres)
    return reach >= 0 && haversine({ latitude, longitude }, around) <= haversineOf(reach)
  }
  if ('distance' in condition) {
    const { [condition.distance]: metres, radiusMetres } = entry
    if (metres === null || radiusMetres === null) return false
    const error = condition.certainty === 'sure' ? radiusMetres : -radiusMetres
    return metres + error <= condition.metres
  }
  if ('is' in condition) return entry.place === condition.is
  const { column, min = -Infinity, max = Infinity } = condition
  const value = entry[column]
  return value !== null && value >= min && value <= max
}
