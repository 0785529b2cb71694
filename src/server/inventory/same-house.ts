import { aliasedTable, and, asc, eq, ne, or } from 'drizzle-orm'
import type { SameHouse } from '#contract/inventory.ts'
import type { Database } from '#server/db/database.ts'
import { isFolded } from '#server/db/readable.ts'
import { duplicates, listings } from '#server/db/schema.ts'
import { isWaiting, one, other } from '#server/listings/waiting-pairs.ts'

/** The page of a house lists at most this many listings of each relation. */
const MAX_NAMED = 20

const mine = aliasedTable(listings, 'mine')
const NAMED = { id: listings.id, source: listings.source }
const isOneOfPair = or(eq(listings.id, duplicates.one), eq(listings.id, duplicates.other))

/** The other listings that are or may be the same house as a listing. */
export async function findSameHouse(db: Database, id: string): Promise<SameHouse[]> {
  const shown = await db
    .select(NAMED)
    .from(mine)
    .innerJoin(listings, eq(listings.id, mine.foldedInto))
    .where(and(eq(mine.id, id), isFolded(mine)))
  const folded = await db
    .select(NAMED)
    .from(listings)
    .where(and(eq(listings.foldedInto, id), isFolded(listings)))
    .orderBy(asc(listings.source), asc(listings.id))
    .limit(MAX_NAMED)
  const waiting = await db
    .select(NAMED)
    .from(duplicates)
    .innerJoin(one, eq(one.id, duplicates.one))
    .innerJoin(other, eq(other.id, duplicates.other))
    .innerJoin(listings, and(ne(listings.id, id), isOneOfPair))
    .where(and(isWaiting, or(eq(duplicates.one, id), eq(duplicates.other, id))))
    .orderBy(asc(listings.source), asc(listings.id))
    .limit(MAX_NAMED)
  return [
    ...shown.map((named) => ({ ...named, relation: 'shown' as const })),
    ...folded.map((named) => ({ ...named, relation: 'folded' as const })),
    ...waiting.map((named) => ({ ...named, relation: 'waiting' as const })),
  ]
}
