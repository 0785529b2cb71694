import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#server/db/database.ts'
import { catalogue } from '#server/db/schema.ts'

const opening = openDatabase()

/** The database of this test worker, emptied. Ask for it in each test or `beforeEach`. */
export async function testDatabase() {
  const { db } = await opening
  await empty(db)
  return db
}

async function empty(db: Database) {
  const { rows } = await db.execute<{ table: string }>(
    sql`select quote_ident(tablename) as table from pg_tables where schemaname = 'public'`,
  )
  await db.execute(sql.raw(`truncate ${rows.map(({ table }) => table)} restart identity cascade`))
  await db.insert(catalogue).values({ id: 1, revision: 0 })
}
