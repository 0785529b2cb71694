import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Facts } from '#contract/facts.ts'
import { editInventoryListing } from '#contract/inventory.ts'
import { countMarks, getListing, ListingFilters, searchListings } from '#contract/listings.ts'
import { conditionsOf, marked } from '#search/conditions.ts'
import { toBits } from '#search/marks.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import { listings } from '#server/db/schema.ts'
import { countMarksMatching } from '#server/listings/count.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import { AKIYA_BANK_CSV } from '#tests/support/akiya-bank.ts'
import { RATES } from '#tests/support/any-filters.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { importInto } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

/** The columns of the akiya bank's published file, in their order. */
const COLUMNS = [
  ...['PROPERTY_NUMBER_ID', 'PROPERTY_CATEGORY', 'PREFECTURE', 'CITY', 'NEAREST_TRAIN_LINE'],
  ...['NEAREST_STATION', 'DISTANCE_TO_NEAREST_STATION_ON_FOOT', 'AMOUNT/RENT'],
  ...['DATE_OF_CONSTRUCTION', 'CONSTRUCTION', 'OCCUPATION_AREA', 'TOTAL_NUMBER_OF_UNITS', 'LAYOUT'],
  ...['SIZE_OF_LOT', 'SIZE_OF_LOT_MEASUREMENT_METHOD', 'LAND_CATEGORY', 'CITY_PLANNING_AREA'],
  ...['USE_DISTRICT', 'LAND_OWNERSHIP', 'PRIVATE_ROAD', 'SETBACK', 'NUMBER_OF_CONNECTED_ROADS'],
  ...['STRONG_POINTS', 'WATER_SUPPLY', 'GUS_SUPPLY', 'DRAINAGE', 'PLACE_OF_WASHER', 'BATH'],
  ...['TOILET', 'TOILET_NOTE', 'STOVE_HEATING_SYSTEM', 'GARDEN', 'PARKING', 'FOR_OFFICE_USE'],
  ...[
    'INTERIOR_CUSTOMIZABILITY',
    'DISTANCE_TO_ELEMENTARY_SCHOOL',
    'DISTANCE_TO_JUNIOR_HIGH_SCHOOL',
  ],
  ...['DISTANCE_TO_SUPERMARKET', 'DISTANCE_TO_SHOPPING_DISTRICT', 'DISTANCE_TO_DRUG_STORE'],
  ...['DISTANCE_TO_HOSPITAL', 'FLOOR_AREA_RATIO', 'BUILDING_COVERAGE_RATIO', 'FARMLAND'],
  ...['RETAIL_PREMISES'],
]

/** In this record, every field has the default of the akiya bank's entry form. */
const DEFAULTS: Record<string, string> = {
  PROPERTY_NUMBER_ID: '1',
  PROPERTY_CATEGORY: '売買居住用',
  PREFECTURE: '愛媛県',
  CITY: '西予市',
  NUMBER_OF_CONNECTED_ROADS: '指定なし',
  PRIVATE_ROAD: '無し',
  SETBACK: '無し',
  FARMLAND: '無し',
  RETAIL_PREMISES: '無し',
}

function file(fields: Record<string, string>) {
  const record = { ...DEFAULTS, ...fields }
  const row = COLUMNS.map((column) => `"${record[column] ?? ''}"`).join(',')
  return `${COLUMNS.join(',')}\r\n${row}\r\n`
}

async function importHouse(fields: Record<string, string>) {
  const { report } = await importInto(server.services.db, file(fields))
  expect(report).toMatchObject({ added: 1, rejected: 0 })
  const [listing] = await server.services.db.select().from(listings)
  if (!listing) throw new Error('The house was not added')
  return listing
}

