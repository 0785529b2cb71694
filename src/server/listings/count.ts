import { count, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { matching } from './conditions.ts'
import { mapMarks, toMarkCounts } from './marks.ts'
import type { CatalogueFilters } from './price-bounds.ts'

export async function countMatching(db: Database, filters: CatalogueFilters) {
  const [counted] = await countQuery(db, filters)
  return counted?.total ?? 0
}

export function countQuery(db: Database, filters: CatalogueFilters) {
  return db.select({ total: count() }).from(listings).where(matching(filters))
}

const MARK_COUNTS: Record<string, SQL<number>> = mapMarks(
  ({ column, bit }) =>
    sql<number>`(count(*) filter (where ${listings[column]} & ${sql.raw(String(bit))} <> 0))::int`,
)

/** The number of matching listings with each mark (sign or tag), by the mark's code. */
export async function countMarksMatching(db: Database, filters: CatalogueFilters) {
  const [counts] = await db.select(MARK_COUNTS).from(listings).where(matching(filters))
  return toMarkCounts(({ mark }) => Number(counts?.[mark] ?? 0))
}
