import { eq } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { testDatabase } from '#tests/support/database.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

const HEADER = '_id,Property Location,Sale Price Yen,images'

/** Returns the ids of all listings, sorted. */
async function ids() {
  return (await db.select({ id: listings.id }).from(listings).orderBy(listings.id)).map(
    ({ id }) => id,
  )
}

async function onlyListing() {
  const [listing, ...others] = await db.select().from(listings)
  expect(others).toEqual([])
  if (!listing) throw new Error('Nothing was imported')
  return listing
}

/** Returns the message with which a file is refused. */
async function refusalOf(content: string | Uint8Array, options = {}) {
  const error: unknown = await importInto(db, content, options).catch((reason) => reason)
  expect(error).toBeInstanceOf(Refusal)
  expect(await ids()).toEqual([])
  return error instanceof Refusal ? error.detail : ''
}

describe('when a file has an accepted format', () => {
  const records = [houseRecord({ _id: 'a' }), houseRecord({ _id: 'b' })]

  test.each([
    ['a JSON array', JSON.stringify(records)],
    ['a JSON array on many lines', `\n\t${JSON.stringify(records, null, 2)}\n`],
    ['JSON Lines', records.map((record) => JSON.stringify(record)).join('\n')],
    [
      'JSON Lines from Windows',
      records.map((record) => `${JSON.stringify(record)}\r\n`).join('\n'),
    ],
    ['CSV', `${HEADER}\na,兵庫県丹波市,580万円,\nb,兵庫県丹波市,580万円,\n`],
    ['CSV with a byte order mark', `\ufeff${HEADER}\r\na,兵庫県丹波市,1,\r\nb,兵庫県丹波市,1,\r\n`],
    ['CSV with blank lines', `\n${HEADER}\n\na,兵庫県丹波市,1,\n\n\nb,兵庫県丹波市,1,`],
    ['CSV put together from two files', `${HEADER}\na,x,1,\n\ufeff${HEADER}\nb,x,1,\n`],
  ])('the importer reads %s', async (_, content) => {
    const { report, problems } = await importInto(db, content)
    expect(report).toMatchObject({ format: 'spec', read: 2, added: 2, rejected: 0, notes: [] })
    expect(problems).toEqual([])
    expect(await ids()).toEqual(['a', 'b'])
  })

  test('the importer reads Shift_JIS correctly, even if the first special character is far into the file', async () => {
    const ascii = Array.from({ length: 6000 }, (_, at) => `n${at},Tanba City,1,\n`).join('')
    const csv = `${HEADER}\n${ascii}a,兵庫県丹波市①髙ソ表－～,580万円,\n`
    await importInto(db, iconv.encode(csv, 'shift_jis'))
    const [found] = await db.select().from(listings).where(eq(listings.id, 'a'))
    expect(found?.location).toBe('兵庫県丹波市①髙ソ表－～')
  })

  test('one broken byte makes only one value of an imported file unknown, and the importer still reads the file as UTF-8', async () => {
    const [before, after] = ['[{"_id":"a","Property Location":"兵庫県", "link":"', '"}]']
    const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xe5), Buffer.from(after)])
    const { problems } = await importInto(db, bytes)
    expect((await onlyListing()).location).toBe('兵庫県')
    expect(problems).toMatchObject([{ field: 'link', reason: 'contains damaged characters' }])
  })

  test('in a CSV file, line feeds, commas and quotes inside quotes are part of the value', async () => {
    const csv = `${HEADER}\n"a","兵庫県,丹波市\n""氷上町""",1,\nb,x,none at all,\n`
    const { problems } = await importInto(db, csv)
    const [found] = await db.select().from(listings).where(eq(listings.id, 'a'))
    expect(found?.location).toBe('兵庫県,丹波市 "氷上町"')
    expect(problems).toMatchObject([{ line: 4, field: 'Sale Price Yen', value: 'none at all' }])
  })

  test("the importer unwraps MongoDB's extended JSON", async () => {
    const { problems } = await importInto(db, [
      houseRecord({
        _id: { $oid: '65f0c0ffee65f0c0ffee65f0' },
        createdAt: { $date: { $numberLong: '1743379200000' } },
        'Sale Price': { $numberInt: '40000' },
      }),
    ])
    expect(problems).toEqual([])
    expect(await onlyListing()).toMatchObject({
      id: '65f0c0ffee65f0c0ffee65f0',
      createdAt: new Date('2025-03-31T00:00:00Z'),
      priceCents: 4_000_000,
    })
  })
})

