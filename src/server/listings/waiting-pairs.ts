import { aliasedTable, and, eq, isNull, sql } from 'drizzle-orm'
import { duplicates, listings } from '#server/db/schema.ts'

/** The two listings of a pair, for queries on `duplicates` that join both. */
export const one = aliasedTable(listings, 'one_listing')
export const other = aliasedTable(listings, 'other_listing')

/**
 * The condition for pairs that wait for an administrator. Leaves out pairs of which a listing is
 * withdrawn or something else hides it, and pairs that other pairs have already folded into the same
 * listing.
 */
export const isWaiting = and(
  eq(duplicates.state, 'waiting'),
  ...[one, other].flatMap(({ withdrawnAt, hiddenBy }) => [
    isNull(withdrawnAt),
    sql`${hiddenBy} <@ '{duplicate}'`,
  ]),
  sql`coalesce(${one.foldedInto}, ${one.id}) <> coalesce(${other.foldedInto}, ${other.id})`,
)
