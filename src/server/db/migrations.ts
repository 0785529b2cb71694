import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { ROOT } from '#server/root.ts'

const FOLDER = join(ROOT, 'src/server/db/migrations')
const LOCK = `hashtext('engawa migrations')`

/**
 * Applies the migrations. If several processes start together, one process applies the migrations
 * and the others wait.
 * @throws what a migration throws.
 */
export async function applyMigrations(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    // If a migration fails, closing this connection releases its advisory lock.
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await migrate(drizzle(client), { migrationsFolder: FOLDER })
    await client.query(`select pg_advisory_unlock(${LOCK})`)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A database, or a transaction in progress. */
type Executor = Pick<NodePgDatabase, 'execute'>

/**
 * Holds the migration lock until the transaction ends. A server that starts meanwhile waits for the
 * lock before it applies migrations.
 */
export async function holdMigrations(tx: Executor) {
  await tx.execute(sql.raw(`select pg_advisory_xact_lock(${LOCK})`))
}

export async function hasSchema(tx: Executor) {
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  return rows[0]?.found === true
}

/** The time stamp of the last applied migration. Null if no migration was applied. */
export async function lastMigration(tx: Executor) {
  if (!(await hasSchema(tx))) return null
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`select max(created_at)::text as last from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.last ? Number(rows[0].last) : null
}

export async function dropSchema(tx: Executor) {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) await tx.execute(sql`drop table ${sql.identifier(name)} cascade`)
  await tx.execute(sql`drop schema if exists drizzle cascade`)
}

/**
 * Creates the schema as of the migration `last`, inside the caller's transaction. Drizzle's own
 * `migrate` would commit that transaction. Returns false if there is no such migration.
 */
export async function createSchema(tx: Executor, last: number) {
  const migrations = readMigrationFiles({ migrationsFolder: FOLDER })
  if (!migrations.some(({ folderMillis }) => folderMillis === last)) return false
  await tx.execute(sql`create schema drizzle`)
  // Create the table in which drizzle's own migrator records applied migrations.
  await tx.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql: statements, hash, folderMillis } of migrations) {
    if (folderMillis > last) break
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
  return true
}
