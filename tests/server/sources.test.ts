import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as importsContract from '#contract/imports.ts'
import type { Mapping } from '#contract/mapping.ts'
import * as contract from '#contract/sources.ts'
import { SCHEDULE } from '#server/audit/audit.ts'
import {
  audit,
  imports,
  listings,
  sourceMappings,
  sourceSchedules,
  sources,
} from '#server/db/schema.ts'
import { sweep } from '#server/jobs/cleanup-job.ts'
import { listRuns, listSchedules } from '#server/sources/rows.ts'
import { uploadImport } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { housesFile, openTestWork, sourceSettings } from '#tests/support/sources.ts'

let server: TestServer
let admin: Person
let work: ReturnType<typeof openTestWork>
/** The folder of the source. */
let folder: string
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ email: 'admin@example.com' })
  folder = join(server.services.sources.folder, 'tanba')
  mkdirSync(folder)
  work = openTestWork(server)
})

async function add(settings: Parameters<typeof sourceSettings>[0] = {}) {
  const { status, body } = await server.call(admin, contract.createSource, sourceSettings(settings))
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

// Read from the database, because the session of the administrator expires in simulated days.
async function find() {
  const [source] = await listSchedules(server.services)
  if (!source) throw new Error('There is no source')
  return source
}

async function runs(id: string) {
  return (await listRuns(server.services.db, { id, page: 1, limit: 100 })).results
}

/** Runs what is due at this time, including files that must settle for a minute. */
async function runAt(time: string) {
  for (const seconds of [0, 61]) {
    server.setNow(new Date(Date.parse(time) + seconds * 1000).toISOString())
    work.wake()
    await work.settled()
  }
}

function put(name: string, content: string, modified = '2026-01-14T00:00:00Z') {
  writeFileSync(join(folder, name), content)
  utimesSync(join(folder, name), new Date(modified), new Date(modified))
}

async function saveMapping(mapping: Mapping) {
  const { db } = server.services
  const updatedAt = new Date('2026-01-01T00:00:00Z')
  await db.insert(sources).values({ name: 'Tanba' }).onConflictDoNothing()
  await db.insert(sourceMappings).values({ source: 'Tanba', mapping, updatedAt })
}

const offered = () => server.services.db.$count(listings, isNull(listings.withdrawnAt))

test('a source imports the newest file of its folder, as an ordinary import', async () => {
  const { id } = await add()
  put('old.json', housesFile(1), '2026-01-10T00:00:00Z')
  put('new.json', housesFile(3))
  await runAt('2026-01-15T01:00:00Z')
  const [run] = await runs(id)
  expect(run).toMatchObject({
    outcome: 'imported',
    failure: null,
    counts: { added: 3, changed: 0, unchanged: 0, withdrawn: 0 },
  })
  const { body } = await server.call(admin, importsContract.listImports, {})
  expect(body.results).toMatchObject([
    { id: run?.import_id, by: 'schedule', file_name: 'new.json', state: 'done' },
  ])
  expect(await find()).toMatchObject({ failures: 0, running_since: null, last_run: run })
  // Nothing was deleted or moved.
  expect(readdirSync(folder).sort()).toEqual(['new.json', 'old.json'])
})

test('a source with the same file, or without any file, imports nothing', async () => {
  const { id } = await add()
  await runAt('2026-01-15T01:00:00Z')
  put('houses.json', housesFile(2))
  await runAt('2026-01-15T02:00:00Z')
  await runAt('2026-01-15T03:05:00Z')
  expect((await runs(id)).map(({ outcome }) => outcome)).toEqual([
    'unchanged',
    'imported',
    'unchanged',
  ])
  expect(await server.services.db.$count(imports)).toBe(1)
})

test('incomplete files, links, and files of the operating system are ignored', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1), '2026-01-10T00:00:00Z')
  for (const name of ['.new.json', '~$new.xlsx', 'new.json.part', 'a.filepart', 'b.TMP']) {
    put(name, housesFile(2))
  }
  for (const name of ['c.crdownload', 'Thumbs.db', 'desktop.ini']) put(name, housesFile(2))
  symlinkSync(join(folder, 'b.TMP'), join(folder, 'link.json'))
  await runAt('2026-01-15T01:00:00Z')
  expect(await runs(id)).toMatchObject([{ outcome: 'imported', counts: { added: 1 } }])
})

