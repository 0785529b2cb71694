import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { newDatabase } from '#tests/support/database.ts'

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
