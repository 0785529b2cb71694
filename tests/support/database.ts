import { sql } from 'drizzle-orm'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { catalogue } from '#server/db/schema.ts'

const opening = open()

/** The database of this test worker, emptied. Ask for it in each test or `beforeEach`. */
export async function testDatabase() {
  const { db } = await opening
  await empty(db)
  return db
}

async function open() {
  const postgres = inject('postgres')
  return openDatabase(postgres ? { url: await createDatabase(postgres) } : {})
}

/** Makes a new database in the server at `address`, and returns its own address. */
async function createDatabase(address: string) {
  const name = `engawa_test_${process.env.VITEST_POOL_ID}`
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(address)
  url.pathname = name
  return url.href
}

async function empty(db: Database) {
  const { rows } = await db.execute<{ table: string }>(
    sql`select quote_ident(tablename) as table from pg_tables where schemaname = 'public'`,
  )
  const tables = rows.map(({ table }) => table).join(', ')
  await db.execute(sql.raw(`truncate ${tables} restart identity cascade`))
  await db.insert(catalogue).values({ id: 1, revision: 1 })
}