test('a file that changes between its check and its upload is read again a minute later', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  const { imports: service } = server.services
  let uploads = 0
  work = openTestWork(server, {
    imports: {
      ...service,
      upload(actor, upload) {
        uploads += 1
        if (uploads === 1) put('houses.json', housesFile(2), '2026-01-15T00:30:00Z')
        return service.upload(actor, upload)
      },
    },
  })
  await runAt('2026-01-15T01:00:00Z')
  expect(await runs(id)).toEqual([])
  await runAt('2026-01-15T01:02:30Z')
  expect(await runs(id)).toMatchObject([{ outcome: 'imported', counts: { added: 2 } }])
})

test('a file that is still written to waits until it has not changed for a minute', async () => {
  const { id } = await add()
  put('houses.json', '[')
  const look = async (time: string) => {
    server.setNow(time)
    work.wake()
    await work.settled()
    return (await runs(id)).length
  }
  expect(await look('2026-01-15T01:00:00Z')).toBe(0)
  put('houses.json', housesFile(2), '2026-01-15T01:00:30Z')
  expect(await look('2026-01-15T01:01:00Z')).toBe(0)
  expect(await look('2026-01-15T01:02:00Z')).toBe(1)
  expect(await offered()).toBe(2)
})

test('a source that has missed many runs catches up with one', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  await runAt('2026-01-18T00:30:00Z')
  await runAt('2026-01-18T00:40:00Z')
  expect(await runs(id)).toHaveLength(1)
  expect((await find()).next_run_at).toBe('2026-01-18T01:31:01.000Z')
})

test('thirty days of a daily source have thirty runs at the same local time, over the start of daylight saving time', async () => {
  server.setNow('2026-02-20T00:00:00Z')
  admin = await server.addAdmin()
  const { id } = await add({ rhythm: 'daily', time: '02:30', time_zone: 'America/New_York' })
  put('houses.json', housesFile(1), '2026-01-01T00:00:00Z')
  const start = Date.parse('2026-02-20T00:00:00Z')
  for (let hour = 0; hour < 30 * 24; hour++) {
    server.setNow(new Date(start + hour * 3_600_000 + 1_800_000).toISOString())
    work.wake()
    await work.settled()
  }
  const found = await runs(id)
  // The first look finds the file, and the next one, an hour later, imports it.
  expect(found).toHaveLength(30)
  const times = found.map(({ started_at }) => started_at.slice(11, 16))
  expect(times.slice(0, 13)).toEqual(Array(13).fill('06:30'))
  expect(new Set(times.slice(13, -1))).toEqual(new Set(['07:30']))
})

test('two processes run each due source once, one after the other', async () => {
  const other = openTestWork(server)
  const ids: string[] = []
  for (const source of ['A', 'B', 'C', 'D']) {
    mkdirSync(join(folder, source))
    writeFileSync(
      join(folder, source, 'houses.json'),
      JSON.stringify([{ ...JSON.parse(housesFile(1))[0], _id: source }]),
    )
    ids.push((await add({ source, address: `tanba/${source}` })).id)
  }
  for (const time of ['01:00:00', '01:01:01', '01:02:05', '01:03:05']) {
    server.setNow(`2026-01-15T${time}Z`)
    work.wake()
    other.wake()
    await Promise.all([work.settled(), other.settled()])
  }
  for (const id of ids) expect(await runs(id)).toMatchObject([{ outcome: 'imported' }])
  expect(await server.services.db.$count(imports)).toBe(4)
})

test('a run that died is repeated after its lease', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  await server.services.db.update(sourceSchedules).set({
    runId: 'died',
    startedAt: new Date('2026-01-15T00:59:00Z'),
    heartbeatAt: new Date('2026-01-15T01:00:00Z'),
  })
  await runAt('2026-01-15T01:00:30Z')
  expect(await runs(id)).toEqual([])
  expect(await find()).toMatchObject({ running_since: '2026-01-15T00:59:00.000Z' })
  await runAt('2026-01-15T01:02:30Z')
  expect(await runs(id)).toHaveLength(1)
})

test('a paused source whose run died does not count as running', async () => {
  await add()
  await server.services.db.update(sourceSchedules).set({
    ...{ isPaused: true, runId: 'died' },
    startedAt: new Date('2026-01-15T00:59:00Z'),
    heartbeatAt: new Date('2026-01-15T01:00:00Z'),
  })
  server.setNow('2026-01-15T01:02:30Z')
  expect(await find()).toMatchObject({ is_paused: true, running_since: null })
})

