import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { openImages } from '#server/images/images.ts'
import { testDatabase } from '#tests/support/database.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { testDirectory } from '#tests/support/test-directory.ts'
import { formula, pronounced, styled, workbook } from '#tests/support/workbook.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

const HEADER = ['物件番号', '所在地', '価格', '間取り']
const HOUSE = ['A-1', '長野県阿南町富草1', '250万円', '5DK']
const CSV = `${HEADER.join(',')}\n${HOUSE.join(',')}\n`

async function onlyListing() {
  const [listing, ...others] = await db.select().from(listings)
  expect(others).toEqual([])
  if (!listing) throw new Error('Nothing was imported')
  return listing
}

async function expectHouse(content: Parameters<typeof importInto>[1]) {
  const { report } = await importInto(db, content)
  expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
  expect(await onlyListing()).toMatchObject({
    ...{ location: '長野県阿南町富草1', priceYen: 2_500_000, layout: '5DK' },
  })
  return report
}

async function refusalOf(content: Parameters<typeof importInto>[1]) {
  const error: unknown = await importInto(db, content).catch((reason) => reason)
  expect(error).toBeInstanceOf(Refusal)
  expect(await db.$count(listings)).toBe(0)
  return error instanceof Refusal ? error.detail : ''
}

describe('when a list in JSON is wrapped in objects', () => {
  const house = houseRecord({ 'Property Location': '長野県阿南町富草1' })

  test.each([
    ['value', { total: 1, value: [house] }],
    ['results', { results: [house], count: 1 }],
    ['elementList', { elementList: [house] }],
    ['a name that nobody knows', { page: 1, bukkens: [house] }],
    ['several objects', { status: 'ok', response: { data: { items: [house] } } }],
    [
      'objects beside which other lists stand',
      { filters: [1], data: { tags: ['a'], rows: [house] } },
    ],
    ['objects named by their ids', { a: house, b: houseRecord({ _id: 'house-2' }) }],
  ])('the importer finds the list in %s', async (_, wrapped) => {
    for (const text of [JSON.stringify(wrapped), JSON.stringify(wrapped, null, 2)]) {
      const { report } = await importInto(db, text, { dryRun: true })
      expect(report).toMatchObject({ read: report.added, rejected: 0, notes: [] })
      expect(report.added).toBeGreaterThan(0)
    }
  })

  test('a wrapped list may be longer than any record', async () => {
    const houses = Array.from({ length: 20_000 }, (_, at) => houseRecord({ _id: `house-${at}` }))
    const { report } = await importInto(db, JSON.stringify({ meta: {}, value: houses }), {
      dryRun: true,
    })
    expect(report).toMatchObject({ read: 20_000, added: 20_000, rejected: 0, notes: [] })
  })

  test('a wrapped list that is cut off is reported, and its whole records are added', async () => {
    const text = JSON.stringify({ total: 2, value: [house, houseRecord({ _id: 'b' })] }, null, 1)
    const { report } = await importInto(db, text.slice(0, -30))
    expect(report).toMatchObject({ added: 1, rejected: 1 })
    expect(report.notes.join()).toMatch(/last record in the file is incomplete/)
  })

  test('one object on many lines is one house, although it has lists of its own', async () => {
    const photos = [{ url: 'https://example.com/1.jpg' }]
    const { report } = await importInto(db, JSON.stringify({ ...house, items: photos }, null, 2))
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
  })

  test('a feature of GeoJSON is a house with the properties and the id of the feature', async () => {
    const feature = {
      type: 'Feature',
      id: 7,
      geometry: { type: 'Point', coordinates: [137.8, 35.3] },
      properties: { address: '長野県阿南町富草1', price: '250万円', layout: '5DK' },
    }
    await expectHouse(JSON.stringify({ type: 'FeatureCollection', features: [feature] }, null, 1))
  })
})