describe('when a file cannot be read', () => {
  test.each([
    ['empty', '', 'The file is empty'],
    ['blank', ' \n\n ', 'The file is empty'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0', 'latin1'), 'not a text'],
    ['bytes at random', randomBytes(100_000), 'not a text'],
    ['a text', 'Dear all,\nplease find attached', 'Found: Dear all'],
    [
      'a CSV with another header',
      'a,b\n1,2\n',
      'Found: a, b. No column was recognised as a number',
    ],
    [
      'a CSV without ids',
      'Prefecture,Sale Price\nHyogo,1\n',
      'as a number or an address on the web that identifies each house',
    ],
    ['JSON that is no object', '"text"', 'Found: text'],
  ])(
    'an unreadable file to import (%s) is refused with a sentence',
    async (_, content, sentence) => {
      expect(await refusalOf(content)).toContain(sentence)
    },
  )

  test('the import refuses a file whose format differs from the chosen one', async () => {
    expect(await refusalOf('[]', { format: 'links' })).toContain('must be a CSV file')
    expect(await refusalOf(`${HEADER}\n`, { format: 'links' })).toContain('PROPERTY_NUMBER_ID')
  })
})

describe('when a file is cut off', () => {
  test.each([
    ['a JSON array', `[${JSON.stringify(houseRecord())},{"_id":"b","Prop`],
    ['a JSON array without its end', `[${JSON.stringify(houseRecord())}`],
    ['JSON Lines', `${JSON.stringify(houseRecord())}\n{"_id":"b","Prop`],
    ['CSV', `${HEADER}\nhouse-1,兵庫県丹波市,1,\nb,兵庫`],
    ['CSV inside a quote', `${HEADER}\nhouse-1,兵庫県丹波市,1,\nb,"兵庫`],
  ])(
    'if %s is cut off, the import adds the complete records, and reports that the file is cut off',
    async (_, content) => {
      const { report } = await importInto(db, content)
      expect(await ids()).toEqual(content.endsWith('}') ? [] : ['house-1'])
      expect(report.rejected).toBeGreaterThan(0)
      expect(report.notes.join()).toMatch(/last record in the file is incomplete/)
    },
  )
})

describe('when records are malformed', () => {
  test('an import rejects malformed records and reports them with their line numbers, and imports the other records', async () => {
    const lines = [
      '{"_id":"a","Prefecture":"Hyogo"}',
      '{"_id":"b",}',
      '[1]',
      'null',
      `{"_id":"c","x":"${'x'.repeat(1_000_000)}"}`,
      '{"_id":"d","Prefecture":"Hyogo"}',
    ]
    const inLines = await importInto(db, lines.join('\n'), { dryRun: true })
    const inArray = await importInto(db, `[\n${lines.join(',\n')}\n]`)
    expect(await ids()).toEqual(['a', 'd'])
    for (const { report, problems } of [inLines, inArray]) {
      expect(report).toMatchObject({ read: 6, added: 2, rejected: 4 })
      expect(problems.map(({ reason }) => reason)).toEqual([
        'is not valid JSON',
        'is not an object with fields',
        'is not an object with fields',
        'is longer than 1,000,000 characters',
      ])
    }
    expect(inLines.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5])
    expect(inArray.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6])
  })

  test('an import rejects a CSV record with more filled fields than the header has', async () => {
    const csv = `${HEADER}\na,x,1,,more\nc,x,1,\n`
    const { problems } = await importInto(db, csv)
    expect(await ids()).toEqual(['c'])
    expect(problems).toMatchObject([{ line: 2, reason: 'has 5 fields, but the header has 4' }])
  })

  test('a row whose values an unquoted comma has moved is rejected, although its last cell is empty', async () => {
    const { problems } = await importInto(db, `${HEADER}\na,x,1,200,\nc,x,1,\n`)
    expect(await ids()).toEqual(['c'])
    expect(problems).toMatchObject([{ line: 2, reason: 'has 5 fields, but the header has 4' }])
  })

  test('cells that a spreadsheet leaves out or adds at the end of a row are blank, and a row of commas is no record', async () => {
    const csv = `${HEADER},,\na,x,1,,,,,\nb,x\n,,,,,\nc,x,1,,,,,\nd,x,2\n`
    const { report, problems } = await importInto(db, csv)
    expect(await ids()).toEqual(['a', 'b', 'c', 'd'])
    expect(report).toMatchObject({ read: 4, added: 4, rejected: 0 })
    expect(problems.filter(({ reason }) => /fields|incomplete/.test(reason))).toEqual([])
    expect(report.notes.join()).not.toMatch(/incomplete/)
  })

  test('a title above the names of the columns and a row with sums are no records', async () => {
    const csv =
      '空き家の一覧,,,\n,,,\n物件番号,所在地,価格,間取り\na,兵庫県丹波市,250万円,5DK\n合計,1件,,\n'
    const { report } = await importInto(db, csv)
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
    expect(await onlyListing()).toMatchObject({ priceYen: 2_500_000, layout: '5DK' })
  })

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('a file whose fields are separated by %s is read', async (_, delimiter) => {
    const rows = [
      ['ID', 'Address', 'Price', 'Building_Area', 'Built'],
      ['a', '兵庫県丹波市', '¥4000000', '98.5', '1959'],
    ]
    const { report } = await importInto(db, rows.map((row) => `${row.join(delimiter)}\n`).join(''))
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
    expect(await onlyListing()).toMatchObject({
      ...{ priceYen: 4_000_000, buildingArea: 98.5, constructionYear: 1959 },
    })
  })

  test('a decimal comma of a file with semicolons is a decimal point, and a comma before three digits separates thousands', async () => {
    const csv = 'id;address;price;floor_area;land_area\na;兵庫県丹波市;¥4000000;98,5;1,098\n'
    await importInto(db, csv)
    expect(await onlyListing()).toMatchObject({ buildingArea: 98.5, landArea: 1098 })
  })

  test('the unit of a column is read in brackets of any kind', async () => {
    const csv =
      '管理番号,所在地,価格[万円],建物面積【㎡】,築年（西暦）\na,兵庫県丹波市,280,121.5,1959\n'
    await importInto(db, csv)
    expect(await onlyListing()).toMatchObject({
      ...{ priceYen: 2_800_000, buildingArea: 121.5, constructionYear: 1959 },
    })
  })

  test('NaN, Infinity and None of a file that Python wrote are blank, and the same words in a text stay', async () => {
    const lines = [
      '{"_id":"a","Prefecture":"Hyogo","Building - Area":NaN,"Transportation":"Bus \\"NaN\\", 5 min"}',
      '{"_id":"b","Prefecture":"Hyogo","Building - Area":-Infinity,"Building - Layout":None}',
      '{"_id":"c","Prefecture":"Hyogo","Building - Layout":"<NA>","Building - Construction Date":"1965.0"}',
    ]
    const { report, problems } = await importInto(db, `[${lines.join(',')}]`)
    expect(report).toMatchObject({ added: 3, rejected: 0 })
    expect(problems).toEqual([])
    const rows = await db
      .select({ id: listings.id, year: listings.constructionYear, way: listings.transportation })
      .from(listings)
      .orderBy(listings.id)
    expect(rows).toEqual([
      { id: 'a', year: null, way: 'Bus "NaN", 5 min' },
      { id: 'b', year: null, way: null },
      { id: 'c', year: 1965, way: null },
    ])
  })

  test('an import rejects what follows the end of a JSON array', async () => {
    const { report } = await importInto(db, `${JSON.stringify([houseRecord()])}\n[]`)
    expect(report).toMatchObject({ added: 1, rejected: 1 })
  })
})

function randomBytes(length: number) {
  let state = 1
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return (state >> 16) & 0xff
    }),
  )
}
