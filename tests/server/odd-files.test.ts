import { gzipSync, strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { importInto } from '#tests/support/imports.ts'
import { workbook } from '#tests/support/workbook.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

const AT = '長野県阿南町富草1'
const HEADER = '物件番号,所在地,価格'
const CSV = `${HEADER}\n1,${AT},480万円\n`
const price = (text: string) => `${HEADER}\n1,${AT},${text}\n`
const WIDE = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')
const TABLE = '<table><tr><td>物件番号</td><td>所在地</td></tr></table>'

test.each<[string, string | Uint8Array, number | null]>([
  ['a CSV file with the name of a workbook', CSV, 4_800_000],
  ['a second column of the same name', `${HEADER},価格\n1,${AT},480万円,900万円\n`, 4_800_000],
  ['lines that end with CR', CSV.replaceAll('\n', '\r'), 4_800_000],
  ['gzip in gzip', gzipSync(gzipSync(strToU8(CSV))), 4_800_000],
  ['10,000 columns', `id,address,price,${WIDE}\n1,${AT},480万円\n`, 4_800_000],
  [
    'a cell of 200,000 characters',
    `${HEADER},備考\n1,${AT},480万円,${'あ'.repeat(200_000)}\n`,
    4_800_000,
  ],
  ['marks that reorder text', price('\u202e480万円\u202c'), 4_800_000],
  ['a header in half-width kana', `ﾌﾞｯｹﾝ番号,所在地,価格\n1,${AT},480万円\n`, 4_800_000],
  ['full-width digits', price('４８０万円'), 4_800_000],
  ['both ¥ and 円', price('"¥4,800,000円"'), 4_800_000],
  ['names of the language', `__proto__,${HEADER}\nx,1,${AT},480万円\n`, 4_800_000],
  ['a house that is given away', price('無償譲渡'), 0],
  ['a price to be negotiated', price('応談'), null],
  ['a negative price', price('-480万円'), null],
  [
    'an error of a formula',
    workbook({ a: [HEADER.split(','), ['1', AT, { xml: ' t="e"><v>#REF!</v>' }]] }),
    null,
  ],
])('the house of a file with %s has its price', async (_, content, priceYen) => {
  const { report } = await importInto(db, content)
  expect(report).toMatchObject({ added: 1, rejected: 0 })
  expect(await db.select({ priceYen: listings.priceYen }).from(listings)).toEqual([{ priceYen }])
})

const MARKUP = /is a web page or an XML workbook.*save it as an Excel workbook/

test.each<[string, string | Uint8Array, RegExp]>([
  ['a web page with the name of a workbook', `<html><body>${TABLE}</body></html>`, MARKUP],
  ['a table of HTML', TABLE, MARKUP],
  ['a workbook of Excel 2003 in XML', '<?xml version="1.0"?><Workbook/>', MARKUP],
  [
    'a map of Google Earth',
    '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"></kml>',
    /is XML.*Export the houses as CSV, Excel or GeoJSON/,
  ],
  ['an empty sheet', workbook({ a: [] }), /Found: none/],
  ['UTF-7', '+cmlO9nVqU/c-,+TqFoPA-\n1,480\n', /does not name the columns/],
  [
    'two encodings',
    Buffer.concat([Buffer.from(CSV), iconv.encode(`2,${AT},5万円\n`, 'shift_jis')]),
    /not a text in UTF-8/,
  ],
  [
    'an archive in an archive',
    zipSync({ 'a.zip': zipSync({ 'a.csv': strToU8(CSV) }) }),
    /no table of houses/,
  ],
  [
    'two tables in an archive',
    zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) }),
    /Leave only the table/,
  ],
  ['a path out of the archive', zipSync({ '../../etc/a.csv': strToU8(CSV) }), /no table of houses/],
  ['houses in columns', `物件番号,1,2\n所在地,${AT},${AT}\n`, /does not name the columns/],
])('a file with %s is refused in a sentence that says what to do', async (_, content, sentence) => {
  const error: unknown = await importInto(db, content).catch((reason) => reason)
  expect(error).toBeInstanceOf(Refusal)
  expect(error).toMatchObject({ detail: expect.stringMatching(sentence) })
  expect(await db.$count(listings)).toBe(0)
})

