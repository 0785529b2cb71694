import { and, between, eq, gte, lte, sql } from 'drizzle-orm'
import { askedCents, askedYen } from '#server/db/asked-price.ts'
import { listings } from '#server/db/schema.ts'
import { readCity } from './cities.ts'
import { MARK_COLUMNS, type MarkColumn, readMarkList, toBits } from './marks.ts'
import { isOffered } from './offered.ts'
import type { CatalogueFilters, PriceBounds } from './price-bounds.ts'

type TextColumn = 'prefecture' | 'city' | 'layout'
type NumberColumn = 'buildingArea' | 'landArea' | 'constructionYear'

/** A condition on one column. The bounds are inclusive. An unknown value meets no condition. */
export type Condition =
  | { [Column in TextColumn]: { column: Column; is: string } }[TextColumn]
  | { column: NumberColumn; min?: number | undefined; max?: number | undefined }
  | BitCondition
  | PriceCondition

/** A condition on a column of bits: all bits of `all` must be set. */
export interface BitCondition {
  column: MarkColumn
  all: number
}

/**
 * A condition on the price in the currency that the seller asks. Each currency has its own bounds.
 */
export interface PriceCondition extends PriceBounds {
  column: 'askedPrice'
}

/**
 * Turns filters into conditions. SQL queries and the in-memory counts of `listing-columns.ts` share
 * them.
 */
export function conditionsOf(filters: CatalogueFilters): Condition[] {
  const city = filters.city === undefined ? undefined : readCity(filters.city)
  return [
    ...same('prefecture', filters.prefecture),
    ...same('prefecture', city?.prefecture),
    ...same('city', city?.name),
    ...same('layout', filters.layout),
    ...(filters.price ? [{ column: 'askedPrice', ...filters.price } as const] : []),
    ...within('buildingArea', filters.building_area_min, filters.building_area_max),
    ...within('landArea', filters.land_area_min, filters.land_area_max),
    ...within('constructionYear', filters.construction_year_min, filters.construction_year_max),
    ...marked(filters.marks),
  ]
}

function same(column: TextColumn, is: string | undefined): Condition[] {
  return is === undefined ? [] : [{ column, is }]
}

/**
 * The condition for an unknown mark, which must find nothing: it requires bit 31, which no listing
 * has.
 */
const NO_LISTING: BitCondition = { column: 'signs', all: 1 << 31 }

function marked(marks: string | undefined): Condition[] {
  if (marks === undefined) return []
  const bits = toBits(readMarkList(marks))
  if (!bits) return [NO_LISTING]
  return MARK_COLUMNS.filter((column) => bits[column] !== 0).map((column) => {
    return { column, all: bits[column] }
  })
}

function within(column: NumberColumn, min: number | undefined, max: number | undefined) {
  return min === undefined && max === undefined ? [] : [{ column, min, max }]
}

/** The SQL condition for offered listings that match the filters. */
export function matching(filters: CatalogueFilters) {
  return and(isOffered, ...conditionsOf(filters).flatMap(toSql))
}

function toSql(condition: Condition) {
  const column = listings[condition.column]
  if ('is' in condition) return [eq(column, condition.is)]
  if ('all' in condition) return [sql`(${column} & ${condition.all}) = ${condition.all}`]
  if ('yen' in condition) return priceToSql(condition)
  const { min, max } = condition
  return [
    ...(min === undefined ? [] : [gte(column, min)]),
    ...(max === undefined ? [] : [lte(column, max)]),
  ]
}

/**
 * The first condition bounds both currencies by one range, which an index can use. The second one
 * decides by the currency.
 */
function priceToSql({ column, yen, cents }: PriceCondition) {
  const [yenMin, yenMax] = [askedYen(yen.min), askedYen(yen.max)]
  const [centsMin, centsMax] = [askedCents(cents.min), askedCents(cents.max)]
  const asked = listings[column]
  return [
    between(asked, Math.min(yenMin, centsMin), Math.max(yenMax, centsMax)),
    sql`case when ${asked} % 2 = 0
      then ${between(asked, yenMin, yenMax)}
      else ${between(asked, centsMin, centsMax)} end`,
  ]
}