describe('when a file has another encoding', () => {
  test.each([
    ['UTF-16 with a byte order mark', iconv.encode(`\ufeff${CSV}`, 'utf-16le')],
    ['UTF-16 without one', iconv.encode(CSV, 'utf-16le')],
    ['UTF-16, big-endian', iconv.encode(CSV, 'utf-16be')],
    ['Shift_JIS', iconv.encode(CSV, 'shift_jis')],
    ['EUC-JP', iconv.encode(CSV, 'euc-jp')],
  ])('the importer reads %s', async (_, bytes) => {
    await expectHouse(bytes)
  })

  test('a Unicode text as Excel saves it, in UTF-16 with tabs, is read', async () => {
    await expectHouse(iconv.encode(`\ufeff${CSV.replaceAll(',', '\t')}`, 'utf-16le'))
  })

  test.each([
    ['windows-1252', 'id,address,price\n1,Préfecture de Nagano à côté,¥5000000\n'],
    ['gbk', '编号,地址,价格\n1,长野县阿南町富草1号,250万日元\n2,长野县阿南町富草2号,三百万日元\n'],
    ['big5', '編號,地址,價格\n1,長野縣阿南町富草,250萬\n2,這是一個房子,300萬\n'],
    ['euc-kr', '번호,주소,가격\n1,나가노현 아난초 도미쿠사,250만엔\n'],
  ])('a file in %s is refused, because its characters would become others', async (name, text) => {
    expect(await refusalOf(iconv.encode(text, name))).toContain('not a text in UTF-8')
  })
})

describe('when a file is compressed', () => {
  test('a table is read from gzip, from a ZIP archive, and from gzip in an archive', async () => {
    const archive = zipSync({
      '一覧/houses.csv': strToU8(CSV),
      '__MACOSX/._houses.csv': strToU8('x'),
    })
    for (const bytes of [gzipSync(CSV), archive, zipSync({ 'a.csv.gz': gzipSync(CSV) })]) {
      const { report } = await importInto(db, bytes, { dryRun: true })
      expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
    }
    await expectHouse(gzipSync(workbook({ 物件: [HEADER, HOUSE] })))
  })

  test('the pictures in an archive become the photos of the houses that name them', async () => {
    const images = openImages(testDirectory())
    const csv =
      '物件番号,所在地,価格,写真\nA-1,長野県阿南町富草1,250万円,外観.jpg|img/2.jpg|3.jpg\n'
    const archive = zipSync({
      'data/houses.csv': iconv.encode(csv, 'shift_jis'),
      'data/photos/外観.jpg': await jpeg(41),
      'data/img/2.jpg': await jpeg(42),
    })
    const { report } = await importInto(db, archive, { images })
    expect(report.photos).toMatchObject({ stored: 2, missing: 1, notFetched: 0 })
  })

  test('a picture whose name Windows has written in Shift_JIS is found', async () => {
    const images = openImages(testDirectory())
    const csv = '物件番号,所在地,価格,写真\nA-1,長野県阿南町富草1,250万円,外観.jpg\n'
    const archive = zipSync({ 'h.csv': strToU8(csv), 'abcd.jpg': await jpeg(41) })
    const renamed = Buffer.from(archive)
      .toString('latin1')
      .replaceAll('abcd.jpg', iconv.encode('外観.jpg', 'shift_jis').toString('latin1'))
    const { report } = await importInto(db, Buffer.from(renamed, 'latin1'), { images })
    expect(report.photos).toMatchObject({ stored: 1, missing: 0 })
  })
})

