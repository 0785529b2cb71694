import { beforeEach, describe, expect, test } from 'vitest'
import { applyImport, checkImport, getImport } from '#contract/imports.ts'
import { getImportColumns } from '#contract/mapping.ts'
import { audit, listings, sourceMappings } from '#server/db/schema.ts'
import { houseRecord, importInto, TODAY, uploadImport } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'
import { workbook } from '#tests/support/workbook.ts'

let server: TestServer
let admin: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin()
})

/** A table whose names of columns say nothing. */
const FOREIGN = 'k,p,q,r,s\n7,480,阿南町,富草1,4DK\n8,650,阿南町,富草2,3DK\n'
const MAPPING = {
  columns: {
    id: 'k',
    'Sale Price Yen': { column: 'p', unit: '万円' as const },
    'Property Location': ['q', 'r'],
  },
  defaults: { Prefecture: '長野県', City: '阿南町', 'Property Type': '中古一戸建' },
}

async function upload(content: BodyInit, options = {}) {
  const { body } = await uploadImport(server, admin, content, options)
  return find(body.id)
}

async function find(id: string) {
  await server.services.imports.settled()
  return (await server.call(admin, getImport, { id })).body
}

async function columnsOf(id: string) {
  const { status, body } = await server.call(admin, getImportColumns, { id })
  expect(status).toBe(200)
  return body
}

async function checkWith(id: string, mapping: typeof MAPPING) {
  const { status } = await server.call(admin, checkImport, { id, mapping })
  expect(status).toBe(200)
  return find(id)
}

async function importWith(content: BodyInit, mapping: typeof MAPPING, options = {}) {
  const { id } = await upload(content, options)
  await checkWith(id, mapping)
  await server.call(admin, applyImport, { id })
  return find(id)
}

describe('the columns of an uploaded file', () => {
  test('are listed with samples of their values, the proposed mapping, and the first houses as read', async () => {
    const csv =
      '番号,物件所在地,希望価格（万円）,担当者\n1,長野県阿南町富草1,480,山田\n2,阿南町,x,山田\n'
    const { id } = await upload(csv)
    expect(await columnsOf(id)).toMatchObject({
      can_be_mapped: true,
      columns: [
        { name: '番号', samples: ['1', '2'] },
        { name: '物件所在地', samples: ['長野県阿南町富草1', '阿南町'] },
        { name: '希望価格（万円）', samples: ['480', 'x'] },
        { name: '担当者', samples: ['山田'] },
      ],
      mapping: {
        columns: {
          id: { column: '番号' },
          'Property Location': { column: '物件所在地' },
          'Sale Price Yen': { column: '希望価格（万円）', unit: '万円' },
        },
      },
      preview: [
        {
          ...{ line: 2, obstacle: null, location: '長野県阿南町富草1', prefecture: 'nagano' },
          ...{ sale_price_yen: 4_800_000, sale_price: 32_000, building_area: null },
        },
        { line: 3 },
      ],
    })
  })

  test('are listed for a file that Engawa cannot read by itself', async () => {
    const found = await upload('空き家一覧\n番号,p\n7,480\n8,650\n')
    expect(found).toMatchObject({ state: 'failed', report: null })
    expect(await columnsOf(found.id)).toEqual({
      can_be_mapped: true,
      columns: [
        { name: '番号', samples: ['7', '8'] },
        { name: 'p', samples: ['480', '650'] },
      ],
      mapping: { columns: { id: { column: '番号' } } },
      preview: [],
    })
  })

  test('are listed for a workbook and for JSON', async () => {
    const sheet = await upload(
      workbook({
        一覧: [
          ['k', 'p'],
          ['7', 480],
        ],
      }),
    )
    expect((await columnsOf(sheet.id)).columns).toEqual([
      { name: 'k', samples: ['7'] },
      { name: 'p', samples: ['480'] },
    ])
    await server.services.imports.discard({ user: admin, ip: '' }, sheet.id)
    const json = await upload(JSON.stringify([houseRecord(), {}]))
    const { columns, preview } = await columnsOf(json.id)
    expect(columns.map(({ name }) => name)).toEqual([
      ...['_id', 'Property Location', 'Sale Price Yen'],
    ])
    expect(preview[1]?.obstacle).toMatch(/^Its identifier is missing/)
  })

  test('cannot be listed for a file that is no table, or is no longer here', async () => {
    const { id } = await upload('%PDF-1.7')
    const refused = await server.call(admin, getImportColumns, { id })
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('PDF') } })
    const done = await importWith(FOREIGN, MAPPING)
    expect(await server.call(admin, getImportColumns, { id: done.id })).toMatchObject({
      status: 409,
      body: { detail: 'The file is no longer on this server. Please upload it again.' },
    })
  })
})