test('facts are read from a file of the akiya bank, even from columns with wrong headers', async () => {
  const { facts } = await importHouse({
    NEAREST_TRAIN_LINE: 'JR予讃線',
    NEAREST_STATION: '卯之町',
    DISTANCE_TO_NEAREST_STATION_ON_FOOT: '10',
    SIZE_OF_LOT_MEASUREMENT_METHOD: '実測',
    LAND_CATEGORY: '宅地',
    CITY_PLANNING_AREA: '市街化調整区域',
    USE_DISTRICT: '第一種住居地域',
    LAND_OWNERSHIP: '旧法地上権',
    SETBACK: '有り',
    NUMBER_OF_CONNECTED_ROADS: '二方(角地)',
    WATER_SUPPLY: '公営',
    GUS_SUPPLY: '都市',
    DRAINAGE: '汲取',
    BATH: '無',
    TOILET: '共同',
    STOVE_HEATING_SYSTEM: 'IH',
    GARDEN: '有り',
    PARKING: '空有',
    FOR_OFFICE_USE: '100',
    INTERIOR_CUSTOMIZABILITY: '200',
    DISTANCE_TO_ELEMENTARY_SCHOOL: '300',
    DISTANCE_TO_JUNIOR_HIGH_SCHOOL: '400',
    DISTANCE_TO_SUPERMARKET: '500',
    DISTANCE_TO_SHOPPING_DISTRICT: '600',
    DISTANCE_TO_DRUG_STORE: '700',
    DISTANCE_TO_HOSPITAL: '800',
    FLOOR_AREA_RATIO: '200',
    BUILDING_COVERAGE_RATIO: '60',
    FARMLAND: '有り',
  })
  expect(facts).toEqual({
    station: 800,
    measured: 'surveyed',
    land: 'residential',
    planning: 'control',
    zoning: 'residential-1',
    ownership: 'old-law-superficies',
    setback: true,
    road: 'corner',
    water: 'mains',
    gas: 'city',
    sewage: 'pit',
    bath: 'none',
    toilet: 'shared',
    cooking: 'induction',
    garden: true,
    parking: 'free',
    elementarySchool: 100,
    juniorHighSchool: 200,
    convenienceStore: 300,
    supermarket: 400,
    drugstore: 500,
    hospital: 600,
    park: 700,
    bank: 800,
    floorArea: 200,
    coverage: 60,
    farmland: true,
  } satisfies Facts)
})

test('default, meaningless and impossible values of the akiya bank give no facts', async () => {
  const { facts, signs, tags, moreTags } = await importHouse({
    WATER_SUPPLY: '指定なし',
    GARDEN: '0',
    NEAREST_TRAIN_LINE: 'バス',
    NEAREST_STATION: '役場前',
    DISTANCE_TO_NEAREST_STATION_ON_FOOT: '3',
    DISTANCE_TO_HOSPITAL: '0',
    DISTANCE_TO_SHOPPING_DISTRICT: '312000',
    BUILDING_COVERAGE_RATIO: '200',
  })
  expect(facts).toEqual({})
  expect([signs, tags, moreTags]).toEqual([0, 0, 0])
})

test('a distance without a station name is not stored as a walk to a station', async () => {
  const { facts } = await importHouse({ DISTANCE_TO_NEAREST_STATION_ON_FOOT: '130' })
  expect(facts.station).toBeUndefined()
})

