import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'

/** With fewer new rows than this, any plan is fast. */
const FEW = 100
/** Collects the statistics again when the import has added this many times as many rows. */
const GROWTH = 4

/**
 * Collects the planner's statistics of the listings while an import adds rows. With the statistics of
 * an empty table, the planner reads every listing for each new one instead of using an index, so the
 * first few hundred listings would take minutes.
 */
export async function openPlannerStatistics(db: Database) {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = 'listings'::regclass`,
  )
  let due = Math.max(FEW, rows[0]?.rows ?? 0)
  let added = 0

  return {
    /** Call this in a transaction that has added rows, before it looks for duplicates of them. */
    async noteAdded(tx: Transaction, count: number) {
      added += count
      if (added < due) return
      await tx.execute(sql`analyze ${listings}`)
      due = added * GROWTH
    },
  }
}

export type PlannerStatistics = Awaited<ReturnType<typeof openPlannerStatistics>>
