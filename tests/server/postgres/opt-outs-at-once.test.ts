import { isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { lockOptOuts } from '#server/listings/apply-opt-outs.ts'
import { setOptOut } from '#server/opt-outs/opt-outs.ts'
import { newDatabase } from '#tests/support/database.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'

/* Two processes share a database: one imports while the other records an opt-out. */

const WAITING = { timeout: 30_000, interval: 5 }

let importing: OpenDatabase
let switching: OpenDatabase
beforeEach(async () => {
  const options = await newDatabase()
  importing = await openDatabase(options)
  switching = await openDatabase(options)
  onTestFinished(async () => {
    await Promise.all([importing.close(), switching.close()])
  })
  await addDefaultPlaces(importing.db, TODAY)
})

const houses = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    houseRecord({ _id: `house-${index}`, 'Property Location': '愛媛県西予市宇和町1' }),
  )

const optOut = (optedOut: boolean, db: Database = switching.db) =>
  setOptOut(
    { db, now: () => TODAY },
    {
      actor: { user: { id: 'haruka', email: 'haruka@engawa.example' }, ip: 'local' },
      ...{ kind: 'municipality', key: '38214', optedOut, note: 'By mail' },
    },
  )

function withResolvers() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const countShown = () => switching.db.$count(listings, isNull(listings.hiddenAt))

async function someoneWaits() {
  const { rows } = await switching.db.execute(
    sql`select 1 from pg_locks where relation = 'opt_outs'::regclass and not granted`,
  )
  expect(rows.length).toBeGreaterThan(0)
}

test('an import that meets an opt-out which is being recorded waits, and hides its houses', async () => {
  const { promise: mayCommit, resolve: commit } = withResolvers()
  const { promise: isLocked, resolve: locked } = withResolvers()
  const recording = switching.db.transaction(async (tx) => {
    await lockOptOuts(tx)
    await tx.execute(sql`
      insert into opt_outs (kind, key, name, prefecture, codes, note, actor_email, at)
      values ('municipality', '38214', 'Seiyo, Ehime', 'ehime', '{38214}', 'By mail', 'haruka', now())
    `)
    locked()
    await mayCommit
  })
  await isLocked
  const imported = importInto(importing.db, houses(3))
  await vi.waitFor(someoneWaits, WAITING)
  commit()
  await recording
  expect((await imported).report.added).toBe(3)
  expect(await countShown()).toBe(0)
})

test('an opt-out that meets an import waits for its batch, and hides the houses of the batch', async () => {
  await importInto(importing.db, houses(1))
  const { promise: mayCommit, resolve: commit } = withResolvers()
  const { promise: isWritten, resolve: written } = withResolvers()
  const batch = importing.db.transaction(async (tx) => {
    await tx.execute(sql`lock table opt_outs in share mode`)
    await tx.execute(sql`
      insert into listings (id, source, place, digest, raw)
      values ('new', 'listings', '38214', '', '{}')
    `)
    written()
    await mayCommit
  })
  await isWritten
  const recorded = optOut(true)
  await vi.waitFor(someoneWaits, WAITING)
  commit()
  await batch
  expect(await recorded).toBe(2)
  expect(await countShown()).toBe(0)
})

test('while the switch is flipped during a long import, every house follows its last position', async () => {
  let isDone = false
  const running = importInto(importing.db, houses(3000)).finally(() => {
    isDone = true
  })
  let isOptedOut = false
  while (!isDone) {
    isOptedOut = !isOptedOut
    await optOut(isOptedOut)
  }
  expect((await running).report.added).toBe(3000)
  expect(await countShown()).toBe(isOptedOut ? 0 : 3000)
  await optOut(true)
  expect(await countShown()).toBe(0)
})
