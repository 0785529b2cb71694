import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/imports.ts'
import { audit, imports, listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { readTables } from '#tests/support/database.ts'
import { houseRecord, openTestImports, uploadImport } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let server: TestServer
let admin: Person
/** The folder of uploaded files and reports. */
let directory: string
beforeEach(async () => {
  directory = testDirectory()
  server = await startServer({ importsFolder: directory })
  admin = await server.addAdmin({ email: 'admin@example.com' })
})

const TWO_HOUSES = JSON.stringify([houseRecord(), houseRecord({ _id: 'b', link: 'x' }), {}])

/** Uploads a file, and waits until the server has checked it. */
async function check(content: BodyInit = TWO_HOUSES, options = {}) {
  const { status, body } = await uploadImport(server, admin, content, options)
  expect({ status, state: body.state }).toEqual({ status: 200, state: 'checking' })
  return find(body.id)
}

/** Reads the import after all background work has finished. */
async function find(id: string) {
  await server.services.imports.settled()
  return (await server.call(admin, contract.getImport, { id })).body
}

async function apply(id: string) {
  const { status } = await server.call(admin, contract.applyImport, { id })
  expect(status).toBe(200)
  return find(id)
}

async function ids() {
  const rows = await server.services.db.select({ id: listings.id }).from(listings)
  return rows.map(({ id }) => id).sort()
}

const filesHere = () => readdirSync(directory).sort()

test('the server checks an uploaded file of listings before it writes anything', async () => {
  const { db } = server.services
  const before = (await readTables(db)).filter(([name]) => !['imports', 'audit'].includes(name))
  const found = await check()
  expect(found).toMatchObject({
    by: 'admin@example.com',
    file_name: 'houses.json',
    file_bytes: Buffer.byteLength(TWO_HOUSES),
    state: 'checked',
    bytes_read: Buffer.byteLength(TWO_HOUSES),
    report: { format: 'spec', source: 'listings', read: 3, added: 2, rejected: 1, notes: [] },
    failure: null,
  })
  expect(found.report?.unknown.link).toEqual({ blank: 1, unread: 1 })
  const after = (await readTables(db)).filter(([name]) => !['imports', 'audit'].includes(name))
  expect(after).toEqual(before)
})

test('an uploaded file that was checked can be imported, and is then deleted', async () => {
  const { id } = await check()
  expect(filesHere()).toContain(`${id}.upload`)
  expect(await apply(id)).toMatchObject({ state: 'done', report: { added: 2, rejected: 1 } })
  expect(await ids()).toEqual(['b', 'house-1'])
  expect(filesHere()).toEqual([`${id}-rejected.jsonl`, `${id}-report.json`])
  expect(await server.call(admin, contract.applyImport, { id })).toMatchObject({
    status: 409,
    body: { detail: 'This file has already been imported' },
  })
})

test('uploading and importing the same file again changes nothing', async () => {
  await apply((await check()).id)
  expect(await check()).toMatchObject({ report: { added: 0, changed: 0, unchanged: 2 } })
})

test('an upload of listings accepts the same options as the import command', async () => {
  await apply((await check(JSON.stringify([houseRecord()]), { source: ' Tanba ' })).id)
  const options = { source: 'Tanba', full: 'true', jpy_per_usd: '100' } as const
  const other = JSON.stringify([houseRecord({ _id: 'b' })])
  const found = await check(other, options)
  expect(found).toMatchObject({ full: true, report: { source: 'Tanba', added: 1, withdrawn: 1 } })
  await apply(found.id)
  const rows = await server.services.db.select().from(listings).where(eq(listings.id, 'b'))
  expect(rows).toMatchObject([{ source: 'Tanba', priceCents: 5_800_000 }])
})

test('an import of real houses removes the sample houses, unless its options say to keep them', async () => {
  await server.addListing({ id: 'invented', source: SAMPLE_SOURCE })
  const kept = await check(TWO_HOUSES, { keep_samples: 'true' })
  expect(kept.report?.samples_removed).toBe(0)
  const found = await check()
  expect(found.report?.samples_removed).toBe(1)
  expect(await ids()).toEqual(['invented'])
  await apply(found.id)
  expect(await ids()).toEqual(['b', 'house-1'])
})

test('the audit log records every step of an import with its result', async () => {
  const { id } = await check()
  await apply(id)
  await server.call(admin, contract.discardImport, { id: (await check()).id })
  const rows = await server.services.db.select().from(audit).orderBy(audit.id)
  expect(rows.map(({ action }) => action)).toEqual([
    'import.upload',
    'import.apply',
    'import.finish',
    'import.upload',
    'import.discard',
  ])
  expect(rows[2]).toMatchObject({
    actorId: admin.id,
    targetId: id,
    target: 'houses.json',
    after: { source: 'listings', read: 3, added: 2, rejected: 1, withdrawn: 0 },
  })
})

describe('when a file has rejected records and unreadable values', () => {
  const page = async (id: string, which = {}) =>
    (await server.call(admin, contract.listImportProblems, { id, ...which })).body

  test('the imports page lists rejected records and unreadable values in pages, and the list can be limited to rejected records', async () => {
    const houses = Array.from({ length: 25 }, (_, at) =>
      houseRecord({ _id: `house-${at}`, link: 'nowhere' }),
    )
    const { id } = await check([...houses, {}].map((house) => JSON.stringify(house)).join('\n'))
    const first = await page(id)
    expect(first.total_count).toBe(26)
    expect(first.results).toHaveLength(10)
    expect(first.results[0]).toMatchObject({ line: 1, field: 'link', value: 'nowhere' })
    expect((await page(id, { page: 3 })).results).toHaveLength(6)
    expect(await page(id, { outcome: 'record rejected' })).toMatchObject({
      results: [{ line: 26, field: '_id', reason: expect.stringMatching(/^is missing/) }],
      total_count: 1,
    })
  })

  test('the list of rejected records is empty if there were none', async () => {
    const { id } = await check(JSON.stringify([houseRecord()]))
    expect(await page(id)).toEqual({ results: [], total_count: 0 })
  })

  test('rejected records can be downloaded as a table without executable formulas (check 38)', async () => {
    const links = ['=1+1', '+1', '-1', '@a', '＝1+1', '＠a', ' =1', 'a "b", c']
    const houses = links.map((link, at) => houseRecord({ _id: `${at}`, link }))
    const { id } = await check(JSON.stringify(houses))
    const response = await server.fetch(`/v1/imports/${id}/problems.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    const text = await response.text()
    for (const cell of [
      `"'=1+1"`,
      `"'+1"`,
      `"'-1"`,
      `"'@a"`,
      `"'＝1+1"`,
      `"'＠a"`,
      '"a ""b"", c"',
    ]) {
      expect(text).toContain(`,"link",${cell},`)
    }
    expect(text).not.toMatch(/"\s*[=+\-@]/)
  })
})

describe('when a file cannot be imported', () => {
  test('if a file to import is unreadable, the import states the reason and can only be discarded', async () => {
    const found = await check('Dear all,\nplease find attached')
    expect(found).toMatchObject({ state: 'failed', report: null })
    expect(found.failure).toContain('Found: Dear all')
    expect(await server.call(admin, contract.applyImport, { id: found.id })).toMatchObject({
      status: 409,
      body: { detail: 'Check the file before you import it' },
    })
    expect(await server.call(admin, contract.discardImport, { id: found.id })).toMatchObject({
      status: 200,
    })
    expect(await server.call(admin, contract.getImport, { id: found.id })).toMatchObject({
      status: 404,
    })
    expect(filesHere()).toEqual([])
  })

  test.each([
    ['empty', '', {}, 422, 'The file is empty'],
    ['without a name', '[]', { file_name: '' }, 422, 'Choose the file to import'],
    [
      'with a name that changes the text direction',
      '[]',
      { file_name: 'a\u202e' },
      422,
      'cannot be shown',
    ],
    ['with a blank source', '[]', { source: ' ' }, 422, 'The source must be a name'],
    ['with the source of the samples', '[]', { source: 'sample' }, 422, 'sample houses'],
    ['with a rate of zero', '[]', { jpy_per_usd: '0' }, 422, 'Yen per US dollar must be'],
    [
      'with an unknown kind of offer',
      '[]',
      { categories: 'castle' },
      422,
      'kind of offer is unknown',
    ],
  ])(
    'the upload of a file to import (%s) is refused',
    async (_, content, options, status, sentence) => {
      const answer = await uploadImport(server, admin, content, options)
      expect(answer.status).toBe(status)
      expect(answer.body.detail).toContain(sentence)
      expect(filesHere()).toEqual([])
    },
  )

  test('if the declared size of an upload exceeds the limit for imports, the server refuses the upload without reading it', async () => {
    let isRead = false
    const body = new ReadableStream(
      {
        pull() {
          isRead = true
        },
      },
      { highWaterMark: 0 },
    )
    const response = await server.fetch('/v1/imports?file_name=a.csv', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-length': '200000001' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ detail: 'The file is larger than 200 MB' })
    expect(isRead).toBe(false)
  })

  test('if an upload turns out to exceed the limit for imports, the server stops reading it and keeps no file', async () => {
    let given = 0
    const endless = new ReadableStream({
      pull(controller) {
        given += 5_000_000
        controller.enqueue(new Uint8Array(5_000_000))
      },
    })
    const answer = await uploadImport(server, admin, endless)
    expect(answer.status).toBe(413)
    expect(given).toBeLessThan(230_000_000)
    expect(filesHere()).toEqual([])
  })

  test('an incomplete upload of a file to import leaves nothing behind', async () => {
    const brokenOff = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"_id"'))
      },
      pull(controller) {
        controller.error(new Error('aborted'))
      },
    })
    const { status, body } = await uploadImport(server, admin, brokenOff)
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: 'The file did not arrive completely. Please try again.',
    })
    expect(filesHere()).toEqual([])
    expect(await server.services.db.$count(imports)).toBe(0)
  })
})

test('an import shows the name of the uploaded file, but the server never uses this name as a path', async () => {
  const name = '../../../../tmp/houses.csv'
  const { id, file_name } = await check(TWO_HOUSES, { file_name: name })
  expect(file_name).toBe(name)
  expect(filesHere()).toEqual([`${id}-rejected.jsonl`, `${id}-report.json`, `${id}.upload`])
})

test('the list of imports shows the latest import first, in pages', async () => {
  const first = await check(TWO_HOUSES, { file_name: 'first.json' })
  server.setNow('2026-01-15T00:01:00Z')
  const second = await check(TWO_HOUSES, { file_name: 'second.json' })
  const { body } = await server.call(admin, contract.listImports, {})
  expect(body).toEqual({ results: [second, first], total_count: 2 })
  const page = await server.call(admin, contract.listImports, { page: 2, limit: 1 })
  expect(page.body).toEqual({ results: [first], total_count: 2 })
})

describe('while another import is running', () => {
  /**
   * Marks the import as being processed by another process, which was last active at `workedAt`.
   */
  async function leaveUnfinished(
    id: string,
    state: 'checking' | 'importing',
    workedAt: string | null,
  ) {
    await server.services.db
      .update(imports)
      .set({ state, workedAt: workedAt ? new Date(workedAt) : null })
      .where(eq(imports.id, id))
  }

  const BUSY = {
    status: 409,
    body: {
      detail: 'Another file is being checked or imported. Please try again when that is done.',
    },
  }

  test('a running import makes other imports wait', async () => {
    const [busy, waiting] = [await check(), await check()]
    await leaveUnfinished(busy.id, 'importing', '2026-01-15T00:00:00Z')
    expect(await server.call(admin, contract.applyImport, { id: waiting.id })).toMatchObject(BUSY)
    expect(await uploadImport(server, admin, TWO_HOUSES)).toMatchObject(BUSY)
    expect(await server.call(admin, contract.applyImport, { id: busy.id })).toMatchObject({
      status: 409,
      body: { detail: 'This file is being checked or imported' },
    })
    expect(await server.call(admin, contract.discardImport, { id: busy.id })).toMatchObject({
      status: 409,
      body: { detail: 'This file is being imported' },
    })
  })

  test('an import runs in one process, even if several processes start it at once', async () => {
    const { id } = await check()
    const { db, images, now } = server.services
    const processes = [1, 2, 3].map(() => openTestImports({ db, images, now, directory }))
    const actor = { user: admin, ip: '192.0.2.1' }
    const tries = await Promise.allSettled(processes.map(({ apply }) => apply(actor, id)))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const { settled } of processes) await settled()
    expect(await find(id)).toMatchObject({ state: 'done', report: { added: 2 } })
  })

  test('an import whose process died counts as interrupted, blocks no other import, and can be continued', async () => {
    const { id } = await check()
    await leaveUnfinished(id, 'importing', '2026-01-14T23:59:00Z')
    expect(await find(id)).toMatchObject({ state: 'interrupted', report: { added: 2 } })
    await check()
    expect(await apply(id)).toMatchObject({ state: 'done', report: { added: 2 } })
  })

  test('an import whose check was interrupted can be checked again, but not imported', async () => {
    const uploaded = await uploadImport(server, admin, TWO_HOUSES)
    await server.services.imports.stop()
    const { id } = uploaded.body
    expect(await find(id)).toMatchObject({ state: 'interrupted', report: null })
    expect(await server.call(admin, contract.applyImport, { id })).toMatchObject({ status: 409 })
    expect(await server.call(admin, contract.checkImport, { id })).toMatchObject({ status: 200 })
    expect(await find(id)).toMatchObject({ state: 'checked', report: { added: 2 } })
  })

  test('an import can be stopped half-way, and the next run completes it', async () => {
    const { id } = await check()
    await server.call(admin, contract.applyImport, { id })
    await server.services.imports.stop()
    expect(await find(id)).toMatchObject({ state: 'interrupted' })
    expect(await apply(id)).toMatchObject({ state: 'done' })
    expect(await ids()).toEqual(['b', 'house-1'])
  })

  test('an import can be discarded while its file is being checked', async () => {
    const { id } = (await uploadImport(server, admin, TWO_HOUSES)).body
    expect(await server.call(admin, contract.discardImport, { id })).toMatchObject({ status: 200 })
    expect(await server.call(admin, contract.getImport, { id })).toMatchObject({ status: 404 })
    expect(filesHere()).toEqual([])
  })
})

test('if the uploaded file is missing on this server, the import is refused, and the message asks for a new upload', async () => {
  const { id } = await check()
  rmSync(join(directory, `${id}.upload`))
  const detail = 'The file is no longer on this server. Please upload it again.'
  expect(await server.call(admin, contract.applyImport, { id })).toMatchObject({
    status: 409,
    body: { detail },
  })
})

test('uploaded files that are not imported within a week are deleted', async () => {
  writeFileSync(join(directory, 'left.upload'), 'x')
  writeFileSync(join(directory, 'left-report.json'), '{}')
  await check()
  expect(filesHere()).toContain('left.upload')
  server.setNow('2027-12-01T00:00:00Z')
  admin = await server.addAdmin()
  await check()
  expect(filesHere()).not.toContain('left.upload')
  expect(filesHere()).toContain('left-report.json')
})
