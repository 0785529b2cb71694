import { createReadStream, openAsBlob } from 'node:fs'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyImport, getImport } from '#contract/imports.ts'
import { countPlaces, ListingSearch, searchListings } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { imports, listings, sources } from '#server/db/schema.ts'
import { LINKS_COLUMNS } from '#server/imports/reading/records/links.ts'
import { AKIYA_BANK_CSV } from '#tests/support/akiya-bank.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { importInto, uploadImport } from '#tests/support/imports.ts'
import { startServer } from '#tests/support/server.ts'

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})

test.skipIf(!AKIYA_BANK_CSV)(
  "an import of the akiya bank's published file gives the same counts as an independent count of its rows",
  async () => {
    const { report } = await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''))
    expect(report).toMatchObject({
      format: 'links',
      source: 'links-akiya-bank',
      read: 4883,
      added: 4883,
      rejected: 0,
      skipped: {
        land: 2082,
        'rent-house': 537,
        'rent-land': 165,
        'rent-commercial': 41,
        commercial: 38,
      },
      notes: [],
    })
    // Of all records, 4,617 state an amount, and three of these amounts give the house away.
    expect(report.unknown['AMOUNT/RENT']).toEqual({ blank: 4883 - 4617, unread: 0 })
    expect(await db.$count(listings, eq(listings.prefecture, 'hyogo'))).toBe(316)
    const median = sql<number>`percentile_cont(0.5) within group (order by ${listings.priceYen})`
    expect(await db.select({ median }).from(listings)).toEqual([{ median: 4_800_000 }])
    expect(await db.$count(listings, eq(listings.priceYen, 0))).toBe(3)
    expect(await db.$count(listings, eq(listings.priceYen, 1))).toBe(1)

    const again = await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''), { full: true })
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 4883, withdrawn: 0 })
  },
)

test.skipIf(!AKIYA_BANK_CSV)(
  "an upload of the akiya bank's file reports the same counts as the import command, both after the check and after the import",
  async () => {
    const path = AKIYA_BANK_CSV ?? ''
    const { report } = await importInto(db, createReadStream(path), { dryRun: true })
    const {
      seconds: _,
      dryRun: __,
      photos: ___,
      samplesRemoved: ____,
      optedOut,
      ...others
    } = report
    const counts = { ...others, opted_out: optedOut }
    const server = await startServer()
    const admin = await server.addAdmin()
    const { body } = await uploadImport(server, admin, await openAsBlob(path), {
      file_name: 'links-akiya-bank.csv',
    })
    const id = body.id
    await server.services.imports.settled()
    const checked = await server.call(admin, getImport, { id })
    expect(checked.body).toMatchObject({ state: 'checked', report: counts })
    expect(await server.services.db.$count(listings)).toBe(0)
    await server.call(admin, applyImport, { id })
    await server.services.imports.settled()
    const done = await server.call(admin, getImport, { id })
    expect(done.body).toMatchObject({ state: 'done', report: counts })
    expect(await server.services.db.$count(listings)).toBe(4883)
    expect(await server.services.db.$count(imports)).toBe(1)
  },
)

test.skipIf(!AKIYA_BANK_CSV)(
  "all categories of the akiya bank's published file can be imported",
  async () => {
    const categories = ['house', 'land', 'commercial'] as const
    const { report } = await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''), { categories })
    expect(report).toMatchObject({ read: 4883 + 2082 + 38, rejected: 0 })
    const phones = and(isNotNull(listings.contactNumber), eq(listings.propertyType, 'Land'))
    const [land] = await db.select().from(listings).where(phones)
    expect(land?.contactNumber).toBe('0164-33-2111')
  },
)

const OTHER_COLUMNS = ['FOR_OFFICE_USE', 'DISTANCE_TO_SUPERMARKET', 'DISTANCE_TO_HOSPITAL']
const HOUSE: Record<string, string> = {
  PROPERTY_NUMBER_ID: '9000002',
  PROPERTY_CATEGORY: '売買居住用',
  PREFECTURE: '岡山県',
  CITY: '笠岡市',
}

