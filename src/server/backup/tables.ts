import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import type { Sequence } from './lines.ts'

/**
 * The tables that a backup leaves out. `jobs` records when each job last ran, and after a restore,
 * every job should run immediately. The server makes the `listing_records` and the catalogue for
 * devices again.
 */
const NOT_KEPT = ['jobs', 'listing_records', 'catalogue_blocks', 'catalogue_editions']

/** The tables of a backup. A table comes after the tables that its foreign keys reference. */
export async function tablesInOrder(tx: Transaction) {
  const { rows: tables } = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const { rows: references } = await tx.execute<{ source: string; target: string }>(sql`
    select source.relname as source, target.relname as target
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and source.relnamespace = 'public'::regnamespace
    order by 1, 2
  `)
  const ordered = new Set<string>()
  const add = (table: string) => {
    if (ordered.has(table)) return
    for (const { source, target } of references) {
      if (source === table && target !== table) add(target)
    }
    ordered.add(table)
  }
  for (const { name } of tables) add(name)
  return [...ordered].filter((name) => !NOT_KEPT.includes(name))
}

/**
 * Reads the last value of each sequence. Leaves out sequences that were never used, because they
 * have no last value.
 */
export async function readSequences(tx: Transaction) {
  const { rows } = await tx.execute<Sequence & Record<string, unknown>>(sql`
    select sequencename as name, last_value::text as last
    from pg_sequences
    where schemaname = 'public' and last_value is not null
    order by 1
  `)
  return rows.map(({ name, last }) => ({ name, last }))
}
