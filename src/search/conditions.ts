import { readMarkStates } from '#contract/mark-codes.ts'
import { type Area, readArea } from '#contract/place-values.ts'
import { parseCityFilter } from '#contract/prefectures.ts'
import { prefecturesOf, REGIONS, type RegionCode } from '#contract/regions.ts'
import { layoutsWith } from '#normalise/layout.ts'
import { type Around, boxAround } from './circle.ts'
import { MARK_COLUMNS, type MarkColumn, toMask } from './marks.ts'
import type { CatalogueFilters, PriceBounds } from './price-bounds.ts'
import { MAX_DISTANCE_ERROR_KM } from './radius.ts'

type TextColumn = 'prefecture' | 'city' | 'layout'
type NumberColumn = 'buildingArea' | 'landArea' | 'constructionYear'
/**
 * The smallest and the largest distance, as far as they are known, to a station or the Shinkansen,
 * which a source can state, and the last possible year of construction.
 */
export type StatedBound = 'builtBy' | `station${'Least' | 'Most'}` | `shinkansen${'Least' | 'Most'}`
type PlaceDistance = 'airportMetres' | 'seaMetres'
export type PlaceColumn = 'latitude' | 'longitude' | 'radiusMetres' | PlaceDistance

/**
 * Whether a distance is compared with a limit as if the house were as far away as its place allows
 * (`sure`), or as near (`possible`).
 */
export type Certainty = 'sure' | 'possible'

/** A condition on one column. The bounds are inclusive. An unknown value meets no condition. */
export type Condition = ListingCondition | PlaceCondition

export type ListingCondition =
  | { column: TextColumn; is: string }
  | { column: TextColumn; among: readonly string[] }
  | Range<NumberColumn>
  | Range<StatedBound>
  | BitCondition
  | PriceCondition
  | StatedOrReach
  | { notAll: Condition[] }

/** A condition on a place. Either all listings of a place meet the condition, or none of them. */
export type PlaceCondition =
  | { column: 'place'; is: string }
  | Range<PlaceColumn>
  | Reach
  | { around: AroundPlace; certainty: Certainty }

/**
 * A circle around a place. If the place is a municipality or an oaza, the houses in it are near it,
 * wherever in it they stand.
 */
export interface AroundPlace extends Around {
  inside?: {
    codes: string[]
    /** A rectangle that contains the coordinates of all these places. */
    box: Area
  }
}

export interface Reach {
  distance: PlaceDistance
  metres: number
  certainty: Certainty
}

/** A listing meets this condition if its source states it, or if its place is near enough. */
export interface StatedOrReach {
  stated: BitCondition
  reach: Reach
}

export interface Range<Column> {
  column: Column
  min?: number | undefined
  max?: number | undefined
}

/** A condition on a column of bits. The bits of `mask` must have the values in `wanted`. */
export interface BitCondition {
  column: MarkColumn
  mask: number
  wanted: number
}

/**
 * The column values that identify the listings in a place. All listings in the place have these
 * values. For a prefecture, only `prefecture` is given. For a municipality, `cities` is given too,
 * and for an oaza (district) also `place`.
 */
export interface LiesIn {
  /** The prefecture's `value` in the API, such as `ehime`. */
  prefecture: string
  /** The English names of a municipality, and of its wards if it has some. */
  cities?: string[]
  /** The code of an oaza (a district). */
  place?: string
}

/** Filters in which each place code is replaced by values of listing columns, or by a circle. */
export type ResolvedFilters = Omit<CatalogueFilters, 'place' | 'near' | 'within'> & {
  /** A listing must lie in every place of this list. */
  liesIn?: LiesIn[] | undefined
  around?: AroundPlace | undefined
  /** True if the filters name a place that does not exist. The search then finds nothing. */
  findsNothing?: true | undefined
}

export interface PriceCondition extends PriceBounds {
  column: 'askedPrice'
}

/**
 * Turns filters into conditions. Both the SQL queries and the in-memory counts of
 * `listing-columns.ts` use these conditions.
 */
export function conditionsOf(filters: ResolvedFilters): Condition[] {
  const city = filters.city === undefined ? undefined : parseCityFilter(filters.city)
  return [
    ...same('prefecture', filters.prefecture),
    ...same('prefecture', city?.prefecture),
    ...same('city', city?.name),
    ...withLayout(filters.layout),
    ...(filters.price ? [{ column: 'askedPrice', ...filters.price } as const] : []),
    ...within('buildingArea', filters.building_area_min, filters.building_area_max),
    ...within('landArea', filters.land_area_min, filters.land_area_max),
    ...within('constructionYear', filters.construction_year_min, undefined),
    ...within('builtBy', undefined, filters.construction_year_max),
    ...marked(filters.marks),
    ...located(filters),
    ...distant(filters),
  ]
}

/**
 * The conditions on distances. The results are the listings that are surely near enough, or, with
 * `match`, the ones that only may be.
 */
