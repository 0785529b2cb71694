import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/database.ts'

/**
 * Opens the database of a folder and prints the numbers in it. Then inserts numbers until it is
 * killed. Prints each number after the database has acknowledged the number.
 */
const { db } = await openDatabase({ directory: process.argv[2] ?? '' })
await db.execute(sql`create table if not exists numbers (number int primary key)`)
const { rows } = await db.execute<{ number: number }>(sql`select number from numbers order by 1`)
print(`found ${rows.map(({ number }) => number).join(' ')}`)

for (let number = (rows.at(-1)?.number ?? 0) + 1; ; number++) {
  await db.execute(sql`insert into numbers values (${number})`)
  print(`wrote ${number}`)
}

/** The line is written synchronously. A buffered line could be lost when the process is killed. */
function print(line: string) {
  fs.writeSync(1, `${line}\n`)
}
