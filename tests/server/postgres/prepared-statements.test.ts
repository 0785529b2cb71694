import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCaller } from '#server/auth/sessions.ts'
import { openDatabase } from '#server/db/database.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { newDatabase } from '#tests/support/database.ts'

test('PostgreSQL plans the query for the caller and the one for records once for each connection', async () => {
  const { db, close } = await openDatabase(await newDatabase())
  const fail = (error: unknown) => {
    throw error
  }
  const records = openRecords({ db, build: 'test', background: { run: fail }, logError: fail })
  for (let round = 0; round < 2; round++) {
    expect(await findCaller(db, 'no-session', new Date())).toBeNull()
    expect(await records.read([])).toBe('[]')
  }
  const { rows } = await db.execute(sql`select name from pg_prepared_statements order by name`)
  expect(rows).toEqual([{ name: 'caller' }, { name: 'records' }])
  await close()
})