describe('when an administrator maps the columns of an import', () => {
  test('the dry run and the import read the file with this mapping, and the audit log has it', async () => {
    const { db } = server.services
    const { id } = await upload(FOREIGN)
    expect(await checkWith(id, MAPPING)).toMatchObject({
      state: 'checked',
      report: { added: 2, rejected: 0, ignored: ['s'], mapping: 'given' },
    })
    expect((await columnsOf(id)).preview[0]).toMatchObject({
      ...{ location: '阿南町富草1', prefecture: 'nagano', sale_price_yen: 4_800_000 },
    })
    expect(await db.$count(sourceMappings)).toBe(0)
    await server.call(admin, applyImport, { id })
    expect(await find(id)).toMatchObject({ state: 'done', report: { added: 2 } })
    const found = await db.select().from(listings)
    expect(found.map(({ priceYen }) => priceYen).sort()).toEqual([4_800_000, 6_500_000])
    const entries = await db.select().from(audit)
    const check = entries.find(({ action }) => action === 'import.check')
    expect(check?.after).toMatchObject({ mapping: { defaults: MAPPING.defaults } })
  })

  test.each([
    ['without a column', { columns: {} }],
    ['with a column that the file lacks', { columns: { id: 'x' } }],
  ])('a mapping %s fails the check with a sentence', async (_, mapping) => {
    const { id } = await upload(FOREIGN)
    await server.call(admin, checkImport, { id, mapping })
    expect(await find(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('columns'),
    })
  })

  test('a mapping with an unprintable name is refused', async () => {
    const { id } = await upload(FOREIGN)
    const mapping = { columns: { id: 'k\u0000' } }
    expect((await server.call(admin, checkImport, { id, mapping })).status).toBe(422)
  })
})

describe('after an import with a mapping', () => {
  test('the next file of the source is read in the same way, and the report says so', async () => {
    await importWith(FOREIGN, MAPPING, { source: 'anan' })
    const next = await upload('k,p,q,r\n9,500,阿南町,富草3\n', { source: 'anan' })
    expect(next).toMatchObject({ state: 'checked', report: { added: 1, mapping: 'saved' } })
    expect((await columnsOf(next.id)).mapping).toMatchObject({ defaults: MAPPING.defaults })
  })

  test('the command uses the mapping too, unless it is given another', async () => {
    const { db } = server.services
    await importWith(FOREIGN, MAPPING, { source: 'anan' })
    const { report } = await importInto(db, FOREIGN, { source: 'anan' })
    expect(report).toMatchObject({ unchanged: 2, mapping: 'saved' })
    const mapping = { columns: { id: { column: 'k' }, Prefecture: { column: 'q' } } }
    const given = await importInto(db, 'k,q\n1,長野県\n', { mapping, source: 'anan' })
    expect(given.report).toMatchObject({ added: 1, mapping: 'given' })
    expect(await db.select().from(sourceMappings)).toEqual([
      { source: 'anan', mapping, updatedAt: TODAY },
    ])
  })

  test('files of other sources are not read with it', async () => {
    await importWith(FOREIGN, MAPPING, { source: 'anan' })
    expect(await upload(FOREIGN, { source: 'iida' })).toMatchObject({ state: 'failed' })
  })

  test('a file without the name of its source neither saves the mapping nor is read with a saved one', async () => {
    await importWith(FOREIGN, MAPPING)
    expect(await server.services.db.$count(sourceMappings)).toBe(0)
    expect(await upload(FOREIGN)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/\. Choose its columns under Columns\.$/),
    })
  })

  test('a JSON file whose first records leave out a column is read with it', async () => {
    await importWith(FOREIGN, MAPPING, { source: 'anan' })
    const json = JSON.stringify([{ k: 9, p: 500, q: '阿南町' }])
    const { report } = await upload(json, { source: 'anan' })
    expect(report).toMatchObject({ added: 1, mapping: 'saved' })
  })

  test('a file without its columns is read by its names, and the report names the missing columns', async () => {
    await importWith(FOREIGN, MAPPING, { source: 'anan' })
    const table = '番号,所在地,価格\n1,長野県阿南町富草1,480万円\n'
    const { report } = await upload(table, { source: 'anan' })
    expect(report).toMatchObject({ added: 1, mapping: 'proposed' })
    expect(report?.notes).toEqual([
      'The columns are not read as in the last import of this source, because the file lacks k, p, q, r.',
    ])
  })

  test('a dry run saves no mapping', async () => {
    const { id } = await upload(FOREIGN)
    await checkWith(id, MAPPING)
    expect(await server.services.db.$count(sourceMappings)).toBe(0)
  })
})
