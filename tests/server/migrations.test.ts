import { readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import * as schema from '#server/db/schema.ts'
import { newDatabase, openTestDatabase } from '#tests/support/database.ts'

const JOURNAL = new URL('../../src/server/db/migrations/meta/_journal.json', import.meta.url)

test('when several processes open a new database at once, each migration runs once', async () => {
  const options = await newDatabase()
  const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)))
  const { entries } = JSON.parse(readFileSync(JOURNAL, 'utf8'))
  for (const { db } of opened) {
    const { rows } = await db.execute(sql`select id from drizzle.__drizzle_migrations`)
    expect(rows).toHaveLength(entries.length)
  }
  await Promise.all(opened.map(({ close }) => close()))
})

test('opening a database again keeps its content', async () => {
  const options = await newDatabase()
  const first = await openDatabase(options)
  await first.db.execute(sql`insert into sources (name) values ('kept')`)
  await first.close()
  const second = await openDatabase(options)
  const { rows } = await second.db.execute(sql`select name from sources`)
  expect(rows).toEqual([{ name: 'kept' }])
  await second.close()
})

test('the migrations make the columns, constraints and indexes that schema.ts names', async () => {
  const drawn = await openDatabase({ ...(await newDatabase()), asIs: true })
  onTestFinished(() => drawn.close())
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
  for (const statement of statements) await drawn.db.execute(sql.raw(statement))
  const { db } = await openTestDatabase()
  const expected = await describeTables(drawn.db)
  expect(expected).toContainEqual(expect.stringContaining('listings_dearest'))
  expect(await describeTables(db)).toEqual(expected)
})

/**
 * Describes the tables. Omits the INCLUDE columns of indexes, because schema.ts cannot express
 * them.
 */
async function describeTables(db: Database) {
  const { rows } = await db.execute<{ about: string }>(sql`
    select concat_ws(' ', table_name, column_name, udt_name, character_maximum_length,
      numeric_precision, numeric_scale, datetime_precision, collation_name, column_default,
      is_nullable, is_identity) as about
    from information_schema.columns where table_schema = 'public'
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select regexp_replace(indexdef, ' INCLUDE \\([^)]*\\)', '')
    from pg_indexes where schemaname = 'public'
    order by about
  `)
  return rows.map(({ about }) => about)
}
