import { and, count, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { ORDERINGS, type Order } from './buckets.ts'
import type { CityCount } from './cities.ts'
import { matching, type ResolvedFilters } from './conditions.ts'
import { mapMarks, toMarkCounts } from './marks.ts'

export async function countMatching(db: Database, filters: ResolvedFilters) {
  const [counted] = await countQuery(db, filters)
  return counted?.total ?? 0
}

export function countQuery(db: Database, filters: ResolvedFilters) {
  return db.select({ total: count() }).from(listings).where(matching(filters))
}

const MARK_COUNTS: Record<string, SQL<number>> = mapMarks(
  ({ column, bit }) =>
    sql<number>`(count(*) filter (where ${listings[column]} & ${sql.raw(String(bit))} <> 0))::int`,
)

/**
 * For each watch-out, good sign and tag, counts the matching listings that have it. Returns the
 * counts by code.
 */
export async function countMarksMatching(db: Database, filters: ResolvedFilters) {
  const [counts] = await db.select(MARK_COUNTS).from(listings).where(matching(filters))
  return toMarkCounts(({ mark }) => Number(counts?.[mark] ?? 0))
}

/** The number of matching listings whose value in the sort column is known. */
export async function countKnownMatching(
  db: Database,
  filters: ResolvedFilters,
  order: Order['sort_by'],
) {
  const [counted] = await db
    .select({ total: count() })
    .from(listings)
    .where(and(matching(filters), isNotNull(ORDERINGS[order].column)))
  return counted?.total ?? 0
}

/** The number of matching listings in each city. Cities without a match are left out. */
export function countCitiesMatching(db: Database, filters: ResolvedFilters): Promise<CityCount[]> {
  const { prefecture, city } = listings
  return db
    .select({ prefecture: sql<string>`${prefecture}`, city: sql<string>`${city}`, count: count() })
    .from(listings)
    .where(and(matching(filters), isNotNull(prefecture), isNotNull(city)))
    .groupBy(prefecture, city)
}

/** The number of listings of a place. `place` is null where only the prefecture is known. */
export interface PlaceCount {
  prefecture: string | null
  place: string | null
  count: number
}

/** The number of matching listings of each place. Places without a match are left out. */
export function countPlacesMatching(db: Database, filters: ResolvedFilters): Promise<PlaceCount[]> {
  const { prefecture, place } = listings
  return db
    .select({ prefecture, place, count: count() })
    .from(listings)
    .where(matching(filters))
    .groupBy(prefecture, place)
}