function distant(filters: ResolvedFilters): Condition[] {
  const sure = distancesOf(filters, 'sure')
  if (filters.match === undefined) return sure
  if (sure.length === 0) return [NO_LISTING]
  return [...distancesOf(filters, 'possible'), { notAll: sure }]
}

function distancesOf(filters: ResolvedFilters, certainty: Certainty): Condition[] {
  const bound = certainty === 'sure' ? 'Most' : 'Least'
  const reach = (distance: PlaceDistance, km: number | undefined): Reach[] => {
    const limit = metres(km)
    return limit === undefined ? [] : [{ distance, metres: limit, certainty }]
  }
  return [
    ...within(`station${bound}`, undefined, metres(filters.station_max)),
    ...within(`shinkansen${bound}`, undefined, metres(filters.shinkansen_max)),
    ...reach('airportMetres', filters.airport_max),
    ...reach('seaMetres', filters.sea_max).map((reach) =>
      reach.metres < BY_THE_SEA_METRES ? reach : { stated: BY_THE_SEA, reach },
    ),
    ...(filters.around ? aroundPlace(filters.around, certainty) : []),
  ]
}

/** A circle has this condition, and the condition for a rectangle around it, which can use an index. */
function aroundPlace(around: AroundPlace, certainty: Certainty): Condition[] {
  const error = certainty === 'sure' ? 0 : MAX_DISTANCE_ERROR_KM * 1000
  const circle = boxAround(around, around.metres + error)
  const box = around.inside ? boxOfBoth(circle, around.inside.box) : circle
  return [...inBox(box), { around, certainty }]
}

function boxOfBoth(one: Area, other: Area): Area {
  return {
    south: Math.min(one.south, other.south),
    west: Math.min(one.west, other.west),
    north: Math.max(one.north, other.north),
    east: Math.max(one.east, other.east),
  }
}

/** A layout, or a number of rooms, which all layouts with this number have. */
function withLayout(layout: string | undefined): Condition[] {
  const isNumber = layout !== undefined && /^[1-9]\d?$/.test(layout)
  return isNumber ? [{ column: 'layout', among: layoutsWith(layout) }] : same('layout', layout)
}

function same(column: TextColumn, is: string | undefined): Condition[] {
  return is === undefined ? [] : [{ column, is }]
}

/**
 * The condition for an unknown code in the filter for watch-outs, good signs and tags. The
 * condition requires bit 31, which no listing has set, so the search finds nothing.
 */
const NO_LISTING: BitCondition = { column: 'signs', mask: 1 << 31, wanted: 1 << 31 }

/** The conditions on watch-outs, good signs and tags. */
export function marked(marks: string | undefined): BitCondition[] {
  if (marks === undefined) return []
  const found = toMask(readMarkStates(marks))
  if (!found) return [NO_LISTING]
  const { mask, wanted } = found
  return MARK_COLUMNS.filter((column) => mask[column] !== 0).map((column) => {
    return { column, mask: mask[column], wanted: wanted[column] }
  })
}

/**
 * Remarks that say "by the sea" win over the distance from the place, which is only as precise as
 * the place. They do not say how far, but none of them means more than a walk.
 */
const BY_THE_SEA_METRES = 1000
const [BY_THE_SEA = NO_LISTING] = marked('by-the-sea')

function located({ region, area, liesIn = [], findsNothing }: ResolvedFilters) {
  const conditions: Condition[] = findsNothing ? [NO_LISTING] : []
  if (region) conditions.push(...inRegion(region))
  for (const { prefecture, cities, place } of liesIn) {
    conditions.push({ column: 'prefecture', is: prefecture })
    if (cities) conditions.push({ column: 'city', among: cities })
    if (place !== undefined) conditions.push({ column: 'place', is: place })
  }
  if (area) conditions.push(...inBox(readArea(area)))
  return conditions
}

function inRegion(region: RegionCode): Condition[] {
  const { seaKm } = REGIONS[region]
  if (seaKm !== undefined) return within('seaMetres', undefined, metres(seaKm))
  return [{ column: 'prefecture', among: prefecturesOf(region) }]
}

/**
 * The conditions for a rectangle on the map. `readArea` returns no box for an invalid area, and a
 * search in such an area must find nothing.
 */
function inBox(box: ReturnType<typeof readArea>): Condition[] {
  if (!box) return [NO_LISTING]
  return [...within('latitude', box.south, box.north), ...within('longitude', box.west, box.east)]
}

function within<Column extends NumberColumn | StatedBound | PlaceColumn>(
  column: Column,
  min: number | undefined,
  max: number | undefined,
): Range<Column>[] {
  return min === undefined && max === undefined ? [] : [{ column, min, max }]
}

function metres(kilometres: number | undefined) {
  return kilometres === undefined ? undefined : Math.floor(Number((kilometres * 1000).toFixed(4)))
}
