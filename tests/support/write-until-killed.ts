import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'

/**
 * Opens the database of a folder, prints the numbers it holds, then adds to them one by one and
 * prints each when the database has acknowledged it. Until it is killed.
 */
const { db } = await openDatabase({ directory: process.argv[2] ?? '' })
await db.execute(sql`create table if not exists numbers (number int primary key)`)
const { rows } = await db.execute<{ number: number }>(sql`select number from numbers order by 1`)
print(`found ${rows.map(({ number }) => number).join(' ')}`)

for (let number = (rows.at(-1)?.number ?? 0) + 1; ; number++) {
  await db.execute(sql`insert into numbers values (${number})`)
  print(`wrote ${number}`)
}

/** At once, not when the event loop turns: what was acknowledged is known to the reader. */
function print(line: string) {
  fs.writeSync(1, `${line}\n`)
}
