import { and, count, isNotNull, sql } from 'drizzle-orm'
import { type MarkState, readMarkStates, writeMarkStates } from '#contract/mark-codes.ts'
import type { Order } from '#search/buckets.ts'
import { marked, type ResolvedFilters } from '#search/conditions.ts'
import type { CityCount, PlaceCount } from '#search/counts.ts'
import { type MarkCount, mapMarks, toMask } from '#search/marks.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { matching, toSql } from './matching.ts'
import { SORT_COLUMNS } from './sort-columns.ts'

export async function countMatching(db: Database, filters: ResolvedFilters) {
  const [counted] = await countQuery(db, filters)
  return counted?.total ?? 0
}

export function countQuery(db: Database, filters: ResolvedFilters) {
  return db.select({ total: count() }).from(listings).where(matching(filters))
}

/** The counts of a search that finds nothing, because it contains an unknown mark. */
const NO_MARKS = mapMarks((): MarkCount => ({ only: 0, without: 0 }))

/**
 * For each watch-out, good sign and tag, counts the listings that a search would find with each
 * state of its filter. Returns the counts by code.
 */
export async function countMarksMatching(db: Database, filters: ResolvedFilters) {
  const { marks, ...others } = filters
  const states = readMarkStates(marks)
  if (!states || !toMask(states)) return NO_MARKS
  const countIn = (state: MarkState) =>
    mapMarks(({ mark }) => {
      const conditions = marked(writeMarkStates(new Map(states).set(mark, state)))
      return sql<number>`(count(*) filter (where ${and(...conditions.flatMap(toSql))}))::int`
    })
  const [counts] = await db
    .select({ only: countIn('only'), without: countIn('without') })
    .from(listings)
    .where(matching(others))
  return mapMarks(({ mark }): MarkCount => {
    return { only: counts?.only[mark] ?? 0, without: counts?.without[mark] ?? 0 }
  })
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
    .where(and(matching(filters), isNotNull(SORT_COLUMNS[order])))
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

/** The number of matching listings of each place. Places without a match are left out. */
export function countPlacesMatching(db: Database, filters: ResolvedFilters): Promise<PlaceCount[]> {
  const { prefecture, place } = listings
  return db
    .select({ prefecture, place, count: count() })
    .from(listings)
    .where(matching(filters))
    .groupBy(prefecture, place)
}
