import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { isConnectionError } from '#server/errors/connection-errors.ts'
import { addEmptyDatabase } from '#tests/support/test-directory.ts'

let directory: string
let server: OpenDatabase
let command: OpenDatabase

beforeAll(async () => {
  directory = fs.mkdtempSync(join(tmpdir(), 'engawa-test-'))
  addEmptyDatabase(directory)
  server = await openDatabase({ directory })
  await server.db.execute(sql`create table counters (id int primary key, value int not null)`)
})

beforeEach(async () => {
  await server.db.execute(sql`truncate counters`)
  await server.db.execute(sql`insert into counters values (1, 0)`)
  command = await openDatabase({ directory, share: true })
})

afterEach(() => command.close())

afterAll(async () => {
  await server.close()
  fs.rmSync(directory, { recursive: true })
})

test('a command that runs beside the server uses the database of the server', async () => {
  await command.db.execute(sql`update counters set value = 7`)
  expect(await readCounter(server.db)).toBe(7)
})

test('in an embedded database shared by two processes, the transactions of the processes never mix', async () => {
  async function countTo50(db: Database) {
    for (let step = 0; step < 50; step++) {
      await db.transaction(async (tx) => {
        const value = await readCounter(tx)
        await tx.execute(sql`update counters set value = ${value + 1}`)
      })
    }
  }
  await Promise.all([countTo50(server.db), countTo50(command.db)])
  expect(await readCounter(server.db)).toBe(100)
})

test('in an embedded database shared by two processes, an error inside a transaction rolls back only that transaction', async () => {
  const failing = command.db.transaction(async (tx) => {
    await tx.execute(sql`insert into counters values (2, 0)`)
    await tx.execute(sql`insert into counters values (2, 0)`)
  })
  const working = server.db.transaction(async (tx) => {
    await tx.execute(sql`insert into counters values (3, 0)`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  await working
  expect(await readIds(server.db)).toEqual([1, 3])
})

test('in an embedded database shared by two processes, a broken connection rolls back its open transaction', async () => {
  const client = await connectDirectly(directory)
  await client.query('begin')
  await client.query('insert into counters values (2, 0)')
  const waiting = readIds(server.db)
  breakConnection(client)
  expect(await waiting).toEqual([1])
})

test('in an embedded database shared by two processes, the settings of one connection do not affect later connections', async () => {
  await command.db.execute(sql`create temporary table leftovers (id int)`)
  await command.db.execute(sql`set statement_timeout = 1`)
  await command.close()
  command = await openDatabase({ directory, share: true })
  await expect(command.db.execute(sql`select * from leftovers`)).rejects.toMatchObject({
    cause: { code: '42P01' },
  })
  expect((await server.db.execute(sql`show statement_timeout`)).rows).toEqual([
    { statement_timeout: '0' },
  ])
})

test('an embedded database shared by two processes handles requests and responses of several megabytes', async () => {
  const text = 'あ'.repeat(2_000_000)
  const { rows } = await command.db.execute(sql`select ${text}::text as text`)
  expect(rows).toEqual([{ text }])
})

test('an embedded database shared by two processes refuses COPY into a table, and other connections still work', async () => {
  const client = await connectDirectly(directory)
  client.on('error', () => {})
  await expect(client.query('copy counters from stdin')).rejects.toMatchObject({ code: '0A000' })
  expect(await readCounter(server.db)).toBe(0)
})

test("a stopping server does not wait for a command's transaction, and rolls it back", async () => {
  addEmptyDatabase(join(directory, 'other'))
  const other = await openDatabase({ directory: join(directory, 'other') })
  const client = await connectDirectly(join(directory, 'other'))
  const told = new Promise((resolve) => client.on('error', resolve))
  await client.query('begin')
  await client.query('delete from catalogue')
  await other.close()
  expect(String(await told)).toMatch('Engawa is shutting down')
})

test("if the server stops during a command's transaction, the transaction fails with a connection error, but the command does not crash", async () => {
  addEmptyDatabase(join(directory, 'stopping'))
  const other = await openDatabase({ directory: join(directory, 'stopping') })
  const guest = await openDatabase({ directory: join(directory, 'stopping'), share: true })
  const writing = guest.db.transaction(async (tx) => {
    await tx.execute(sql`delete from catalogue`)
    await other.close()
    await tx.execute(sql`delete from catalogue`)
  })
  expect(await writing.catch(isConnectionError)).toBe(true)
  await guest.close()
})

async function readCounter(db: Pick<Database, 'execute'>) {
  const { rows } = await db.execute<{ value: number }>(sql`select value from counters where id = 1`)
  return rows[0]?.value ?? Number.NaN
}

async function readIds(db: Database) {
  const { rows } = await db.execute<{ id: number }>(sql`select id from counters order by id`)
  return rows.map(({ id }) => id)
}

/**
 * Connects to the socket of the process that holds the folder, with a plain PostgreSQL client
 * instead of our own connection code.
 */
async function connectDirectly(folder: string) {
  const [claim] = fs.readdirSync(join(folder, 'lock')).filter((name) => name.endsWith('.json'))
  const client = new pg.Client({ host: join(folder, 'lock', `${claim?.replace('.json', '')}`) })
  await client.connect()
  return client
}

function breakConnection(client: pg.Client) {
  client.on('error', () => {})
  client.connection.stream.destroy()
}