describe('when a search filters by signs and tags', () => {
  test('a search by several signs (watch-outs or good signs) and tags finds the houses that have all of them, and the counts include only these houses', async () => {
    const reader = await server.addSubscriber()
    const onsen = await server.addListing({ ...bits('septic-tank', 'onsen', 'pets-allowed') })
    const sea = await server.addListing({ ...bits('septic-tank', 'by-the-sea') })
    await server.addListing()
    const find = async (marks: string) => {
      const { body } = await server.call(reader, searchListings, { marks })
      return body.results.map(({ _id }) => _id).toSorted()
    }
    expect(await find('septic-tank')).toEqual([onsen.id, sea.id].toSorted())
    expect(await find('septic-tank,by-the-sea')).toEqual([sea.id])
    expect(await find('pets-allowed,onsen')).toEqual([onsen.id])
    expect(await find('pets-allowed,by-the-sea')).toEqual([])
    expect(await find('septic-tank,on-the-moon')).toEqual([])

    const counts = async (input: object) => {
      const { body } = await server.call(reader, countMarks, input)
      return Object.fromEntries(
        Object.entries(body).flatMap(([mark, count]) =>
          typeof count === 'object' && count.only > 0 ? [[mark, count.only]] : [],
        ),
      )
    }
    const all = { 'septic-tank': 2, 'by-the-sea': 1, onsen: 1, 'pets-allowed': 1 }
    expect(await counts({})).toEqual(all)
    expect(await counts({ marks: 'by-the-sea' })).toEqual({ 'septic-tank': 1, 'by-the-sea': 1 })
    expect(await counts({ prefecture: 'nara' })).toEqual({})
    await server.addListing({ ...bits('onsen') })
    expect(await counts({})).toEqual({ ...all, onsen: 2 })
  })

  test('a search without a watch-out finds the houses whose source does not state it, and the counts tell what each choice would find', async () => {
    const reader = await server.addSubscriber()
    await server.addListing({ ...bits('kominka', 'farmland-in-the-lot') })
    const plain = await server.addListing({ ...bits('kominka', 'pit-toilet') })
    await server.addListing({ ...bits('farmland-in-the-lot', 'pit-toilet') })
    const silent = await server.addListing()
    const find = async (marks: string) => {
      const { body } = await server.call(reader, searchListings, { marks })
      return body.results.map(({ _id }) => _id).toSorted()
    }
    expect(await find('kominka,-farmland-in-the-lot')).toEqual([plain.id])
    expect(await find('-farmland-in-the-lot')).toEqual([plain.id, silent.id].toSorted())
    expect(await find('-kominka,-pit-toilet')).toEqual([silent.id])
    expect(await find('kominka,-kominka')).toEqual([])
    expect(await find('-on-the-moon')).toEqual([])

    const counts = async (marks?: string) => {
      const { body } = await server.call(reader, countMarks, { marks })
      return [body.kominka, body['farmland-in-the-lot'], body['pit-toilet']].map(
        (count) => `${count?.only} ${count?.without}`,
      )
    }
    expect(await counts()).toEqual(['2 2', '2 2', '2 2'])
    expect(await counts('kominka')).toEqual(['2 2', '1 1', '1 1'])
    expect(await counts('kominka,-farmland-in-the-lot')).toEqual(['1 1', '1 1', '1 0'])
    expect(await counts('-on-the-moon')).toEqual(['0 0', '0 0', '0 0'])
  })

  test('a search is refused if the watch-outs, good signs and tags to search for are not a list of codes', async () => {
    const reader = await server.addSubscriber()
    for (const marks of ['', 'A', 'a;b', 'a,,b', 'é', '-', '--a', 'a,-']) {
      const { status } = await server.call(reader, searchListings, { marks })
      expect([marks, status]).toEqual([marks, 422])
    }
  })

  test('counting the watch-outs, good signs and tags of houses in memory gives the same numbers as counting them in the database', async () => {
    const { db } = server.services
    await insertListings(db, generateListings(5000))
    const read = await readColumns(db)
    const marks = ['onsen,parking', '-septic-tank', 'onsen,-parking,-septic-tank', '-on-the-moon']
    for (const filters of [{}, { prefecture: 'hokkaido' }, ...marks.map((marks) => ({ marks }))]) {
      const parsed = withPriceBounds(ListingFilters.parse(filters), RATES)
      const counts = await countMarksMatching(db, parsed)
      const { marks, ...others } = parsed
      expect(read?.columns.countMarks(conditionsOf(others), marked(marks))).toEqual(counts)
    }
  })
})

test('a house of the akiya bank has its facts, watch-outs, good signs and tags in English', async () => {
  const reader = await server.addSubscriber()
  const { id } = await importHouse({
    DRAINAGE: '浄化槽',
    PARKING: '空き有',
    STRONG_POINTS: '海まで徒歩5分の古民家。雨漏りなし',
  })
  const { body } = await server.call(reader, getListing, { id })
  expect(body).toMatchObject({
    facts: { sewage: 'septic', parking: 'free' },
    watchOuts: ['septic-tank'],
    goodSigns: ['parking'],
    tags: ['by-the-sea', 'kominka', 'no-leaks'],
  })
})

