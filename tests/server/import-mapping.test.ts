import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { parseMapping } from '#server/imports/reading/mapping/mapping.ts'
import { printReport } from '#server/imports/report.ts'
import { testDatabase } from '#tests/support/database.ts'
import { importInto } from '#tests/support/imports.ts'
import { workbook } from '#tests/support/workbook.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

async function onlyListing() {
  const [listing, ...others] = await db.select().from(listings)
  expect(others).toEqual([])
  if (!listing) throw new Error('Nothing was imported')
  return listing
}

async function refusalOf(
  ...args: Parameters<typeof importInto> extends [unknown, ...infer R] ? R : never
) {
  const error: unknown = await importInto(db, ...args).catch((reason) => reason)
  expect(error).toBeInstanceOf(Refusal)
  expect(await db.$count(listings)).toBe(0)
  return error instanceof Refusal ? error.detail : ''
}

const AT = '長野県阿南町富草1'

describe('when a table has foreign names', () => {
  test.each<[string, Record<string, unknown>]>([
    [
      'units in English names',
      { url: 'https://example.jp/1', address: AT, price_man: 480, area_m2: 92.3, built_year: 1974 },
    ],
    [
      'units in Japanese names',
      {
        管理番号: 1,
        所在: AT,
        '価格[万円]': 480,
        '建物の延べ面積（㎡）': 92.3,
        新築年月: '昭和49年3月',
      },
    ],
    [
      'one name of the specification',
      {
        id: 'a1',
        Location: AT,
        'Sale Price': '4,800,000円',
        'Building Area': 92.3,
        'Year Built': 1974,
      },
    ],
    [
      'camel case',
      {
        listingNo: 'A1',
        fullAddress: AT,
        salePriceYen: 4_800_000,
        buildingAreaSqm: 92.3,
        yearBuilt: 1974,
      },
    ],
    [
      'words around the usual ones',
      {
        物件コード: 1,
        '物件所在地（大字まで）': AT,
        '売却希望価格(万円)': 480,
        '延床面積(㎡)': 92.3,
        建築時期: 'S49',
      },
    ],
    [
      'nested objects',
      {
        id: 1,
        place: { address: AT },
        price: { amount: '480万円' },
        size: { buildingSqm: 92.3 },
        yearBuilt: 1974,
      },
    ],
    [
      'names that say nothing, and values that do',
      { コード: 'A1', a: AT, b: '480万円', c: '92.3㎡', 建物面積: 92.3, d: '昭和49年' },
    ],
  ])('a house with %s is read', async (_, house) => {
    const { report } = await importInto(db, [house])
    expect(report).toMatchObject({ added: 1, rejected: 0 })
    expect(await onlyListing()).toMatchObject({
      ...{ location: AT, priceYen: 4_800_000, buildingArea: 92.3, constructionYear: 1974 },
    })
  })

  test('the report names how each column was read, and the columns that were not', async () => {
    const csv = `番号,物件所在地,希望価格（万円）,担当者,駐輪\n1,${AT},480,山田,可\n`
    const { report } = await importInto(db, csv)
    expect(report.columns).toEqual([
      { column: '番号', field: 'id' },
      { column: '物件所在地', field: 'Property Location' },
      { column: '希望価格（万円）', field: 'Sale Price Yen', unit: '万円' },
    ])
    expect(report.ignored).toEqual(['担当者', '駐輪'])
    expect(printReport(report)).toContain('希望価格（万円）: Sale Price Yen in 万円')
    expect(printReport(report)).toContain('Columns not used: 担当者, 駐輪')
  })

  test('amounts, areas and addresses of something else are no price, area or place of the house', async () => {
    const house = {
      ...{ id: 1, 所在地: AT, 販売価格: '480万円', 月額管理費: '5000円', 固定資産税額: '3万円' },
      ...{ 前回価格: '900万円', 庭の面積: 300, 会社住所: '東京都港区1', 家賃: '4万円' },
      agent: { address: '東京都千代田区1', url: 'https://agent.example.jp' },
    }
    await importInto(db, [house])
    expect(await onlyListing()).toMatchObject({
      ...{ location: AT, priceYen: 4_800_000, landArea: null, buildingArea: null },
      referenceUrl: null,
    })
  })

  test('prices of some hundreds without a unit are not taken for yen', async () => {
    const csv = `物件番号,所在地,価格\n1,${AT},480\n2,${AT},1250\n`
    const { report } = await importInto(db, csv)
    expect(report.notes.join()).toContain('prices such as 480 without a unit')
    const found = await db.select({ yen: listings.priceYen }).from(listings)
    expect(found).toEqual([{ yen: null }, { yen: null }])
  })

  test('a column whose values are of another kind is not read, whatever its name resembles', async () => {
    const house = { id: 1, 所在地: AT, 価格: '480万円', site_area: 'Minami Shinshu' }
    const { problems } = await importInto(db, [house])
    expect(problems).toEqual([])
  })

  test('a house that the column 現況 calls sold is left out, and a tenant in it does not count', async () => {
    const csv = (state: string) =>
      `物件番号,所在地,価格（万円）,現況\n1,${AT},480,空き家\n2,${AT},620,交渉中\n3,${AT},280,${state}\n`
    const sold = await importInto(db, csv('成約済'), { dryRun: true })
    expect(sold.report).toMatchObject({ added: 2, skipped: { contracted: 1 }, ignored: [] })
    expect(sold.problems).toEqual([])
    for (const closed of ['空き家（成約済）', '売却済（令和6年）']) {
      for (const name of ['現況', '募集状況']) {
        const file = csv(closed).replace('現況', name)
        const { report } = await importInto(db, file, { dryRun: true })
        expect(report.added, `${name} ${closed}`).toBe(2)
      }
    }
    const buildings = csv('賃貸中').replace('交渉中', '要修繕')
    const { report, problems } = await importInto(db, buildings, { dryRun: true })
    expect(report).toMatchObject({ added: 3, skipped: {} })
    expect(problems).toEqual([])
  })

  test('a house that 現況 calls sold is left out beside a tenant and a column about the building, wherever it stands', async () => {
    const rows = Array.from({ length: 80 }, (_, at) => `${at},${AT},480,良好,賃貸中`)
    const csv = [
      '物件番号,所在地,価格（万円）,状態,現況',
      ...rows,
      `99,${AT},480,良好,成約済`,
    ].join('\n')
    const { report } = await importInto(db, csv, { dryRun: true })
    expect(report).toMatchObject({ added: 80, skipped: { contracted: 1 } })
    const grouped = `物件番号,所在地,価格（万円）,物件情報,\n,,,間取り,現況\n1,${AT},480,4DK,空家\n2,${AT},480,4DK,成約済\n`
    const below = await importInto(db, grouped, { dryRun: true })
    expect(below.report).toMatchObject({ added: 1, skipped: { contracted: 1 } })
  })

  test('a column 種別 with 売買 and 賃貸 is read as sale or rent', async () => {
    const csv = `物件番号,種別,所在地,価格（万円）\n1,売買,${AT},480\n2,賃貸,${AT},\n3,売,${AT},280\n`
    const { report, problems } = await importInto(db, csv, { dryRun: true })
    expect(report.columns).toContainEqual({ column: '種別', field: 'Offer' })
    expect([report.added, report.skipped, problems]).toEqual([2, { 'for rent': 1 }, []])
    const closed = csv.replace('3,売,', '3,売買（成約済）,').replace('1,売買,', '1,成約済,')
    const later = await importInto(db, closed, { dryRun: true })
    expect([later.report.skipped, later.problems]).toEqual([{ 'for rent': 1, contracted: 2 }, []])
  })

  test('the photos in several columns, and in objects, are all named', async () => {
    const csv = `物件番号,所在地,価格,写真1,写真2\n1,${AT},480万円,a.jpg,b.jpg\n`
    const nested = [{ id: 2, address: AT, photos: [{ url: 'a.jpg' }, { url: 'b.jpg' }] }]
    for (const content of [csv, nested]) {
      const { report } = await importInto(db, content, { dryRun: true })
      expect(report.photos.notFetched).toBe(2)
    }
  })

  test('a table is refused with the field that was not recognised', async () => {
    expect(await refusalOf('name,colour\nA,red\n')).toMatch(
      /Found: name, colour\. No column was recognised as a number or .*, or as the price, or as the place\.$/,
    )
    expect(await refusalOf([{ name: 'A', colour: 'red' }])).toContain('Found: name, colour')
    expect(await refusalOf(workbook({ a: [['name'], ['A']] }))).toContain('Found: name')
  })

  test('records without a price, a place and a kind of house are refused before anything is written', async () => {
    const csv = 'id,layout,built,price\n1,4DK,1974,ask\n2,3DK,1980,ask\n'
    expect(await refusalOf(csv)).toBe(
      'No price, no place and no kind of house could be read from the first 2 records.',
    )
  })

  test('if the column of ids has few different ones, a complete file withdraws nothing', async () => {
    const rows = (numbers: string[]) =>
      `物件番号,所在地,価格\n${numbers.map((number) => `${number},${AT},480万円\n`).join('')}`
    await importInto(db, rows(['1', '2', '3', '4']), { full: true })
    const { report } = await importInto(db, rows(['1', '1', '1', '2']), { full: true })
    expect(report.withdrawn).toBe(0)
    expect(report.notes.join()).toContain('only 2 different ids for 4 houses')
  })

  test('the same file again changes nothing', async () => {
    const csv = `番号,物件所在地,希望価格（万円）\n1,${AT},480\n`
    await importInto(db, csv)
    expect((await importInto(db, csv)).report).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
  })
})