test('a source waits while an administrator imports a file', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  await server.services.db.insert(imports).values({
    ...{ id: 'other', actorId: admin.id, actorEmail: admin.email, fileName: 'x', fileBytes: 1 },
    options: { format: 'auto', jpyPerUsd: 150, full: false, categories: [], keepSamples: true },
    state: 'importing',
    workedAt: new Date('2026-01-15T01:01:00Z'),
  })
  await runAt('2026-01-15T01:00:00Z')
  expect(await runs(id)).toEqual([])
  await runAt('2026-01-15T01:02:00Z')
  expect(await runs(id)).toMatchObject([{ outcome: 'imported' }])
})

describe('when a run fails', () => {
  const full = async () => {
    const source = await add({ full: true })
    put('houses.json', housesFile(10))
    await runAt('2026-01-15T01:00:00Z')
    put('houses.json', housesFile(6), '2026-01-15T02:00:00Z')
    await runAt('2026-01-15T03:00:00Z')
    return source
  }

  test('a full file that would withdraw more than a third of the houses changes nothing, and all administrators get a mail', async () => {
    await server.addAdmin({ email: 'other@example.com' })
    await server.addAdmin({ email: 'blocked@example.com', isBlocked: true })
    await server.addUser()
    const { id } = await full()
    const [run] = await runs(id)
    const sentence = expect.stringMatching(
      /^The file would withdraw 4 of the 10 houses that Tanba offers now/,
    )
    expect(run).toMatchObject({ outcome: 'failed', failure: sentence, counts: { withdrawn: 4 } })
    expect(await offered()).toBe(10)
    expect(await find()).toMatchObject({ failures: 1 })
    const mails = await server.mails()
    expect(mails.map(({ to }) => to).sort()).toEqual(['admin@example.com', 'other@example.com'])
    expect(mails[0]?.subject).toBe('The import of Tanba stopped')
    expect(mails[0]?.text).toContain(`/admin/dashboard/import?import=${run?.import_id}`)
  })

  test('an administrator can look at the stopped file, and import it', async () => {
    const { id } = await full()
    const importId = (await runs(id))[0]?.import_id ?? ''
    await server.call(admin, importsContract.applyImport, { id: importId })
    await server.services.imports.settled()
    expect(await offered()).toBe(6)
  })

  test('the same failure is mailed again only after a success', async () => {
    await full()
    await runAt('2026-01-15T05:00:00Z')
    expect(await find()).toMatchObject({ failures: 2 })
    expect(await server.mails()).toHaveLength(1)
    put('houses.json', 'nothing', '2026-01-15T05:30:00Z')
    await runAt('2026-01-15T07:00:00Z')
    expect(await server.mails()).toHaveLength(2)
    put('houses.json', housesFile(9), '2026-01-15T07:30:00Z')
    await runAt('2026-01-15T09:00:00Z')
    expect(await find()).toMatchObject({ failures: 0 })
    put('houses.json', housesFile(3), '2026-01-15T09:30:00Z')
    await runAt('2026-01-15T11:00:00Z')
    expect(await server.mails()).toHaveLength(3)
  })

  test('a full file with as many houses, but other ids, changes nothing', async () => {
    const { id } = await add({ full: true })
    put('houses.json', housesFile(3))
    await runAt('2026-01-15T01:00:00Z')
    put('houses.json', housesFile(3).replaceAll('house-', 'akiya-'), '2026-01-15T02:00:00Z')
    await runAt('2026-01-15T03:00:00Z')
    const failure = expect.stringMatching(/^The file would withdraw 3 of the 3 houses/)
    expect((await runs(id))[0]).toMatchObject({ outcome: 'failed', failure })
    expect(await offered()).toBe(3)
  })

  test('a stopped file waits as long as the folder has it, and a new file replaces it', async () => {
    const { id } = await full()
    const [stopped] = await runs(id)
    await runAt('2026-01-15T05:00:00Z')
    expect((await runs(id))[0]).toEqual({
      ...stopped,
      id: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
    })
    put('houses.json', housesFile(5), '2026-01-15T05:30:00Z')
    await runAt('2026-01-15T07:00:00Z')
    expect((await runs(id))[0]?.import_id).not.toBe(stopped?.import_id)
    const rows = await server.services.db.select({ state: imports.state }).from(imports)
    expect(rows.map(({ state }) => state).sort()).toEqual(['checked', 'done'])
  })

  test('a schedule never imports what an administrator has checked again', async () => {
    await full()
    const [stopped] = await server.services.db
      .select()
      .from(imports)
      .where(eq(imports.state, 'checked'))
    await server.services.db
      .update(imports)
      .set({ report: stopped?.report && { ...stopped.report, withdrawn: 0 } })
      .where(eq(imports.id, stopped?.id ?? ''))
    await runAt('2026-01-15T05:00:00Z')
    expect(await find()).toMatchObject({
      last_run: { outcome: 'failed', failure: expect.stringContaining('has not imported it yet') },
    })
    expect(await offered()).toBe(10)
  })

  test('a new file waits while an administrator checks the stopped one', async () => {
    const { id } = await full()
    const importId = (await runs(id))[0]?.import_id ?? ''
    const { services } = server
    const checking = { state: 'checking', workedAt: services.now() } as const
    await services.db.update(imports).set(checking).where(eq(imports.id, importId))
    await expect(services.imports.discard(SCHEDULE, importId)).rejects.toThrow('is being checked')
  })

  test('a file without a column of the saved mapping is stopped with the name of the column', async () => {
    const { id } = await add()
    const mapping = {
      columns: {
        id: { column: '番号' },
        'Sale Price Yen': { column: '金額', unit: '万円' as const },
      },
    }
    await saveMapping(mapping)
    put('houses.csv', '番号,所在地,価格\n1,兵庫県丹波市1,480万円\n')
    await runAt('2026-01-15T01:00:00Z')
    expect((await runs(id))[0]).toMatchObject({
      outcome: 'failed',
      failure: expect.stringMatching(/^The file lacks the chosen columns 金額\./),
    })
    expect(await offered()).toBe(0)
    put('houses.csv', '番号,所在地,金額\n1,兵庫県丹波市1,480\n', '2026-01-15T01:30:00Z')
    await runAt('2026-01-15T03:00:00Z')
    expect((await runs(id))[0]).toMatchObject({ outcome: 'imported', counts: { added: 1 } })
  })

  test('an import that failed is checked again with the mapping that has been saved meanwhile', async () => {
    const { id } = await add()
    put('houses.csv', 'k,p\n1,480\n')
    await runAt('2026-01-15T01:00:00Z')
    const [failed] = await runs(id)
    expect(failed?.failure).toMatch(/^The file does not name the columns of listings/)
    const mapping = {
      columns: { id: { column: 'k' }, 'Sale Price Yen': { column: 'p', unit: '万円' as const } },
    }
    await saveMapping(mapping)
    await runAt('2026-01-15T03:00:00Z')
    expect((await runs(id))[0]).toMatchObject({
      outcome: 'imported',
      import_id: failed?.import_id,
    })
  })

  test('a folder that was removed is named', async () => {
    const { id } = await add()
    rmSync(folder, { recursive: true })
    await runAt('2026-01-15T01:00:00Z')
    expect((await runs(id))[0]?.failure).toBe(
      'The folder of sources on the server has no folder tanba.',
    )
  })

  test('a file that would withdraw a third of the houses is imported', async () => {
    await add({ full: true })
    put('houses.json', housesFile(9))
    await runAt('2026-01-15T01:00:00Z')
    put('houses.json', housesFile(6), '2026-01-15T02:00:00Z')
    await runAt('2026-01-15T03:00:00Z')
    expect(await offered()).toBe(6)
  })
})

