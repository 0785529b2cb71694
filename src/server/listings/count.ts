import { count } from 'drizzle-orm'
import type { ListingFilters } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { matching } from './conditions.ts'

export async function countMatching(db: Database, filters: ListingFilters) {
  const [counted] = await countQuery(db, filters)
  return counted?.total ?? 0
}

export function countQuery(db: Database, filters: ListingFilters) {
  return db.select({ total: count() }).from(listings).where(matching(filters))
}