describe('when an operator gives a mapping', () => {
  const csv = `k,p,q,r,s\n7,480,阿南町,富草1,4DK\n`
  const mapping = parseMapping(
    JSON.stringify({
      source: 'anan',
      columns: {
        id: 'k',
        'Sale Price Yen': { column: 'p', unit: '万円' },
        'Property Location': ['q', 'r'],
      },
      defaults: { Prefecture: '長野県', City: '阿南町', 'Property Type': '中古一戸建' },
    }),
  )

  test('the fields are read from its columns, with its units and defaults, and from no others', async () => {
    const { report } = await importInto(db, csv, { mapping })
    expect(report).toMatchObject({ source: 'anan', added: 1, rejected: 0, ignored: ['s'] })
    expect(await onlyListing()).toMatchObject({
      ...{ source: 'anan', location: '阿南町富草1', priceYen: 4_800_000, prefecture: 'nagano' },
      ...{ propertyType: 'House', layout: null },
    })
  })

  test('the unit 年 says that numbers are ages', async () => {
    const ages = parseMapping(
      '{"columns":{"id":"k","Building - Construction Date":{"column":"p","unit":"年"}},"defaults":{"Prefecture":"長野県"}}',
    )
    await importInto(db, 'k,p\n1,52\n', { mapping: ages })
    expect((await onlyListing()).constructionYear).toBe(1974)
  })

  test('a default never replaces a stated value', async () => {
    const stated = parseMapping(
      '{"columns":{"id":"k","Prefecture":"q"},"defaults":{"Prefecture":"長野県"}}',
    )
    await importInto(db, 'k,q\n1,愛媛県\n2,\n', { mapping: stated })
    const found = await db
      .select({ at: listings.prefecture })
      .from(listings)
      .orderBy(listings.prefecture)
    expect(found).toEqual([{ at: 'ehime' }, { at: 'nagano' }])
  })

  test('a file without a column of the mapping is refused', async () => {
    expect(await refusalOf('k,p,q\n1,2,3\n', { mapping })).toBe(
      'The file lacks the chosen columns r. Its columns are: k, p, q.',
    )
  })

  test('a workbook is read at the row that has the columns of the mapping', async () => {
    const rows = [['空き家'], ['k', 'p', 'q', 'r'], ['7', 480, '阿南町', '富草1']]
    const { report } = await importInto(db, workbook({ 一覧: rows }), { mapping })
    expect(report).toMatchObject({ added: 1, rejected: 0 })
  })

  test.each([
    ['{', 'The mapping is not valid JSON.'],
    ['[]', 'The mapping must be an object with "columns".'],
    ['{"columns":1}', 'In the mapping, “columns” must be an object from fields to columns.'],
    [
      '{"columns":{},"x":1}',
      'The mapping has the unknown part “x”. Its parts are source, columns and defaults.',
    ],
    [
      '{"columns":{"Prise":"a"}}',
      'In the mapping, “Prise” in “columns” is not a field of a listing.',
    ],
    ['{"columns":{"id":5}}', 'In the mapping, “id” in “columns” must be the name of a column, or'],
    ['{"columns":{"id":{"column":"a","unit":"yards"}}}', 'with one of the units 億円, 万円'],
    [
      '{"columns":{},"defaults":{"City":1}}',
      'In the mapping, “City” in “defaults” must be a text.',
    ],
  ])('the mapping %s is refused with a sentence', (text, sentence) => {
    expect(() => parseMapping(text)).toThrow(
      expect.objectContaining({ detail: expect.stringContaining(sentence) }),
    )
  })
})