/** Builds a file of the akiya bank with one record for each set of fields. */
function bankFile(...records: Record<string, string>[]) {
  const columns = [...LINKS_COLUMNS, ...OTHER_COLUMNS]
  const rows = records.map((record, at) => {
    const fields: Record<string, string> = { ...HOUSE, PROPERTY_NUMBER_ID: `${at}`, ...record }
    return columns.map((column) => `"${fields[column] ?? ''}"`).join(',')
  })
  return `\ufeff${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

async function readHouse(fields: Record<string, string>) {
  await importInto(db, bankFile(fields))
  const [listing] = await db.select().from(listings)
  if (!listing) throw new Error('The record was not taken')
  return listing
}

test('a record of the akiya bank becomes a listing', async () => {
  const listing = await readHouse({
    'AMOUNT/RENT': '5800000',
    DATE_OF_CONSTRUCTION: '1975/7/1',
    CONSTRUCTION: 'RC(鉄筋コンクリート)',
    OCCUPATION_AREA: '98.5',
    LAYOUT: '4SLDK',
    SIZE_OF_LOT: '200',
    STRONG_POINTS: '海が見える\n問合せ（０９５０－２２－９１０５）\nhttps://example.jp/1）詳細',
    NEAREST_TRAIN_LINE: 'JR山陽本線',
    NEAREST_STATION: '笠岡',
    DISTANCE_TO_NEAREST_STATION_ON_FOOT: '960',
    FOR_OFFICE_USE: '700',
    DISTANCE_TO_SUPERMARKET: '800',
    DISTANCE_TO_HOSPITAL: '900',
  })
  expect(listing).toMatchObject({
    propertyType: 'House',
    location: '岡山県笠岡市',
    prefecture: 'okayama',
    city: '笠岡市',
    priceYen: 5_800_000,
    constructionYear: 1975,
    constructionText: 'July 1975',
    structure: 'Reinforced concrete',
    buildingArea: 98.5,
    layout: '4SLDK',
    landArea: 200,
    remarks: '海が見える\n問合せ（０９５０－２２－９１０５）\nhttps://example.jp/1）詳細',
    contactNumber: '0950-22-9105',
    referenceUrl: 'https://example.jp/1',
    transportation: 'JR Sanyo Main Line, Kasaoka Station: 12 min walk (960 m) · JR山陽本線 笠岡駅',
  })
  // In the published file, the distances stand under the wrong headers.
  expect(listing.raw).toMatchObject({
    DISTANCE_TO_ELEMENTARY_SCHOOL: '700',
    DISTANCE_TO_DRUG_STORE: '800',
    DISTANCE_TO_BANK: '900',
  })
})

test("the akiya bank's placeholder values become unknown", async () => {
  const listing = await readHouse({
    'AMOUNT/RENT': '',
    DATE_OF_CONSTRUCTION: '2045/1/1',
    CONSTRUCTION: '指定なし',
    OCCUPATION_AREA: '0.0',
    LAYOUT: 'R',
    SIZE_OF_LOT: '',
    NEAREST_STATION: '＊＊＊＊',
  })
  expect(listing).toMatchObject({
    priceYen: null,
    constructionYear: null,
    constructionText: null,
    structure: null,
    buildingArea: null,
    buildingAreaText: null,
    layout: null,
    landArea: null,
    transportation: null,
  })
})

test('a house that the akiya bank offers for 0 yen is free', async () => {
  expect(await readHouse({ 'AMOUNT/RENT': '0' })).toMatchObject({ priceYen: 0, priceCents: 0 })
})

describe('when the akiya bank states directions to a house', () => {
  test.each([
    ['JR徳島線', '穴吹', '30', 'JR Tokushima Line, Anabuki Station: 30 min walk · JR徳島線 穴吹駅'],
    ['JR徳島線', '穴吹', '31', 'JR Tokushima Line, Anabuki Station: 2.5 km · JR徳島線 穴吹駅'],
    ['JR徳島線', '穴吹', '50', 'JR Tokushima Line, Anabuki Station: 4 km · JR徳島線 穴吹駅'],
    ['JR徳島線', '穴吹', '60', 'JR Tokushima Line, Anabuki Station: 4.8 km · JR徳島線 穴吹駅'],
    [
      'JR徳島線',
      '穴吹',
      '2400',
      'JR Tokushima Line, Anabuki Station: 30 min walk (2400 m) · JR徳島線 穴吹駅',
    ],
    ['JR徳島線', '穴吹', '4000', 'JR Tokushima Line, Anabuki Station: 4 km · JR徳島線 穴吹駅'],
    ['JR徳島線', '穴吹', '9960', 'JR Tokushima Line, Anabuki Station: 10 km · JR徳島線 穴吹駅'],
    [
      'JR徳島線',
      '穴吹',
      '61',
      'JR Tokushima Line, Anabuki Station: 1 min walk (61 m) · JR徳島線 穴吹駅',
    ],
    [
      '近鉄吉野線',
      '大和上市',
      '77000',
      'Kintetsu Yoshino Line, Yamato-Kamiichi Station: 77 km · 近鉄吉野線 大和上市駅',
    ],
    ['JR高山本線', '杉崎', '200000', 'JR Takayama Main Line, Sugisaki Station · JR高山本線 杉崎駅'],
    ['JR徳島線', '', '', 'JR Tokushima Line · JR徳島線'],
    ['', '', '130', 'Unnamed stop or station, 130 m'],
    ['', '', '1250', 'Unnamed stop or station, 1.3 km'],
    ['', '', '5', 'Unnamed stop or station, 5 min walk'],
    ['バス', '＊＊＊＊', '3', 'Bus stop: 3 min walk'],
    ['A/B線', '穴吹', '', 'A・B線, Anabuki Station · 穴吹駅'],
    ['', '', '', null],
  ])(
    'the line “%s”, the station “%s” and the distance “%s” are shown as: %s',
    async (line, station, distance, expected) => {
      const listing = await readHouse({
        NEAREST_TRAIN_LINE: line,
        NEAREST_STATION: station,
        DISTANCE_TO_NEAREST_STATION_ON_FOOT: distance,
      })
      expect(listing.transportation).toBe(expected)
    },
  )
})

test('an import from the akiya bank never treats a rent as a sale price', async () => {
  const file = bankFile({ PROPERTY_CATEGORY: '賃貸居住用', 'AMOUNT/RENT': '50000' })
  await importInto(db, file, { categories: ['rent-house'] })
  expect(await db.select().from(listings)).toMatchObject([
    {
      propertyType: 'House for rent',
      offer: 'rent',
      rentYen: 50_000,
      priceYen: null,
      priceCents: null,
    },
  ])
})

test('an import counts the records of excluded categories, and a full import does not withdraw their listings', async () => {
  const file = bankFile({}, { PROPERTY_CATEGORY: '売買土地' }, { PROPERTY_CATEGORY: '？' })
  const all = await importInto(db, file, { categories: ['house', 'land'] })
  expect(all.report).toMatchObject({ read: 3, added: 2, rejected: 1, skipped: {} })
  const houses = await importInto(db, bankFile({}, { PROPERTY_CATEGORY: '売買土地' }), {
    full: true,
  })
  expect(houses.report).toMatchObject({ read: 1, unchanged: 1, withdrawn: 0, skipped: { land: 1 } })
})

test('an import rejects a record of the akiya bank that has no property number', async () => {
  const { report, problems } = await importInto(db, bankFile({ PROPERTY_NUMBER_ID: '' }))
  expect(report).toMatchObject({ added: 0, rejected: 1 })
  expect(problems).toMatchObject([{ line: 2, field: 'PROPERTY_NUMBER_ID' }])
})

test('the akiya bank is stored as a source with the credit that its licence requires', async () => {
  await importInto(db, bankFile({}))
  const [source] = await db.select().from(sources)
  expect(source?.attribution).toContain(
    '「空き家・空き地バンク登録物件・成約物件データ（2025年度）」（国土交通省 Project LINKS）を加工して作成',
  )
  expect(source?.attribution).toContain('As of 31 March 2025, not a live offer')
})

test.skipIf(!AKIYA_BANK_CSV)(
  "every house of the akiya bank's published file is on the map",
  async () => {
    const server = await startServer()
    const { db } = server.services
    await addDefaultPlaces(db)
    await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''))
    const ana = await server.addSubscriber()
    const { body } = await server.call(ana, countPlaces, {})
    const counted = (precision: string) =>
      body.places
        .filter((place) => place.precision === precision)
        .reduce((sum, { count }) => sum + count, 0)
    expect(body.unplaced).toBe(0)
    expect(counted('municipality') + counted('prefecture')).toBe(4883)
    expect(counted('municipality')).toBeGreaterThanOrEqual(0.87 * 4883)
    // Every house with a known municipality has the distances of that municipality.
    expect(await db.$count(listings, isNotNull(listings.seaMetres))).toBe(counted('municipality'))

    // The houses of Seiyo are surely near Seiyo, but only may be within 20 km of the next city.
    const inSeiyo = body.places.find(({ code }) => code === '38214')?.count ?? 0
    expect(inSeiyo).toBeGreaterThan(0)
    const { body: seiyo } = await server.call(ana, searchListings, near('38214'))
    expect(seiyo.total_count).toBe(inSeiyo)
    const { body: uwajima } = await server.call(ana, searchListings, near('38203'))
    expect(uwajima.total_count).toBe(0)
    const possible = { ...near('38203'), match: 'possible' as const }
    const { body: mayBe } = await server.call(ana, searchListings, possible)
    expect(mayBe.total_count).toBeGreaterThanOrEqual(inSeiyo)
  },
)

function near(place: string) {
  return ListingSearch.parse({ near: place, within: '20' })
}
