import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { alertProgress, catalogue } from '#server/db/schema.ts'
import { testDataFolder } from './test-directory.ts'

/**
 * The size in bytes above which a table is truncated. Smaller tables are emptied by deleting rows.
 */
const LARGE = 1_000_000

const opening = open()

/**
 * Returns the database of this test worker after emptying it. Call this in each test or in
 * `beforeEach`.
 */
export async function testDatabase() {
  const { db } = await opening
  await empty(db)
  return db
}

/** Returns the database of this test worker, but does not empty it. */
export function openTestDatabase() {
  return opening
}

/** Vacuums the database of this test worker. */
export async function vacuum() {
  await (await opening).vacuum()
}

/** Options for a new database on the engine under test. */
export async function newDatabase(): Promise<DatabaseOptions> {
  const postgres = inject('postgres')
  if (postgres) return { url: await createDatabase(postgres, 'new') }
  return { directory: testDataFolder(), share: true }
}

async function open() {
  const postgres = inject('postgres')
  return openDatabase(postgres ? { url: await createDatabase(postgres, 'worker') } : {})
}

/** Creates an empty database on the server at `address`. Returns the new database's address. */
async function createDatabase(address: string, purpose: string) {
  // The name contains the process id, because two workers may briefly have the same pool number.
  const name = `engawa_test_${purpose}_${process.pid}`
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(address)
  url.pathname = name
  return url.href
}

/**
 * Deletes rows, since truncating takes 40 ms even for empty tables. But deleted rows stay in the
 * files, so large tables are truncated.
 */
async function empty(db: Database) {
  const tables = await findTables(db)
  const names = tables.map(({ name }) => name)
  if (tables.some(({ bytes }) => bytes > LARGE)) {
    await db.execute(sql.raw(`truncate ${names.join(', ')} cascade`))
  } else {
    await db.transaction(async (tx) => {
      // Skip the foreign-key checks. All tables are empty in the end, so no reference can dangle.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(names.map((name) => `delete from ${name}`).join(';')))
    })
  }
  await db.insert(catalogue).values({ id: 1, revision: 1 })
  // The ids of changes continue, because deleting rows resets no sequence.
  await db.insert(alertProgress).values({ id: 1, matchedChange: 0 })
}

async function findTables(db: Database) {
  const { rows } = await db.execute<{ name: string; bytes: number }>(sql`
    select quote_ident(relname) as name, pg_relation_size(relid)::int as bytes
    from pg_stat_user_tables
    -- Created by a migration, once for each database.
    where schemaname = 'public' and relname <> 'secrets' order by relname`)
  return rows
}

/** The name of every table, with its rows as text. */
export async function readTables(db: Database) {
  const texts: [name: string, text: string][] = []
  for (const { name } of await findTables(db)) {
    const { rows } = await db.execute(sql.raw(`select * from ${name}`))
    const values = rows.flatMap((row) => Object.values(row)).map(toText)
    texts.push([name, values.join('\n')])
  }
  return texts
}

function toText(value: unknown) {
  if (Buffer.isBuffer(value)) return value.toString('latin1')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
