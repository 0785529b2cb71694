import { sql } from 'drizzle-orm'
import { OperatorError } from '#server/errors/operator-error.ts'
import { commaSeparated } from '../db/bulk-insert.ts'
import type { Database, Transaction } from '../db/database.ts'
import { createSchema, dropSchema, hasSchema, holdMigrations } from '../db/migrations.ts'
import { Heading, isRow, type Sequence, TableLine } from './lines.ts'
import { tablesInOrder } from './tables.ts'

/** Maximum rows and characters in one insert. */
const BATCH = { rows: 500, length: 1_000_000 }

interface Options {
  /**
   * Whether the backup may replace existing data. If false, the restore refuses a database with
   * data.
   */
  replaces: boolean
  /**
   * Whether to refuse the restore while other connections are open. A server that runs during the
   * restore would continue to serve its cached catalogue.
   */
  needsToBeAlone?: boolean
}

/**
 * Replaces the whole database with a backup in one transaction. A failed restore changes nothing.
 * @throws {OperatorError} if the backup does not fit this version, or the database is in use.
 */
export function restore(
  db: Database,
  lines: AsyncIterable<string>,
  { replaces, needsToBeAlone = false }: Options,
) {
  return db.transaction(async (tx) => {
    // Hold the migration lock, so that a server that starts now waits until the restore is
    // complete.
    await holdMigrations(tx)
    if (needsToBeAlone) await refuseWhileInUse(tx)
    if (!replaces) await refuseOverData(tx)
    const rest = lines[Symbol.asyncIterator]()
    const { migration, sequences, madeAt } = readHeading(await rest.next())
    await dropSchema(tx)
    if (!(await createSchema(tx, migration))) {
      throw new OperatorError(
        'The backup was made by a newer Engawa: restore it with that version.',
      )
    }
    await emptyTables(tx)
    const count = await insertRows(tx, rest)
    await setSequences(tx, sequences)
    return { madeAt: new Date(madeAt), count }
  })
}

function readHeading({ value, done }: IteratorResult<string>) {
  const heading = done ? null : Heading.safeParse(toJson(value)).data
  if (!heading)
    throw new OperatorError(
      'This file is not a backup of Engawa, or its format is of another version.',
    )
  return heading[1]
}

function toJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Refuses to restore while another connection to the database is open.
 * @throws {OperatorError} while another connection is open.
 */
export async function refuseWhileInUse(db: Pick<Database, 'execute'>) {
  const { rows } = await db.execute<{ others: number }>(sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'
  `)
  const others = rows[0]?.others ?? 0
  if (others > 0) {
    throw new OperatorError(
      `The database is in use by ${others} other connection${others === 1 ? '' : 's'}. Stop every Engawa process first.`,
    )
  }
}

async function refuseOverData(tx: Transaction) {
  if (!(await hasSchema(tx))) return
  const { rows } = await tx.execute<{ people: number; houses: number }>(sql`
    select (select count(*)::int from users) as people, (select count(*)::int from listings) as houses
  `)
  const { people = 0, houses = 0 } = rows[0] ?? {}
  if (people + houses > 0) {
    throw new OperatorError(
      `The database holds ${people} accounts and ${houses} listings. --replace puts the backup in their place.`,
    )
  }
}

/**
 * Deletes the rows that migrations inserted. The backup contains rows with the same keys, and
 * inserting duplicate keys would fail.
 */
async function emptyTables(tx: Transaction) {
  const names = (await tablesInOrder(tx)).map((name) => sql.identifier(name))
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)} cascade`)
}

async function insertRows(tx: Transaction, lines: AsyncIterator<string>) {
  const known = new Set(await tablesInOrder(tx))
  let table = ''
  let batch: string[] = []
  let length = 0
  let count = 0

  async function insertBatch() {
    if (batch.length > 0) await insert(tx, table, batch)
    count += batch.length
    batch = []
    length = 0
  }

  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    if (isRow(line)) {
      batch.push(line)
      length += line.length
      if (batch.length >= BATCH.rows || length >= BATCH.length) await insertBatch()
    } else {
      await insertBatch()
      table = TableLine.parse(JSON.parse(line))[1]
      // The backup's table name becomes part of an SQL statement, so accept only tables of the
      // schema.
      if (!known.has(table)) throw new OperatorError(`The backup has an unknown table: ${table}`)
    }
  }
  await insertBatch()
  return count
}

async function insert(tx: Transaction, table: string, rows: string[]) {
  const name = sql.identifier(table)
  const columns = await storedColumns(tx, table)
  await tx.execute(sql`
    insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)
  `)
}

/** The columns of a table, except computed columns, for which the database refuses values. */
async function storedColumns(tx: Transaction, table: string) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position
  `)
  return commaSeparated(rows.map(({ name }) => sql.identifier(name)))
}

async function setSequences(tx: Transaction, sequences: Sequence[]) {
  for (const { name, last } of sequences) {
    await tx.execute(sql`select setval(${name}::text::regclass, ${last}::bigint)`)
  }
}
