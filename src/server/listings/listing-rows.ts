import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { prepareOnce } from '#server/db/prepare-once.ts'
import { listings, sources } from '#server/db/schema.ts'
import { recordColumns } from './listing-records.ts'

/** The prepared statement that reads the rows of `ids`. */
export const rowsQuery = prepareOnce((db) =>
  db
    .select(recordColumns)
    .from(listings)
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(sql`${listings.id} = any(${sql.placeholder('ids')})`)
    // See `callerQuery` in `src/server/auth/sessions.ts` on why the statement has no name.
    .prepare(''),
)

/**
 * Reads the rows that `toRecords` needs, in the order of `ids`. Leaves out listings that were
 * deleted meanwhile.
 */
export async function readRows(db: Database, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await rowsQuery(db).execute({ ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