describe('when a file is an Excel workbook', () => {
  test('the importer reads the texts and numbers of its cells', async () => {
    const header = ['物件番号', '所在地', '価格[万円]', '間取り', '建物面積']
    await importInto(
      db,
      workbook({ 物件: [header, ['A-1', HOUSE[1] ?? '', 250, '5DK', 98.540000000000006]] }),
    )
    expect(await onlyListing()).toMatchObject({ priceYen: 2_500_000, buildingArea: 98.54 })
  })

  test('of two sheets the one with houses is read, and the report names both', async () => {
    const { report } = await importInto(
      db,
      workbook({
        はじめに: [['この表について'], ['令和8年10月現在']],
        物件一覧: [['空き家の一覧'], HEADER, HOUSE, ['合計', '1件']],
      }),
    )
    expect(report).toMatchObject({ read: 1, added: 1, rejected: 0 })
    expect(report.notes).toEqual([
      'The houses are from the sheet “物件一覧”. Not read: “はじめに”.',
    ])
  })

  test('a hidden sheet is read only if no other sheet has houses', async () => {
    const hidden = { rows: [HEADER, ['OLD', ...HOUSE.slice(1)]], state: 'hidden' as const }
    const { report } = await importInto(db, workbook({ 旧: hidden, 新: [HEADER, HOUSE] }))
    expect(report.notes.join()).toContain('from the sheet “新”')
  })

  test('a date that is stored as a number is a date, in each of the formats of Excel', async () => {
    const formats = [
      'yyyy/m/d',
      '[$-411]ggge"年"m"月"',
      'yyyy"年"',
      '#,##0"万円"',
      '0.00"㎡"',
      '[$¥-411]#,##0',
    ]
    const rows = [
      ['物件番号', '所在地', '価格', '築年月', '建物面積', '土地面積'],
      ['A-1', '長野県阿南町富草1', styled(250, 4), styled(27_089, 1), styled(98.5, 5), 120],
      ['A-2', '長野県阿南町富草2', styled(3_000_000, 6), styled(27_089, 2), 88, 120],
      ['A-3', '長野県阿南町富草3', '120万円', styled(27_089, 3), 77, 120],
    ]
    const { problems } = await importInto(db, workbook({ 物件: rows }, { formats }))
    expect(problems).toEqual([])
    const found = await db
      .select({
        yen: listings.priceYen,
        year: listings.constructionYear,
        text: listings.constructionText,
      })
      .from(listings)
      .orderBy(listings.location)
    expect(found).toEqual([
      { yen: 2_500_000, year: 1974, text: 'March 1974' },
      { yen: 3_000_000, year: 1974, text: 'March 1974' },
      { yen: 1_200_000, year: 1974, text: '1974' },
    ])
  })

  test('a workbook of the Macintosh counts its days from 1904', async () => {
    const rows = [
      ['物件番号', '所在地', '築年月'],
      ['A-1', '長野県', styled(25_627, 1)],
    ]
    await importInto(db, workbook({ 物件: rows }, { formats: ['yyyy/m/d'], date1904: true }))
    expect(await onlyListing()).toMatchObject({ constructionYear: 1974 })
  })

  test('a formula has its last value, and the pronunciation of a text is left out', async () => {
    const rows = [
      HEADER,
      ['A-1', pronounced('長野県阿南町富草1', 'ナガノケン'), formula('A1*10000', 2_500_000), '5DK'],
    ]
    await expectHouse(workbook({ 物件: rows }))
  })

  test('a cell that is merged over several rows has its value in each of them', async () => {
    const rows = [
      ['所在地', '物件番号', '価格'],
      ['長野県阿南町', 'A-1', '250万円'],
      [null, 'A-2', '300万円'],
      ['長野県飯田市', 'A-3', '80万円'],
    ]
    await importInto(db, workbook({ 物件: { rows, merged: ['A2:A3', 'A1:A1'] } }))
    const found = await db
      .select({ at: listings.location })
      .from(listings)
      .orderBy(listings.priceYen)
    expect(found.map(({ at }) => at)).toEqual(['長野県飯田市', '長野県阿南町', '長野県阿南町'])
  })

  test('a workbook without houses is refused with the names that it has', async () => {
    expect(
      await refusalOf(
        workbook({
          表: [
            ['a', 'b'],
            ['1', '2'],
          ],
        }),
      ),
    ).toContain('Found: a, b')
  })
})

test('the delimiter that the first line states is used', async () => {
  await expectHouse(`sep=;\n${CSV.replaceAll(',', ';')}`)
  const titled = `sep=|\n${HEADER.join('|')}\nA-1|長野県阿南町富草1|250万円|5DK\n`
  const { report } = await importInto(db, titled)
  expect(report).toMatchObject({ unchanged: 1, rejected: 0 })
})

