import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { catalogueBlocks, catalogueEditions } from '#server/db/schema.ts'
import type { BuildLease } from './build-lease.ts'

export type Edition = typeof catalogueEditions.$inferSelect

export async function readEdition(db: Database): Promise<Edition | undefined> {
  const [last] = await db
    .select()
    .from(catalogueEditions)
    .orderBy(desc(catalogueEditions.id))
    .limit(1)
  return last
}

/** Reads the last edition without its blocks, which can be thousands. */
export async function readEditionHead(db: Database) {
  const { id, revision, build, madeAt } = catalogueEditions
  const [last] = await db
    .select({ id, revision, build, madeAt })
    .from(catalogueEditions)
    .orderBy(desc(id))
    .limit(1)
  return last
}

/** Returns a function that reads the last edition, and keeps it in memory while it is the last. */
export function openEditions(db: Database) {
  let key = ''
  let edition: Edition | undefined
  return async function current() {
    // After a restore of the database, another edition can have the same id.
    const newest = JSON.stringify(await readEditionHead(db))
    if (newest !== key) {
      edition = await readEdition(db)
      key = newest
    }
    return edition
  }
}

/**
 * Publishes an edition, and deletes the blocks that neither this edition nor the one before contains.
 * A device that is downloading the edition before can go on. Also deletes the blocks with hidden
 * houses. Does nothing if another process has claimed the build.
 */
export function publishEdition(
  db: Database,
  lease: BuildLease,
  edition: Edition,
  withHidden: string[],
) {
  return db.transaction(async (tx) => {
    if (!(await lease.end(tx))) return
    await tx.insert(catalogueEditions).values(edition)
    await tx.delete(catalogueEditions).where(lt(catalogueEditions.id, edition.id - 1))
    await tx.execute(sql`
      delete from ${catalogueBlocks} where ${catalogueBlocks.hash} not in (
        select part->>'hash' from ${catalogueEditions}, jsonb_array_elements(parts) as part
      )
    `)
    if (withHidden.length === 0) return
    await tx.delete(catalogueBlocks).where(inArray(catalogueBlocks.hash, withHidden))
  })
}

/** Deletes the catalogue for devices, which an operator has switched off. */
export function deleteEditions(db: Database) {
  return db.transaction(async (tx) => {
    await tx.delete(catalogueEditions)
    await tx.delete(catalogueBlocks)
  })
}