test('a status below the name of its group leaves out a house that is sold', async () => {
  const rows = [
    ['番号', '所在地', '価格（万円）', '現況', null],
    [null, null, null, '状況', '水道'],
    ['1', AT, 480, '募集中', '公営'],
    ['2', AT, 480, '成約済', '公営'],
  ]
  const { report } = await importInto(db, workbook({ a: rows }))
  expect(report).toMatchObject({ added: 1, skipped: { contracted: 1 }, ignored: [] })
  // The address of a company is not the address of the house.
  const others = '番号,所在地,価格（万円）,担当,\n,,,状況,電話\n1,x,480,成約済,1\n'
  expect((await importInto(db, others, { dryRun: true })).report.ignored).toContain('担当 状況')
})

test('the state of a building and the remarks on its land leave the columns of the house to it', async () => {
  const csv = `番号,所在地,価格（万円）,建物 状態,募集状況,土地 備考,備考,バス停 徒歩\n1,${AT},480,良好,成約済,傾斜地,日当たり良好,3\n2,${AT},480,良好,募集中,傾斜地,日当たり良好,3\n`
  const { report } = await importInto(db, csv)
  expect(report).toMatchObject({ added: 1, skipped: { contracted: 1 } })
  expect(report.ignored).toEqual(['建物 状態', '土地 備考', 'バス停 徒歩'])
  expect(await db.select().from(listings)).toMatchObject([{ remarks: '日当たり良好' }])
})

test('a header that is repeated is no house, even if it has a name twice', async () => {
  const header = `${HEADER},価格,価格 (2)`
  const house = (id: number) => `${id},${AT},480万円,900万円,700万円`
  const { report } = await importInto(db, [header, house(1), header, house(2), ''].join('\n'))
  expect(report).toMatchObject({ added: 2, rejected: 0 })
  expect(report.ignored).toEqual(['価格 (3)', '価格 (2)'])
})

test.each(['10', '10 min', '10 minutes', '徒歩10分'])('a walk of %s is read', async (walk) => {
  await importInto(db, `id,address,price,station,Walk (min)\n1,${AT},480万円,宇和島,${walk}\n`)
  const [house] = await db.select().from(listings)
  expect(house).toMatchObject({ stationMetres: 800, stationIsStated: true })
})

test.each([
  ['station', '', 'has no station beside it'],
  ['Transportation', '予讃線 宇和島駅', 'is not used, because the access is stated'],
])('a walk that is not used is reported, beside a %s of “%s”', async (name, value, reason) => {
  const csv = `id,address,price,walk,${name}\n1,${AT},480万円,10,${value}\n`
  const { problems } = await importInto(db, csv)
  expect(problems).toMatchObject([{ field: 'Walk', value: '10', reason }])
})

test('the columns of an agent’s export are all used', async () => {
  const csv = `listing_no,address,price_man,station,walk_min\n1,${AT},880,温田,6\n`
  const { report } = await importInto(db, csv)
  expect(report.ignored).toEqual([])
  const [house] = await db.select().from(listings)
  expect(house).toMatchObject({
    priceYen: 8_800_000,
    transportation: expect.stringMatching('6 min'),
  })
})

test.each([
  ['Nagano / Anan', 'nagano', 'Anan'],
  ['Ayabe / Kyoto', 'kyoto', 'Ayabe'],
  ['Kyoto / Ayabe', 'kyoto', 'Ayabe'],
  ['Paris / France', null, null],
])('prefecture and city in one cell are read: %s', async (cell, prefecture, city) => {
  await addDefaultPlaces(db)
  await importInto(db, `Ref,Price (USD),Prefecture / City\n1,32000,${cell}\n`)
  expect(await db.select().from(listings)).toMatchObject([{ prefecture, city }])
})