test('a run now starts at once, and pausing ends the runs until the source is resumed', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  await server.call(admin, contract.runSource, { id })
  await runAt('2026-01-15T00:00:00Z')
  expect(await runs(id)).toHaveLength(1)
  expect((await server.call(admin, contract.pauseSource, { id })).body.is_paused).toBe(true)
  await runAt('2026-01-15T03:00:00Z')
  expect(await runs(id)).toHaveLength(1)
  expect(await server.call(admin, contract.runSource, { id })).toMatchObject({
    status: 409,
    body: { detail: 'This source is paused. Resume it first.' },
  })
  await server.call(admin, contract.resumeSource, { id })
  await runAt('2026-01-15T03:02:00Z')
  expect(await runs(id)).toHaveLength(2)
})

test('runs older than 90 days are deleted from the history', async () => {
  const { id } = await add()
  await runAt('2026-01-15T01:00:00Z')
  await runAt('2026-02-15T01:00:00Z')
  server.setNow('2026-04-20T00:00:00Z')
  await sweep(server.services)
  expect((await runs(id)).map(({ started_at }) => started_at)).toEqual(['2026-02-15T01:00:00.000Z'])
})

test('the audit log records every change of a source', async () => {
  const { id } = await add()
  await server.call(admin, contract.editSource, { id, ...sourceSettings({ hours: 2 }) })
  await server.call(admin, contract.pauseSource, { id })
  await server.call(admin, contract.resumeSource, { id })
  await server.call(admin, contract.runSource, { id })
  await server.call(admin, contract.deleteSource, { id })
  const rows = await server.services.db.select().from(audit).orderBy(audit.id)
  expect(rows.map(({ action }) => action)).toEqual(
    ['create', 'edit', 'pause', 'resume', 'run', 'delete'].map((action) => `source.${action}`),
  )
  expect(rows[1]).toMatchObject({
    actorId: admin.id,
    target: 'Tanba',
    before: { hours: 1 },
    after: { hours: 2 },
  })
})

