import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { Id } from '#contract/values.ts'
import type { Database } from '#server/db/database.ts'
import { listingChanges, listingPhotos, listings, sources } from '#server/db/schema.ts'
import { openImages } from '#server/images/images.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { testDatabase } from '#tests/support/database.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { jpeg, truncate } from '#tests/support/pictures.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

async function find(id: string) {
  const [listing] = await db.select().from(listings).where(eq(listings.id, id))
  if (!listing) throw new Error(`There is no listing ${id}`)
  return listing
}

function revision() {
  return openCatalogue(db, { freshFor: 0 }).revision()
}

const none = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, rejected: 0 }
const A_YEAR_LATER = new Date(TODAY.getTime() + 365 * 86_400_000)

describe('when a record of a file is imported', () => {
  test('an imported record becomes a listing, field by field', async () => {
    const record = {
      _id: 'house-1',
      'Property Type': '一戸建て',
      'Property Location': '兵庫県神戸市北区有馬町1-2',
      Prefecture: 'Hyōgo Prefecture',
      'Sale Price': '$40,000',
      'Sale Price Yen': '580万円',
      'Building - Layout': '４ＬＤＫ',
      'Building - Area': '98.54㎡（29.80坪）',
      'Land - Area': '２００㎡',
      'Building - Construction Date': '昭和50年7月',
      'Building - Structure': '木造',
      createdAt: '2025-03-31T09:00:00Z',
      Transportation: '神戸電鉄有馬線 有馬温泉駅 徒歩12分 / バス停 徒歩3分',
      'Contact Number': 'TEL：078-000-0000',
      'Reference URL': 'https://example.jp/houses/1',
      link: 'https://portal.example/1',
      images: [],
    }
    const { problems } = await importInto(db, [record], { source: 'Tanba' })
    expect(problems).toEqual([])
    expect(await find('house-1')).toMatchObject({
      source: 'Tanba',
      propertyType: 'House',
      location: '兵庫県神戸市北区有馬町1-2',
      prefecture: 'hyogo',
      city: '神戸市北区',
      priceYen: 5_800_000,
      priceCents: 4_000_000,
      layout: '4LDK',
      buildingArea: 98.54,
      buildingAreaText: null,
      landArea: 200,
      constructionYear: 1975,
      constructionText: 'July 1975',
      structure: 'Wood',
      transportation:
        'Shintetsu Arima Line, Arima-Onsen Station: 12 min walk · 神戸電鉄有馬線 有馬温泉駅 徒歩12分 / Bus stop: 3 min walk · バス停 徒歩3分',
      contactNumber: '078-000-0000',
      referenceUrl: 'https://example.jp/houses/1',
      link: 'https://portal.example/1',
      createdAt: new Date('2025-03-31T09:00:00Z'),
      withdrawnAt: null,
      raw: record,
    })
  })

  test('a listing keeps the text of unreadable values of its record, and the report of the import counts them', async () => {
    const { report, problems } = await importInto(db, [
      houseRecord({
        'Sale Price Yen': '0',
        'Building - Area': '約百坪',
        'Land - Area': '0.0',
        'Building - Construction Date': '昭和初期',
        'Building - Layout': '4LDK+WIC',
      }),
    ])
    expect(await find('house-1')).toMatchObject({
      priceYen: null,
      priceCents: null,
      buildingArea: null,
      buildingAreaText: '約百坪',
      landArea: null,
      landAreaText: null,
      constructionYear: null,
      constructionText: '昭和初期',
      layout: '4LDK',
      layoutText: '4LDK+WIC',
    })
    expect(report.unknown).toMatchObject({
      'Sale Price Yen': { blank: 0, unread: 1 },
      'Building - Area': { blank: 0, unread: 1 },
      'Land - Area': { blank: 0, unread: 1 },
      'Building - Construction Date': { blank: 0, unread: 1 },
      Prefecture: { blank: 1, unread: 0 },
    })
    expect(problems).toContainEqual({
      line: 1,
      outcome: 'value unknown',
      field: 'Building - Area',
      value: '約百坪',
      reason: 'cannot be read as an area',
    })
  })

  test('an imported record with only hostile values is rejected, without stopping the import', async () => {
    const deep = `{"_id":"deep","Prefecture":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const infinite = '{"_id":"infinite","Sale Price":1e309,"Land - Area":-1e309}'
    const polluting = '{"__proto__":{"_id":"polluted","Prefecture":"Hyogo"},"constructor":1}'
    const hostile = ['\0', '\ud800', 'x'.repeat(100_000), [['a']], { $gt: '' }, true, 1e308, -1]
    const fields = [...Object.keys(houseRecord()), 'Sale Price', 'Land - Area', 'images', 'link']
    const records = hostile.map((value, at) => ({
      ...Object.fromEntries(fields.map((field) => [field, value])),
      _id: `hostile-${at}`,
      'Property Location': ['\0'],
    }))
    const lines = [houseRecord({ _id: 'first' }), ...records, {}, houseRecord({ _id: 'last' })]
    const { report, problems } = await importInto(
      db,
      [deep, infinite, polluting, ...lines.map((line) => JSON.stringify(line))].join('\n'),
    )
    expect(report).toMatchObject({ added: 2, rejected: hostile.length + 4 })
    expect(problems.every(({ reason, value }) => reason !== '' && value.length < 100)).toBe(true)
    expect((await find('first')).priceYen).toBe(5_800_000)
    expect((await find('last')).priceYen).toBe(5_800_000)
  })

  test('before an import stores a record, it replaces characters that the database refuses', async () => {
    const record = houseRecord({ link: 'a\0b', note: { 'k\ud800': ['\udc00'] }, number: 1e308 })
    await importInto(db, [record])
    expect(await find('house-1')).toMatchObject({
      link: null,
      // The values of nested objects are stored under their paths.
      raw: { link: 'a\ufffdb', 'note.k\ufffd': ['\ufffd'], number: 1e308 },
    })
  })

  test('an imported record never becomes a link that runs a script (check 37)', async () => {
    const script = 'javascript:alert(1)'
    await importInto(db, [houseRecord({ link: script, 'Reference URL': script })])
    expect(await find('house-1')).toMatchObject({ link: null, referenceUrl: null })
  })
})

describe('when an import gives a listing its id', () => {
  test('the id of an imported listing is its _id, or is derived from its source and its identifying fields', async () => {
    const { _id, ...house } = houseRecord()
    const records = [
      { ...house, _id: 'kept-1' },
      { ...house, _id: 42 },
      { ...house, _id: 'cannot stand in an address/1' },
      { ...house, _id: '..' },
      { ...house, id: 'kept-1' },
      { ...house, 'Reference URL': 'https://example.jp/1' },
    ]
    const { report } = await importInto(db, records)
    expect(report.added).toBe(records.length)
    const ids = (await db.select({ id: listings.id }).from(listings)).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['kept-1', '42']))
    expect(ids.every((id) => Id.safeParse(id).success && id !== '..')).toBe(true)
    expect((await importInto(db, records)).report).toMatchObject({ unchanged: records.length })
    expect((await importInto(db, [{ ...house, id: 7 }], { source: 'one' })).report.added).toBe(1)
    expect((await importInto(db, [{ ...house, id: 7 }], { source: 'two' })).report.added).toBe(1)
  })

  test('a listing id such as "cities" is replaced, because /listings/cities is the address of another endpoint', async () => {
    const words = ['cities', 'marks']
    await importInto(
      db,
      words.map((_id) => houseRecord({ _id })),
    )
    const ids = (await db.select({ id: listings.id }).from(listings)).map(({ id }) => id)
    expect(ids).toHaveLength(words.length)
    for (const word of words) expect(ids).not.toContain(word)
  })

  test('if several records of a file have the same id, the import adds the first record and rejects the others', async () => {
    const records = [houseRecord(), houseRecord({ 'Sale Price Yen': 1 })]
    for (const expected of [{ added: 1 }, { unchanged: 1 }]) {
      const { report, problems } = await importInto(db, records)
      expect(report).toMatchObject({ ...none, ...expected, rejected: 1 })
      expect(problems).toMatchObject([{ field: '_id', value: 'house-1' }])
    }
    expect((await find('house-1')).priceYen).toBe(5_800_000)
  })

  test('a listing id stays with the source that already has it', async () => {
    await importInto(db, [houseRecord()], { source: 'one' })
    const { report, problems } = await importInto(db, [houseRecord({ 'Sale Price Yen': 1 })], {
      source: 'two',
    })
    expect(report).toMatchObject({ ...none, rejected: 1 })
    expect(problems).toMatchObject([
      { field: '_id', reason: 'belongs to a listing of another source' },
    ])
    expect(await find('house-1')).toMatchObject({ source: 'one', priceYen: 5_800_000 })
  })

  test('when several sources import the same id at once, only one source gets the id', async () => {
    const records = Array.from({ length: 300 }, (_, at) => houseRecord({ _id: `house-${at}` }))
    const files = [records, records.toReversed(), records, records.toReversed()]
    const imports = await Promise.all(
      files.map((file, at) => importInto(db, file, { source: `source ${at}` })),
    )
    const sum = (count: 'added' | 'rejected') =>
      imports.reduce((total, { report }) => total + report[count], 0)
    expect([sum('added'), sum('rejected')]).toEqual([300, 900])
    expect(await db.$count(listings)).toBe(300)
  })
})

function priceChanges() {
  return db.select().from(listingChanges).where(eq(listingChanges.kind, 'price'))
}

describe('when a file is imported again', () => {
  const records = [
    houseRecord({ 'Building - Construction Date': '築49年' }),
    houseRecord({ _id: 'house-2' }),
  ]

  test('importing the same file again changes nothing, even a year later', async () => {
    expect((await importInto(db, records)).report).toMatchObject({ ...none, added: 2 })
    const [before, revisionBefore] = [await find('house-1'), await revision()]
    const { report } = await importInto(db, records, { now: A_YEAR_LATER })
    expect(report).toMatchObject({ ...none, unchanged: 2 })
    expect(await find('house-1')).toEqual(before)
    expect(await revision()).toBe(revisionBefore)
  })

  test("importing again updates changed values, records the old price, and raises the catalogue's revision", async () => {
    await importInto(db, records)
    const revisionBefore = await revision()
    const cheaper = [houseRecord({ 'Sale Price Yen': '480万円' }), records[1] ?? {}]
    const { report } = await importInto(db, cheaper, { now: A_YEAR_LATER })
    expect(report).toMatchObject({ ...none, changed: 1, unchanged: 1 })
    expect(await find('house-1')).toMatchObject({
      priceYen: 4_800_000,
      createdAt: TODAY,
      updatedAt: A_YEAR_LATER,
    })
    expect(await priceChanges()).toMatchObject([
      {
        listingId: 'house-1',
        before: { priceYen: 5_800_000 },
        after: { priceYen: 4_800_000 },
        changedAt: A_YEAR_LATER,
      },
    ])
    expect(await revision()).toBeGreaterThan(revisionBefore)
  })

  test('an import at another exchange rate updates the dollar amount of a yen price, but records no price change', async () => {
    const inDollars = houseRecord({ _id: 'usd', 'Sale Price Yen': '', 'Sale Price': 40_000 })
    await importInto(db, [houseRecord(), inDollars], { jpyPerUsd: 150 })
    const { report } = await importInto(db, [houseRecord(), inDollars], { jpyPerUsd: 145 })
    expect(report).toMatchObject({ ...none, changed: 1, unchanged: 1 })
    expect(await find('house-1')).toMatchObject({ priceYen: 5_800_000, priceCents: 4_000_000 })
    expect(await find('usd')).toMatchObject({ priceYen: null, priceCents: 4_000_000 })
    expect(await priceChanges()).toEqual([])
  })

  test('importing again updates a price that was stated only in dollars', async () => {
    const at = (price: number) => [houseRecord({ 'Sale Price Yen': '', 'Sale Price': price })]
    await importInto(db, at(40_000))
    await importInto(db, at(30_000))
    expect(await priceChanges()).toMatchObject([
      { before: { priceYen: 6_000_000 }, after: { priceYen: 4_500_000 } },
    ])
  })
})

describe('when a full import runs', () => {
  const both = [houseRecord(), houseRecord({ _id: 'house-2' })]

  test('a full import withdraws the listings of its source that are missing in the file, and no others', async () => {
    await importInto(db, both)
    await importInto(db, [houseRecord({ _id: 'other' })], { source: 'other' })
    const before = await revision()
    const { report } = await importInto(db, [houseRecord()], { full: true, now: A_YEAR_LATER })
    expect(report).toMatchObject({ ...none, unchanged: 1, withdrawn: 1 })
    expect(await revision()).toBeGreaterThan(before)
    expect((await find('house-2')).withdrawnAt).toEqual(A_YEAR_LATER)
    expect((await find('house-1')).withdrawnAt).toBeNull()
    expect((await find('other')).withdrawnAt).toBeNull()
    const again = await importInto(db, [houseRecord()], { full: true })
    expect(again.report).toMatchObject({ ...none, unchanged: 1, withdrawn: 0 })
  })

  test('an import without the option “full” withdraws nothing', async () => {
    await importInto(db, both)
    expect((await importInto(db, [houseRecord()])).report.withdrawn).toBe(0)
    expect((await find('house-2')).withdrawnAt).toBeNull()
  })

  test('a withdrawn listing is available again after a later import contains it', async () => {
    await importInto(db, both)
    await importInto(db, [houseRecord()], { full: true })
    const before = await revision()
    const { report } = await importInto(db, both)
    expect(report).toMatchObject({ ...none, changed: 1, unchanged: 1 })
    expect((await find('house-2')).withdrawnAt).toBeNull()
    expect(await revision()).toBeGreaterThan(before)
  })

  test.each([
    ['that is cut off', `[${JSON.stringify(houseRecord())}`, 'the file is cut off'],
    ['with a broken record', `[${JSON.stringify(houseRecord())},{"_id":}]`, 'could not be read'],
    ['without any valid record', '[]', 'no record in the file could be imported'],
  ])('a full import of a file %s withdraws nothing, and says why', async (_, content, reason) => {
    await importInto(db, both)
    const { report } = await importInto(db, content, { full: true })
    expect(report.withdrawn).toBe(0)
    expect(report.notes.join()).toContain(reason)
    expect((await find('house-2')).withdrawnAt).toBeNull()
  })
})

test('a dry run of an import reports the same counts as the import, and writes nothing', async () => {
  await importInto(db, [houseRecord(), houseRecord({ _id: 'gone' })])
  const before = await db.select().from(listings)
  const file = [houseRecord({ 'Sale Price Yen': 1 }), houseRecord({ _id: 'new' }), { _id: 'bad' }]
  const options = { full: true, dryRun: true }
  const dry = await importInto(db, [...file.slice(0, 2)], options)
  expect(dry.report).toMatchObject({ ...none, added: 1, changed: 1, withdrawn: 1 })
  expect((await importInto(db, file, { dryRun: true })).report.rejected).toBe(1)
  await importInto(db, file, { dryRun: true, source: 'never seen' })
  expect(await db.select().from(listings)).toEqual(before)
  expect(await db.$count(listingChanges)).toBe(2)
  expect(await db.$count(sources)).toBe(1)
  const wet = await importInto(db, [...file.slice(0, 2)], { full: true })
  expect(wet.report).toMatchObject({ ...none, added: 1, changed: 1, withdrawn: 1 })
})

describe('when an import has photos', () => {
  let folder: string
  let images: ReturnType<typeof openImages>
  beforeEach(() => {
    folder = testDirectory()
    images = openImages(testDirectory())
  })

  async function photosOf(listingId: string) {
    return db
      .select()
      .from(listingPhotos)
      .where(eq(listingPhotos.listingId, listingId))
      .orderBy(listingPhotos.position)
  }

  test('an import finds photos by name, path or the end of an address, and keeps their order in the record', async () => {
    mkdirSync(join(folder, 'deep/er'), { recursive: true })
    writeFileSync(join(folder, 'one.jpg'), await jpeg(40, 30))
    writeFileSync(join(folder, 'deep/er/two.png'), await jpeg(41, 30))
    writeFileSync(join(folder, 'three 3.jpg'), await jpeg(42, 30))
    const names = [
      'one.jpg',
      'https://example.jp/deep/er/two.png?size=full',
      'https://example.jp/elsewhere/three%203.jpg',
    ]
    const record = houseRecord({ images: names })
    const { report } = await importInto(db, [record], { photos: folder, images })
    expect(report.photos).toMatchObject({ stored: 3, missing: 0, broken: 0, refused: 0 })
    const photos = await photosOf('house-1')
    expect(photos.map(({ width }) => width)).toEqual([40, 41, 42])
    expect(photos[0]?.thumbhash).toMatch(/^[\w+/=]{10,}$/)
    expect(await images.read(photos[0]?.path ?? '')).not.toBeNull()
    const again = await importInto(db, [record], { photos: folder, images })
    expect(again.report).toMatchObject({ ...none, unchanged: 1 })
  })

  test('an import skips and reports photos that are missing, broken or outside the folder', async () => {
    const outside = join(testDirectory(), 'secret.jpg')
    writeFileSync(outside, await jpeg())
    symlinkSync(outside, join(folder, 'link.jpg'))
    writeFileSync(join(folder, 'broken.jpg'), (await jpeg()).subarray(0, 200))
    writeFileSync(join(folder, 'page.jpg'), '<html>')
    mkdirSync(join(folder, 'folder.jpg'))
    writeFileSync(join(folder, 'good.jpg'), await jpeg())
    const traversal = ['../secret.jpg', 'a/../../secret.jpg', '..\\secret.jpg', 'link.jpg']
    const encoded = 'https://example.jp/..%2F..%2Fsecret.jpg'
    const names = [
      ...['missing.jpg', 'broken.jpg', 'page.jpg', 'folder.jpg', outside, 'a\0b.jpg'],
      ...[...traversal, encoded, 'good.jpg'],
    ]
    const { report, problems } = await importInto(
      db,
      [
        houseRecord({ images: names }),
        houseRecord({ _id: 'house-2', images: [1, '', 'good.jpg'] }),
      ],
      { photos: folder, images },
    )
    expect(report.photos).toMatchObject({ stored: 2, missing: 3, broken: 3, refused: 5 })
    expect(await photosOf('house-1')).toHaveLength(1)
    expect(problems).toContainEqual({
      line: 1,
      outcome: 'photo skipped',
      field: 'images',
      value: '../secret.jpg',
      reason: 'is outside of the folder',
    })
  })

  test('a photo that lacks its last bytes is stored as far as it decodes, and the report says so', async () => {
    writeFileSync(join(folder, 'half.jpg'), truncate(await jpeg()))
    const { report, problems } = await importInto(db, [houseRecord({ images: ['half.jpg'] })], {
      ...{ photos: folder, images },
    })
    expect(report.photos).toMatchObject({ stored: 1, broken: 0 })
    expect(problems).toEqual([
      {
        ...{ line: 1, outcome: 'photo incomplete', field: 'images', value: 'half.jpg' },
        reason: 'lacks its last bytes. The part that could be read is shown',
      },
    ])
  })

  test('a listing keeps its photos if a later import has no photo folder, or if the photos are missing in the folder', async () => {
    writeFileSync(join(folder, 'one.jpg'), await jpeg())
    const record = houseRecord({ images: ['one.jpg'] })
    await importInto(db, [record], { photos: folder, images })
    await db.update(listingPhotos).set({ avif: true })
    for (const options of [{}, { photos: testDirectory(), images }]) {
      expect((await importInto(db, [record], options)).report).toMatchObject({ unchanged: 1 })
      expect(await photosOf('house-1')).toHaveLength(1)
    }

    writeFileSync(join(folder, 'two.jpg'), await jpeg(50, 50))
    const more = houseRecord({ images: ['two.jpg', 'one.jpg'] })
    await importInto(db, [more], { photos: folder, images })
    expect((await photosOf('house-1')).map(({ avif }) => avif)).toEqual([false, true])
    await importInto(db, [houseRecord({ images: [] })], { photos: folder, images })
    expect(await photosOf('house-1')).toEqual([])
  })

  test('an import does not download photos from the web (check 44)', async () => {
    const { report } = await importInto(db, [houseRecord({ images: ['https://example.jp/1.jpg'] })])
    expect(report.photos).toMatchObject({ stored: 0, notFetched: 1 })
  })

  test('photos may be listed in one CSV field, in any of three notations', async () => {
    writeFileSync(join(folder, 'a.jpg'), await jpeg(40, 40))
    writeFileSync(join(folder, 'b.jpg'), await jpeg(50, 50))
    const csv = [
      '_id,Prefecture,images',
      '1,Hyogo,a.jpg|b.jpg',
      '2,Hyogo,"a.jpg\nb.jpg"',
      '3,Hyogo,"[""a.jpg"", ""b.jpg""]"',
    ].join('\n')
    await importInto(db, csv, { photos: folder, images })
    for (const id of ['1', '2', '3']) expect(await photosOf(id)).toHaveLength(2)
  })

  test('an import refuses a missing photo folder before it writes anything', async () => {
    const importing = importInto(db, [houseRecord()], { photos: join(folder, 'nowhere'), images })
    await expect(importing).rejects.toMatchObject({ status: 422 })
    expect(await db.$count(listings)).toBe(0)
  })
})

test('a first import collects the statistics of the planner, so that it uses an index to compare each new listing', async () => {
  await db.execute(sql`
    update pg_class set reltuples = 0, relpages = 1 where oid = 'listings'::regclass
  `)
  const records = Array.from({ length: 600 }, (_, at) => houseRecord({ _id: `house-${at}` }))
  // Without the new statistics, the import runs into the timeout of the test.
  expect((await importInto(db, records)).report).toMatchObject({ added: 600 })
  const { rows } = await db.execute<{ rows: number }>(sql`
    select reltuples::int as rows from pg_class where oid = 'listings'::regclass
  `)
  expect(rows[0]?.rows).toBeGreaterThan(100)
})

test('an import in many batches leaves no record out', async () => {
  const records = Array.from({ length: 1777 }, (_, at) => houseRecord({ _id: `house-${at}` }))
  expect((await importInto(db, records)).report).toMatchObject({ read: 1777, added: 1777 })
  expect((await importInto(db, records)).report).toMatchObject({ unchanged: 1777 })
  const { report } = await importInto(db, records.slice(0, 700), { full: true })
  expect(report).toMatchObject({ unchanged: 700, withdrawn: 1077 })
})
