import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'

/** With fewer new rows than this, the choice of the planner does not matter. */
const FEW = 100
/** How much the rows of an import have to grow until the statistics are collected again. */
const GROWTH = 4

/**
 * Collects the statistics of the listings while an import adds rows. If the planner believes that
 * the table is as small as before the import, it reads every listing for each pair that it compares:
 * the first 500 houses then take minutes.
 */
export async function openPlannerStatistics(db: Database) {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = 'listings'::regclass`,
  )
  let due = Math.max(FEW, rows[0]?.rows ?? 0)
  let added = 0

  return {
    /** Call this after a transaction has added rows, and before it searches among them. */
    async noteAdded(tx: Transaction, count: number) {
      added += count
      if (added < due) return
      await tx.execute(sql`analyze ${listings}`)
      due = added * GROWTH
    },
  }
}

export type PlannerStatistics = Awaited<ReturnType<typeof openPlannerStatistics>>