test('editing a source plans its next run again, and deleting it keeps its houses and imports', async () => {
  const { id } = await add()
  put('houses.json', housesFile(1))
  await runAt('2026-01-15T01:00:00Z')
  const changed = sourceSettings({ rhythm: 'daily', time: '09:00' })
  const { body } = await server.call(admin, contract.editSource, { id, ...changed })
  expect(body).toMatchObject({ next_run_at: '2026-01-16T00:00:00.000Z', time_zone: 'Asia/Tokyo' })
  await server.call(admin, contract.deleteSource, { id })
  expect((await server.call(admin, contract.listSources, {})).body.results).toEqual([])
  expect(await server.call(admin, contract.listSourceRuns, { id })).toMatchObject({ status: 404 })
  expect(await offered()).toBe(1)
})

test('a source that runs cannot be edited, run or deleted', async () => {
  const { id } = await add()
  await server.services.db
    .update(sourceSchedules)
    .set({ runId: 'x', startedAt: new Date(), heartbeatAt: new Date('2026-01-15T00:00:00Z') })
    .where(eq(sourceSchedules.id, id))
  const busy = {
    status: 409,
    body: { detail: 'Tanba is being imported. Try again when that is done.' },
  }
  expect(await server.call(admin, contract.editSource, { id, ...sourceSettings() })).toMatchObject(
    busy,
  )
  expect(await server.call(admin, contract.runSource, { id })).toMatchObject(busy)
  expect(await server.call(admin, contract.deleteSource, { id })).toMatchObject(busy)
})

test.each([
  [{ source: 'sample' }, 422, 'source'],
  [{ source: 'Tanba' }, 409, 'source'],
  [{ address: '../outside' }, 422, 'address'],
  [{ address: '/etc' }, 422, 'address'],
  [{ address: 'missing' }, 422, 'address'],
  [{ kind: 'url', address: 'houses.example' }, 422, 'address'],
  [{ kind: 'url', address: 'http://houses.example' }, 422, 'address'],
  [{ kind: 'url', address: 'https://user:secret@houses.example' }, 422, 'address'],
  [{ kind: 'url', address: 'https://127.0.0.1/houses.csv' }, 422, 'address'],
  [{ kind: 'url', address: 'https://[::ffff:10.0.0.1]/' }, 422, 'address'],
  [{ secret_variable: 'DATABASE_URL' }, 422, 'secret_variable'],
  [{ time_zone: 'Mars/Olympus' }, 422, 'time_zone'],
  [{ time_zone: '+09:00' }, 422, 'time_zone'],
  [{ time: '24:00' }, 422, 'time'],
  [{ hours: 0 }, 422, 'hours'],
  [{ weekday: 8 }, 422, 'weekday'],
] as const)(
  'a source with %j is refused, and the refusal names the field',
  async (fault, status, field) => {
    await add()
    const settings = sourceSettings({ source: 'Other', ...fault })
    const refused = await server.call(admin, contract.createSource, settings)
    expect(refused).toMatchObject({ status, body: { field } })
  },
)

test('an upload by an administrator does not disturb the plan of a source', async () => {
  const { id } = await add()
  await uploadImport(server, admin, housesFile(2), { source: 'Tanba' })
  await server.services.imports.settled()
  put('houses.json', housesFile(2))
  await runAt('2026-01-15T01:00:00Z')
  expect(await runs(id)).toMatchObject([{ outcome: 'imported', counts: { added: 2 } }])
})