test('if an administrator corrects a house, the watch-outs and tags of the house change, and later imports do not undo these changes', async () => {
  const admin = await server.addAdmin()
  const { id } = await importHouse({ STRONG_POINTS: '温泉', DATE_OF_CONSTRUCTION: '1975/7/1' })
  const marks = async () => {
    const { body } = await server.call(admin, getListing, { id })
    return [body.watchOuts, body.tags]
  }
  expect(await marks()).toEqual([['before-the-1981-standard'], ['onsen']])
  const edit = { id, remarks: '古民家', construction: '1990' }
  expect((await server.call(admin, editInventoryListing, edit)).status).toBe(200)
  expect(await marks()).toEqual([undefined, ['kominka']])
  await importInto(server.services.db, file({ STRONG_POINTS: '囲炉裏', DRAINAGE: '浄化槽' }))
  expect(await marks()).toEqual([['septic-tank'], ['kominka']])
})

function bits(...codes: string[]) {
  const found = toBits(codes)
  if (!found) throw new Error('One of these is no mark')
  return found
}

test.skipIf(!AKIYA_BANK_CSV)(
  "after importing the akiya bank's published file, the count of each watch-out and good sign equals the number of matching rows in the file",
  async () => {
    const { db } = server.services
    await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''))
    const text = await readFile(AKIYA_BANK_CSV ?? '', 'utf8')
    const records: Record<string, string>[] = parse(text, { columns: true, bom: true })
    const houses = records.filter((house) => house.PROPERTY_CATEGORY === '売買居住用')
    const having = (column: string, ...values: string[]) =>
      houses.filter((house) => values.includes(house[column] ?? '')).length

    const counts = Object.fromEntries(
      Object.entries(await countMarksMatching(db, {})).map(([mark, { only }]) => [mark, only]),
    )
    expect(counts).toMatchObject({
      'farmland-in-the-lot': 561,
      'no-road-access': 28,
      'registered-as-farmland': having('LAND_CATEGORY', '田', '畑'),
      'registered-as-forest': having('LAND_CATEGORY', '山林'),
      'residential-land': having('LAND_CATEGORY', '宅地'),
      'urbanization-control-area': having('CITY_PLANNING_AREA', '市街化調整区域'),
      'pit-toilet': having('DRAINAGE', '汲み取り式', '汲取'),
      'septic-tank': having('DRAINAGE', '浄化槽'),
      sewer: having('DRAINAGE', '下水'),
      'well-water': having('WATER_SUPPLY', '井戸'),
      'mains-water': having('WATER_SUPPLY', '公営'),
      'mains-water-and-sewer': houses.filter(
        (house) => house.WATER_SUPPLY === '公営' && house.DRAINAGE === '下水',
      ).length,
      'leasehold-or-superficies': 11,
      freehold: having('LAND_OWNERSHIP', '所有権'),
      setback: having('SETBACK', '有り'),
      'private-road': having('PRIVATE_ROAD', '有り'),
      parking: having('PARKING', '空き有', '空有'),
      'city-gas': having('GUS_SUPPLY', '都市ガス', '都市'),
      'no-bath': having('BATH', '無'),
      'no-toilet': having('TOILET', '無'),
      garden: having('GARDEN', '有り'),
      'before-the-1981-standard': 2652 + 16,
      '1981-standard-uncertain': 111 - 16,
      'station-within-1-km': houses.filter(isNearAStation).length,
      'road-access': having(
        'NUMBER_OF_CONNECTED_ROADS',
        '一方',
        '二方(角地)',
        '二方(両面)',
        '三方',
      ),
      'outside-the-control-area': having(
        'CITY_PLANNING_AREA',
        ...['非線引区域', '市街化区域', '都市計画区域外'],
      ),
      'built-since-1982': houses.filter(({ DATE_OF_CONSTRUCTION: date = '' }) =>
        isBetween(date.slice(0, 4), 1982, 2026),
      ).length,
      'shared-toilet-or-bath': houses.filter(
        (house) => house.TOILET === '共同' || house.BATH === '共同',
      ).length,
    })
    // These figures were counted by hand, to find errors in the counting code above.
    expect(counts).toMatchObject({
      'station-within-1-km': 975,
      'road-access': 896,
      'outside-the-control-area': 1770,
      'built-since-1982': 1060,
      'shared-toilet-or-bath': 3,
    })
    const rows = await db.select({ facts: listings.facts }).from(listings)
    const stated = (name: keyof Facts) =>
      rows.filter(({ facts }) => facts[name] !== undefined).length
    expect({
      water: stated('water'),
      sewage: stated('sewage'),
      gas: stated('gas'),
      toilet: stated('toilet'),
      bath: stated('bath'),
      cooking: stated('cooking'),
      parking: stated('parking'),
      garden: stated('garden'),
      land: stated('land'),
      planning: stated('planning'),
      ownership: stated('ownership'),
      road: stated('road'),
      measured: stated('measured'),
      shop: stated('shop'),
    }).toEqual({
      water: 3540,
      sewage: 3602,
      gas: 3353,
      toilet: 2301,
      bath: 2105,
      cooking: 1155,
      parking: 2979,
      garden: 1362,
      land: 2566,
      planning: 2015,
      ownership: 1510,
      road: 924,
      measured: 1539,
      shop: 109,
    })

    const withNumber = (column: string, most: number) =>
      houses.filter((house) => isBetween(house[column], 0.001, most)).length
    const MOST_METRES = 100_000
    // In the published file, the distances stand under the wrong headers.
    const columns = {
      elementarySchool: ['FOR_OFFICE_USE', 3282],
      juniorHighSchool: ['INTERIOR_CUSTOMIZABILITY', 3178],
      convenienceStore: ['DISTANCE_TO_ELEMENTARY_SCHOOL', 1663],
      supermarket: ['DISTANCE_TO_JUNIOR_HIGH_SCHOOL', 2171],
      drugstore: ['DISTANCE_TO_SUPERMARKET', 712],
      hospital: ['DISTANCE_TO_SHOPPING_DISTRICT', 2192],
      park: ['DISTANCE_TO_DRUG_STORE', 456],
      bank: ['DISTANCE_TO_HOSPITAL', 790],
    } as const
    for (const [name, [column, byHand]] of Object.entries(columns)) {
      // This cast is safe, because the keys of `columns` are names of facts.
      const imported = stated(name as keyof typeof columns)
      expect([name, imported, withNumber(column, MOST_METRES)]).toEqual([name, byHand, byHand])
    }
    expect({
      zoning: houses.filter(({ USE_DISTRICT: zone = '' }) => zone.endsWith('地域')).length,
      coverage: withNumber('BUILDING_COVERAGE_RATIO', 100),
      floorArea: withNumber('FLOOR_AREA_RATIO', 1300),
    }).toEqual({ zoning: 993, coverage: 1444, floorArea: 1446 })
    expect({
      zoning: stated('zoning'),
      coverage: stated('coverage'),
      floorArea: stated('floorArea'),
    }).toEqual({ zoning: 993, coverage: 1444, floorArea: 1446 })
  },
)

function isBetween(text: string | undefined, least: number, most: number) {
  return text !== undefined && text !== '' && Number(text) >= least && Number(text) <= most
}

/**
 * In the published file, a number up to 60 states minutes on foot, at 80 m a minute. A larger
 * number states metres.
 */
function isNearAStation(house: Record<string, string>) {
  const distance = house.DISTANCE_TO_NEAREST_STATION_ON_FOOT
  const isNamed = /[^＊]/.test(house.NEAREST_STATION ?? '') && house.NEAREST_TRAIN_LINE !== 'バス'
  return isNamed && (isBetween(distance, 0.001, 12.5) || isBetween(distance, 60.001, 1000))
}
