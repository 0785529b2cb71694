import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { max, sql } from 'drizzle-orm'
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { cancelSubscription } from '#contract/payments.ts'
import { backUp } from '#server/backup/back-up.ts'
import { restore } from '#server/backup/restore.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { audit, jobs, mails, noteFields, noteHistory, users } from '#server/db/schema.ts'
import {
  backedUpTables,
  backUpToFile,
  linesOf,
  restoreFromFile,
  toLines,
} from '#tests/support/backups.ts'
import { newDatabase } from '#tests/support/database.ts'
import { TYPESCRIPT_OPTIONS } from '#tests/support/node-options.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

/** The time of the first migration, from the migration journal. */
const [{ when: oldestMigration }] = JSON.parse(
  readFileSync(
    new URL('../../src/server/db/migrations/meta/_journal.json', import.meta.url),
    'utf8',
  ),
).entries
const RESTORER = fileURLToPath(new URL('../support/restore-until-killed.ts', import.meta.url))

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})

async function openNew(options?: DatabaseOptions) {
  const database = await openDatabase({ ...(options ?? (await newDatabase())), asIs: true })
  onTestFinished(database.close)
  return database.db
}

/** Adds rows with values that a backup could easily lose. */
async function addEverything() {
  const { db, now } = server.services
  const [ana, ben] = [
    await paymentsOf(server).addPayer(),
    await server.addAdmin({ name: 'Ben "\\" \u2028 縁側 🏡' }),
  ]
  const house = await server.addListing({
    id: 'house-1',
    priceYen: 9_007_199_254_740_991,
    buildingArea: 98.54,
    editedColumns: ['city', 'with "quotes", and {braces}'],
    raw: { nested: [1.5, null, 'line\nfeed', { '\u2029': '\\' }], much: 1e21 },
    photos: [{}, { avif: true }],
  })
  await db.execute(sql`insert into favorites (user_id, listing_id) values (${ana.id}, ${house.id})`)
  const note = { userId: ana.id, record: 'house:house-1', field: 'note', at: now() }
  await db.insert(noteFields).values({
    ...{ ...note, value: 'tab\tand "quotes"\n縁側', changeId: 'second', seen: ['first', '{"a"}'] },
    ...{ otherId: 'other', otherValue: 110, otherAt: now(), revision: 1 },
  })
  await db.insert(noteHistory).values({ ...note, value: '110', changeId: 'first' })
  const entry = { at: now(), actorId: ben.id, actorEmail: ben.email, ip: '::1', targetId: ana.id }
  await db.insert(audit).values([
    { ...entry, action: 'user.block', target: 'ana', before: null, after: { is_blocked: true } },
    { ...entry, action: 'user.block', target: 'ana', before: {}, after: null },
  ])
  return { ana, ben, house }
}

test('a restore gives back exactly the backed-up data (check 60)', async () => {
  await addEverything()
  const file = await backUpToFile(server.services.db)
  const db = await openNew()
  await restoreFromFile(db, file)
  expect(await backedUpTables(db)).toEqual(await backedUpTables(server.services.db))
  expect(await linesOf(db)).toEqual(await linesOf(server.services.db))
})

test('after a restore, sequences of ids continue, and all regular jobs are due (check 60)', async () => {
  const { ben } = await addEverything()
  await server.billingWork.runDueJobs()
  const db = await openNew()
  await restoreFromFile(db, await backUpToFile(server.services.db))
  const [entry] = await db
    .insert(audit)
    .values({
      at: new Date(),
      actorId: '',
      actorEmail: '',
      ip: '',
      action: '',
      targetId: ben.id,
      target: '',
    })
    .returning()
  const [before] = await server.services.db.select({ last: max(audit.id) }).from(audit)
  expect(entry?.id).toBe((before?.last ?? 0) + 1)
  expect(await db.$count(jobs)).toBe(0)
})

test('a backup is a snapshot of one moment, despite concurrent writes (check 60)', async () => {
  const { db } = server.services
  await server.addUser()
  const before = await backedUpTables(db)
  let writing: Promise<unknown> | undefined
  const lines: string[] = []
  await backUp(db, new Date(), async (all) => {
    for await (const line of all) {
      lines.push(line)
      writing ??= Promise.all([server.addSubscriber(), server.addListing()])
      // PostgreSQL runs these writes during the backup. The embedded database has only one session,
      // so it runs them after the backup. If the backup waited for them there, neither would end.
      if (inject('postgres')) await writing
    }
  })
  await writing
  const restored = await openNew()
  await restore(restored, toLines(lines), { replaces: false })
  expect(await backedUpTables(restored)).toEqual(before)
  expect(await backedUpTables(db)).not.toEqual(before)
})

