import type { SortField } from '#search/part.ts'
import { listings } from '#server/db/schema.ts'

/** The columns by which listings can be sorted. */
export const SORT_COLUMNS = {
  createdAt: listings.createdAt,
  sale_price: listings.askedPrice,
  station_distance: listings.stationMetres,
  shinkansen_distance: listings.shinkansenMetres,
  airport_distance: listings.airportMetres,
  sea_distance: listings.seaMetres,
} satisfies Record<SortField, unknown>
