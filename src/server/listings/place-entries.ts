import { haversine } from '#contract/great-circle.ts'
import { haversineOf } from '#server/places/great-circle.ts'
import type { Condition, PlaceColumn, PlaceCondition } from './conditions.ts'

/** A place that has listings, with the column values that are the same for all its listings. */
export interface PlaceEntry extends Record<PlaceColumn, number | null> {
  prefecture: string | null
  /** The code of the place. Null where only the prefecture is known. */
  place: string | null
}

const PLACE_COLUMNS = [
  ...(['latitude', 'longitude', 'shinkansenMetres', 'airportMetres', 'seaMetres'] as const),
] as const

const COLUMNS = new Set<string>(['place', ...PLACE_COLUMNS])

export function isPlaceCondition(condition: Condition): condition is PlaceCondition {
  return 'around' in condition || COLUMNS.has(condition.column)
}

/** Whether a place meets all conditions. */
export function meetsAll(entry: PlaceEntry, conditions: PlaceCondition[]) {
  return conditions.every((condition) => meets(entry, condition))
}

function meets(entry: PlaceEntry, condition: PlaceCondition) {
  if ('around' in condition) {
    const { latitude, longitude } = entry
    const { around } = condition
    const isKnown = latitude !== null && longitude !== null
    return isKnown && haversine({ latitude, longitude }, around) <= haversineOf(around.metres)
  }
  if ('is' in condition) return entry.place === condition.is
  const { column, min = -Infinity, max = Infinity } = condition
  const value = entry[column]
  return value !== null && value >= min && value <= max
}