test('a restore replaces existing data only on request (check 60)', async () => {
  const { db } = server.services
  await addEverything()
  const file = await backUpToFile(db)
  await db.delete(users)
  await server.addUser()
  const after = await backedUpTables(db)
  await expect(restoreFromFile(db, file)).rejects.toThrow(
    'The database holds 1 accounts and 1 listings. --replace puts the backup in their place.',
  )
  expect(await backedUpTables(db)).toEqual(after)
  await restoreFromFile(db, file, true)
  expect(await db.select({ name: users.name }).from(users).orderBy(users.role)).toEqual([
    { name: 'Ben "\\" \u2028 縁側 🏡' },
    { name: 'Ana Prieto' },
  ])
})

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2), 'ends too early'],
  [
    'without its last lines',
    (bytes) => changeLines(bytes, (all) => all.slice(0, -2)),
    'ends too early',
  ],
  [
    'without one of its rows',
    (bytes) => changeLines(bytes, (all) => all.toSpliced(2, 1)),
    'damaged',
  ],
  ['changed on its disk', withFlippedBit, 'damaged'],
  ['another file', () => Buffer.from('id,price\n1,2\n'), 'is not a backup'],
  ['made by a newer Engawa', (bytes) => changeLines(bytes, withNewerMigration), 'a newer Engawa'],
])('restoring a backup that is %s changes nothing (check 60)', async (_, damage, words) => {
  const { db } = server.services
  await addEverything()
  const file = await backUpToFile(db)
  writeFileSync(file, damage(readFileSync(file)))
  await server.addUser()
  const before = await backedUpTables(db)
  await expect(restoreFromFile(db, file, true)).rejects.toThrow(words)
  expect(await backedUpTables(db)).toEqual(before)
})

function changeLines(bytes: Buffer, change: (lines: string[]) => string[]) {
  const lines = gunzipSync(bytes).toString().split('\n')
  return gzipSync(change(lines).join('\n'))
}

function withNewerMigration([heading = '', ...lines]: string[]) {
  return [heading.replace(/"migration":\d+/, '"migration":4102444800000'), ...lines]
}

/** Flips one bit near the end of the file, in its checksum. */
function withFlippedBit(bytes: Buffer) {
  const copy = Buffer.from(bytes)
  const place = copy.length - 6
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place)
  return copy
}

test('a restore that is killed half-way leaves the previous data unchanged (check 60)', async () => {
  await addEverything()
  const file = await backUpToFile(server.services.db)
  const lines = await linesOf(server.services.db)
  const options = await newDatabase()
  const first = await openDatabase(options)
  await first.db.insert(users).values({
    id: 'kept',
    name: 'Kept',
    email: 'kept@example.com',
    role: 'user',
    passwordHash: '',
  })
  const before = await backedUpTables(first.db)
  await first.close()

  const place = options.url ?? options.directory ?? ''
  // The restorer is killed after it has dropped the old tables and restored most rows.
  const restorer = spawn(process.execPath, [
    ...TYPESCRIPT_OPTIONS,
    ...[RESTORER, place, file, String(lines.length - 1)],
  ])
  const [, signal] = await once(restorer, 'close')
  expect(signal).toBe('SIGKILL')
  const db = await openNew(options)
  expect(await backedUpTables(db)).toEqual(before)
})

test('a backup of an older version is restored unchanged, and the next start migrates the restored database (check 60)', async () => {
  const lines = [
    `["engawa backup 1",{"madeAt":"2026-01-15T00:00:00.000Z","migration":${oldestMigration},"sequences":[]}]`,
    '["table","users"]',
    '{"id":"ana","name":"Ana","email":"ana@example.com","role":"user","password_hash":"","is_blocked":false,"currency":"USD","area_unit":"m2","time_zone":"UTC","created_at":"2026-01-01T00:00:00+00:00","updated_at":"2026-01-01T00:00:00+00:00"}',
  ]
  const options = await newDatabase()
  const database = await openDatabase({ ...options, asIs: true })
  await restore(database.db, toLines(lines), { replaces: false })
  await database.close()
  const { db, close } = await openDatabase(options)
  expect(await db.select({ name: users.name }).from(users)).toEqual([{ name: 'Ana' }])
  expect(await db.$count(mails)).toBe(0)
  await close()
})

test('after restoring an old backup, subscriptions are synchronized with Stripe (check 60)', async () => {
  const reports: unknown[] = []
  server = await startServer({ logError: (error) => reports.push(error) })
  const { db } = server.services
  const payments = paymentsOf(server)
  const [cancelled, went, stayed] = [
    await payments.addPayer(),
    await payments.addPayer(),
    await payments.addPayer(),
  ]
  await server.billingWork.runDueJobs()
  const file = await backUpToFile(db)

  await server.call(cancelled, cancelSubscription, {})
  const { stripe } = server.services.payments
  for (const { id } of await payments.liveSubscriptionsOf(went))
    await stripe.subscriptions.cancel(id)
  const came = await payments.addPayer()
  const statuses = () =>
    Promise.all(
      [cancelled, went, stayed].map(async (person) => (await payments.rowOf(person))?.status),
    )
  await server.settle()
  expect(await statuses()).toEqual(['cancelled', 'expired', 'active'])

  await restoreFromFile(db, file, true)
  expect(await statuses()).toEqual(['active', 'active', 'active'])
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await server.billingWork.runDueJobs()
  warn.mockRestore()
  expect(await statuses()).toEqual(['cancelled', 'expired', 'active'])
  // The restored database does not know this person, who registered after the backup. The server
  // reports that the subscription at Stripe belongs to no known person.
  expect(await payments.rowOf(came)).toBeUndefined()
  expect(reports.map(String)).toEqual([
    expect.stringMatching(/^Error: The subscription sub_\w+ belongs to no account that we know$/),
  ])
})