describe('when the header has two rows', () => {
  const HOUSE = {
    ...{ location: '長野県阿南町富草1', priceYen: 4_800_000, landArea: 330.2, buildingArea: 92.3 },
  }

  test('a group and its details are one name, and a unit below a name is its unit', async () => {
    const csv = `空き家一覧\n番号,所在地,価格,面積,,備考\n,,万円,土地,建物,\n1,${AT},480,330.2,92.3,日当たり良好\n`
    const { report } = await importInto(db, csv)
    expect(report).toMatchObject({ added: 1, rejected: 0 })
    expect(report.columns?.map(({ column }) => column)).toEqual([
      ...['番号', '所在地', '価格（万円）', '面積 土地', '面積 建物', '備考'],
    ])
    expect(await onlyListing()).toMatchObject({ ...HOUSE, remarks: '日当たり良好' })
  })

  test('merged cells of a workbook belong to both rows', async () => {
    const rows = [
      ['番号', '所在地', '価格', '面積（坪）'],
      [null, null, '万円', '土地', '建物'],
      ['1', AT, 480, 100, 28],
    ]
    const merged = ['A1:A2', 'B1:B2', 'D1:E1']
    const { report } = await importInto(db, workbook({ 一覧: { rows, merged } }))
    expect(report).toMatchObject({ added: 1, rejected: 0 })
    const { landArea, buildingArea } = await onlyListing()
    expect([landArea, buildingArea].map((area) => Math.round(area ?? 0))).toEqual([331, 93])
  })

  test('names in cells over both rows, with the areas below one group, are no house', async () => {
    const rows = [
      ['登録物件一覧表'],
      ['物件番号', '所在地', '売買価格（万円）', '面積', null, '備考'],
      [null, null, null, '土地面積（坪）', '建物面積（㎡）', null],
      ['R8-01', AT, 480, 100, 92.3, '井戸あり'],
    ]
    const merged = ['A1:F1', 'A2:A3', 'B2:B3', 'C2:C3', 'D2:E2', 'F2:F3']
    const { report } = await importInto(db, workbook({ 一覧: { rows, merged } }))
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0, ignored: [] })
    const { landArea, buildingArea } = await onlyListing()
    expect([landArea, buildingArea].map((area) => Math.round(area ?? 0))).toEqual([331, 92])
  })

  test('a mapping names the joined columns', async () => {
    const mapping = parseMapping(
      '{"columns":{"id":"k","Property Location":"q 甲","Building - Layout":"q 乙"}}',
    )
    const { report } = await importInto(db, `k,q,\n,甲,乙\nA,${AT},4DK\n`, { mapping })
    expect(report).toMatchObject({ read: 1, added: 1 })
    expect(await onlyListing()).toMatchObject({ location: AT, layout: '4DK' })
  })

  test('a title over a header, and a first house without numbers, are no part of the header', async () => {
    const csv = `空き家一覧,,2026年現在\n番号,所在地,価格,備考\nA,${AT},応談,\nB,${AT},480万円,\n`
    const { report } = await importInto(db, csv)
    expect(report).toMatchObject({ read: 2, added: 2 })
    expect(report.columns?.[0]).toEqual({ column: '番号', field: 'id' })
  })
})