describe('when a file is hostile or of another kind', () => {
  const bomb = Buffer.concat([
    Buffer.from(CSV.slice(0, CSV.indexOf('\n') + 1)),
    Buffer.alloc(200_000_000, '\n'),
  ])

  test.each<[string, () => Uint8Array, RegExp]>([
    ['a bomb in gzip', () => gzipSync(bomb), /unfolds to more than 200 times its size.*Save/],
    ['a bomb in a ZIP archive', () => zipSync({ 'a.csv': bomb }), /unfolds to more than 200/],
    ['a ZIP archive that lies about its size', () => lyingArchive(), /damaged or cut off/],
    [
      'an archive in archives',
      () => gzipSync(gzipSync(gzipSync(gzipSync(CSV)))),
      /Unpack it first/,
    ],
    [
      'an archive that is cut off',
      () => zipSync({ 'a.csv': strToU8(CSV) }).subarray(0, 100),
      /cut off/,
    ],
    ['gzip that is cut off', () => gzipSync(CSV).subarray(0, 30), /cut off/],
    ['an archive without a table', () => zipSync({ 'a.jpg': strToU8('x') }), /no table of houses/],
    [
      'an archive of two tables',
      () => zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) }),
      /2 tables: a\.csv, b\.csv/,
    ],
    ['an encrypted archive', () => encryptedArchive(), /has a password/],
    [
      'an Excel file of before 2007',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /Excel workbook/,
    ],
    [
      'an OpenDocument',
      () => zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<a/>') }),
      /OpenDocument/,
    ],
    ['a PDF', () => strToU8('%PDF-1.7\n'), /a PDF/],
    ['a damaged workbook', () => damagedWorkbook('<row><c>'), /workbook is damaged/],
    ['a workbook with cells far apart', () => distantCells(), /more rows, columns or texts/],
    ['a workbook whose entities multiply', () => entityBomb(), /workbook is damaged/],
    [
      'a line of a million columns',
      () => strToU8(`${'a,'.repeat(1_000_000)}\n`),
      /Found: none|columns/,
    ],
  ])('%s is refused with a sentence', async (_, content, sentence) => {
    expect(await refusalOf(content())).toMatch(sentence)
  })

  test('one line without an end is refused before it fills the memory', async () => {
    let megabytes = 0
    async function* endless() {
      for (; megabytes < 500; megabytes += 1) yield Buffer.alloc(1_000_000, 'x')
    }
    expect(await refusalOf(endless())).toMatch(/does not name the columns/)
    expect(megabytes).toBeLessThan(10)
  })

  test('an object without an end, whose list nobody knows, is read only up to the limit of a record', async () => {
    let megabytes = 0
    async function* endless() {
      yield Buffer.from('{"a": "')
      for (; megabytes < 500; megabytes += 1) yield Buffer.alloc(1_000_000, 'x')
    }
    const { report, problems } = await importInto(db, endless())
    expect(report).toMatchObject({ added: 0, rejected: 1 })
    expect(problems[0]?.reason).toMatch(/Save the list of houses alone/)
    expect(megabytes).toBeLessThan(10)
  })

  test('names of the language change nothing but their record', async () => {
    const text =
      '[{"_id":"a","Prefecture":"Hyogo","__proto__":{"admin":true},"constructor":1,"toString":2}]'
    const { report } = await importInto(db, text)
    expect(report).toMatchObject({ added: 1, rejected: 0 })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    const csv = '__proto__,_id,Prefecture\nx,b,Hyogo\n'
    expect((await importInto(db, csv)).report).toMatchObject({ added: 1, rejected: 0 })
  })

  test('a text that begins as a formula stays a text', async () => {
    await importInto(db, '_id,Property Location,Sale Price Yen\na,=HYPERLINK("x"),=1+1\n')
    expect(await onlyListing()).toMatchObject({ priceYen: null })
  })
})

/** An archive whose entry claims to be 10 bytes long, and unfolds to a million. */
function lyingArchive() {
  const archive = Buffer.from(zipSync({ 'a.csv': new Uint8Array(1_000_000) }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(1_000_000)
  const claimed = Buffer.alloc(4)
  claimed.writeUInt32LE(10)
  for (let at = archive.indexOf(size); at !== -1; at = archive.indexOf(size))
    claimed.copy(archive, at)
  return archive
}

function encryptedArchive() {
  const archive = Buffer.from(zipSync({ 'a.csv': strToU8(CSV) }))
  const central = archive.indexOf(Buffer.from('504b0102', 'hex'))
  archive.writeUInt16LE(archive.readUInt16LE(central + 8) | 1, central + 8)
  return archive
}

function damagedWorkbook(sheet: string) {
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
    ),
    'xl/worksheets/a.xml': strToU8(sheet),
  })
}

/** Each row has one cell, in the last column that Excel has. */
function distantCells() {
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `<row><c r="XFD${at + 2}"><v>1</v></c></row>`,
  )
  const header = ['_id', 'Prefecture'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`)
  return damagedWorkbook(`<worksheet><row>${header.join('')}</row>${rows.join('')}</worksheet>`)
}

function entityBomb() {
  const entities = '<!ENTITY a "&b;&b;"><!ENTITY b "xxxxxxxxxx">'
  return damagedWorkbook(
    `<!DOCTYPE x [${entities}]><worksheet><row><c><v>&a;</v></c></row></worksheet>`,
  )
}
