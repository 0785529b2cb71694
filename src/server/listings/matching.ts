import { and, between, eq, gte, inArray, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { EARTH_RADIUS_M } from '#contract/great-circle.ts'
import { askedCents, askedYen } from '#search/asked-price.ts'
import {
  type AroundPlace,
  type Certainty,
  type Condition,
  conditionsOf,
  type PriceCondition,
  type Range,
  type Reach,
  type ResolvedFilters,
  type StatedBound,
} from '#search/conditions.ts'
import { listings } from '#server/db/schema.ts'
import { isOffered } from './offered.ts'

const STATION_ERROR = errorOf(listings.stationIsStated)
const SHINKANSEN_ERROR = errorOf(listings.shinkansenIsStated)
export const STATED_BOUNDS: Record<StatedBound, SQL<number | null>> = {
  /** The year of construction, or the last possible one. */
  builtBy: sql<number | null>`coalesce(${listings.constructionYear}, ${listings.latestYear})`,
  stationLeast: sql<number | null>`(${listings.stationMetres} - ${STATION_ERROR})`,
  stationMost: sql<number | null>`(${listings.stationMetres} + ${STATION_ERROR})`,
  shinkansenLeast: sql<number | null>`(${listings.shinkansenMetres} - ${SHINKANSEN_ERROR})`,
  shinkansenMost: sql<number | null>`(${listings.shinkansenMetres} + ${SHINKANSEN_ERROR})`,
}

/** The error of a distance: none if the source states the distance, otherwise that of the place. */
function errorOf(isStated: SQLWrapper) {
  return sql`(case when ${isStated} then 0 else ${listings.radiusMetres} end)`
}

export function matching(filters: ResolvedFilters) {
  return and(isOffered, ...conditionsOf(filters).flatMap(toSql))
}

export function toSql(condition: Condition): SQL[] {
  if ('around' in condition) return [isAround(condition.around, condition.certainty)]
  if ('distance' in condition) return [isInReach(condition)]
  if ('stated' in condition) {
    return [sql`(${and(...toSql(condition.stated))} or ${isInReach(condition.reach)})`]
  }
  if ('notAll' in condition) {
    return [sql`(${and(...condition.notAll.flatMap(toSql))}) is not true`]
  }
  if (hasStatedBound(condition)) {
    return [sql`${STATED_BOUNDS[condition.column]} <= ${condition.max}`]
  }
  const column = listings[condition.column]
  if ('is' in condition) return [eq(column, condition.is)]
  if ('among' in condition) return [inArray(column, [...condition.among])]
  if ('mask' in condition) return [sql`(${column} & ${condition.mask}) = ${condition.wanted}`]
  if ('yen' in condition) return priceToSql(condition)
  const { min, max } = condition
  return [
    ...(min === undefined ? [] : [gte(column, min)]),
    ...(max === undefined ? [] : [lte(column, max)]),
  ]
}

function hasStatedBound(condition: { column: string }): condition is Range<StatedBound> {
  return condition.column in STATED_BOUNDS
}

/**
 * The SQL conditions for the price. The first condition is one range around the bounds of both
 * currencies, so that the query can use an index. The second condition compares each price with the
 * bounds of its own currency.
 */
function priceToSql({ column, yen, cents }: PriceCondition): SQL[] {
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

function isInReach({ distance, metres, certainty }: Reach) {
  const column = listings[distance]
  const error = listings.radiusMetres
  if (certainty === 'possible') return sql`${column} - ${error} <= ${metres}`
  // The first comparison can use an index.
  return sql`(${column} <= ${metres} and ${column} + ${error} <= ${metres})`
}

/**
 * {@link haversine} in SQL. The two formulas must be the same. Otherwise the counts in memory and
 * the counts in the database would differ.
 */
function isAround({ latitude, longitude, metres, inside }: AroundPlace, certainty: Certainty) {
  const { latitude: row, longitude: column, place } = listings
  const radians = Math.PI / 180
  const north = sql`sin((${row} - ${latitude}::float8) * ${radians / 2}::float8)`
  const east = sql`sin((${column} - ${longitude}::float8) * ${radians / 2}::float8)`
  const cosines = sql`cos(${row} * ${radians}::float8) * ${Math.cos(latitude * radians)}::float8`
  const haversine = sql`${north} * ${north} + ${cosines} * ${east} * ${east}`
  const error = listings.radiusMetres
  const reach =
    certainty === 'sure' ? sql`(${metres}::float8 - ${error})` : sql`(${metres}::float8 + ${error})`
  const half = sql`sin(${reach} / ${2 * EARTH_RADIUS_M}::float8)`
  const isReached = sql`(${reach} >= 0 and ${haversine} <= ${half} * ${half})`
  const isInside = (inside?.codes ?? []).map((code) => sql`starts_with(${place}, ${code})`)
  return sql`(${sql.join([isReached, ...isInside], sql` or `)})`
}
