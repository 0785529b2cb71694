import type { Order } from './buckets.ts'
import type { StatedBound } from './conditions.ts'
import type { MarkColumn } from './marks.ts'
import type { PackedNumbers } from './packed-numbers.ts'
import type { Texts } from './packed-texts.ts'

/** The maximum number of listings in a {@link Part}. */
export const PART_SIZE = 4096

export type SortField = Order['sort_by']

/** The columns that are compared with conditions, besides the bits and the columns of places. */
export type Column =
  | ('city' | 'layout' | 'askedPrice' | 'buildingArea' | 'landArea' | 'constructionYear')
  | ('stationMetres' | 'shinkansenMetres')
  | StatedBound

/** A batch of listings in one prefecture. Listings are scanned part by part. */
export interface Part {
  prefecture: string | null
  size: number
  ids: Texts
  /**
   * The columns contain numbers only: NaN for an unknown value, a code for a text, and a negative
   * number for a price in dollars.
   */
  columns: Record<Column, PackedNumbers>
  bits: Record<MarkColumn, Int32Array>
  /** The creation times in milliseconds since the epoch. */
  moments: Float64Array
  /**
   * For each listing, the index of its `PlaceEntry` in the list of all place entries. An entry is a
   * place with listings.
   */
  placeEntries: Uint32Array
  /**
   * For each sort order, the bucket (section of the sorted catalogue) to which each listing
   * belongs.
   */
  buckets: Record<SortField, Uint16Array>
}

/**
 * The values from which a {@link Part} is made. Each column except the ids is an array. In an array of numbers only,
 * NaN stands for an unknown value.
 */
export interface Values
  extends Record<Column, readonly (string | number | null)[] | Float64Array>,
    Record<MarkColumn, ArrayLike<number>> {
  ids: Texts
  /** The index of each listing's place entry. */
  placeEntry: ArrayLike<number>
  /** The creation times in milliseconds since the epoch. */
  moment: ArrayLike<number>
}

export function mapBits<T>(map: (column: MarkColumn) => T): Record<MarkColumn, T> {
  return { signs: map('signs'), tags: map('tags'), moreTags: map('moreTags') }
}

export function mapColumns<T>(map: (column: Column) => T): Record<Column, T> {
  return {
    city: map('city'),
    layout: map('layout'),
    askedPrice: map('askedPrice'),
    buildingArea: map('buildingArea'),
    landArea: map('landArea'),
    constructionYear: map('constructionYear'),
    builtBy: map('builtBy'),
    stationMetres: map('stationMetres'),
    stationLeast: map('stationLeast'),
    stationMost: map('stationMost'),
    shinkansenMetres: map('shinkansenMetres'),
    shinkansenLeast: map('shinkansenLeast'),
    shinkansenMost: map('shinkansenMost'),
  }
}

export function mapSortFields<T>(map: (field: SortField) => T): Record<SortField, T> {
  return {
    createdAt: map('createdAt'),
    sale_price: map('sale_price'),
    station_distance: map('station_distance'),
    shinkansen_distance: map('shinkansen_distance'),
    airport_distance: map('airport_distance'),
    sea_distance: map('sea_distance'),
  }
}
