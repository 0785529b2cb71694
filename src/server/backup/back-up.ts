import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { OperatorError } from '#server/errors/operator-error.ts'
import type { Database, Transaction } from '../db/database.ts'
import { lastMigration } from '../db/migrations.ts'
import type { Heading, TableLine } from './lines.ts'
import { readSequences, tablesInOrder } from './tables.ts'

/** How many rows are in memory at a time. A row with a picture takes a hundred kilobytes. */
const BATCH = 200

/**
 * Backs up the database. `keep` receives the lines of the backup. All lines come from one snapshot,
 * so concurrent writes cannot make the backup inconsistent.
 */
export function backUp<T>(
  db: Database,
  now: Date,
  keep: (lines: AsyncIterable<string>) => Promise<T>,
) {
  return db.transaction((tx) => keep(linesOf(tx, now)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

async function* linesOf(tx: Transaction, now: Date): AsyncGenerator<string> {
  const migration = await lastMigration(tx)
  if (migration === null) throw new OperatorError('There is nothing in this database to back up.')
  // Set the time zone, so that the format of times does not depend on the server's settings.
  await tx.execute(sql`set local timezone to 'UTC'`)
  await tx.execute(sql`set local bytea_output to 'hex'`)
  await tx.execute(sql`set local extra_float_digits to 1`)
  yield JSON.stringify([
    'engawa backup 1',
    { madeAt: now.toISOString(), migration, sequences: await readSequences(tx) },
  ] satisfies z.infer<typeof Heading>)
  for (const table of await tablesInOrder(tx)) {
    yield JSON.stringify(['table', table] satisfies z.infer<typeof TableLine>)
    yield* rowsOf(tx, table)
  }
}

async function* rowsOf(tx: Transaction, table: string) {
  await tx.execute(sql`
    declare backup_rows no scroll cursor for
    select row_to_json(kept)::text as line from ${sql.identifier(table)} kept
  `)
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(
      sql.raw(`fetch forward ${BATCH} from backup_rows`),
    )
    for (const { line } of rows) yield line
    if (rows.length < BATCH) break
  }
  await tx.execute(sql`close backup_rows`)
}
