import { beforeEach, describe, expect, test } from 'vitest'
import { getListing, searchListings } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { importInto, TODAY } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: Database
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
})

/** Imports a house of an invented portal. */
async function importHouse(fields: Record<string, unknown>) {
  const house = { 物件番号: 'A-12', 所在地: '愛媛県西予市宇和町卯之町1', ...fields }
  const { report } = await importInto(db, [house], { rents: true })
  expect(report).toMatchObject({ added: 1, rejected: 0 })
  const [listing] = await db.select().from(listings)
  if (!listing) throw new Error('The house was not added')
  return listing
}

const factsOf = async (fields: Record<string, unknown>) => (await importHouse(fields)).facts

const PORTAL = `物件番号,物件種目,所在地,価格（万円）,建物面積(㎡),土地面積（坪）,交通,水道,下水,ガス,トイレ,駐車場,地目,都市計画,用途地域,建ぺい率/容積率,土地権利,接道,小学校
A-12,中古一戸建,愛媛県西予市宇和町卯之町1,580,98.5,63,予讃線 卯之町駅 徒歩10分／バス停「役場前」徒歩3分,公営水道,浄化槽,ＬＰガス,専用,有（2台）,宅地・畑,市街化調整区域,第１種低層住居専用,60％/200％,所有権,南東角地 公道6m,約1.2km
`

test('a house imported from another portal keeps its facts, and no value is in Japanese only', async () => {
  await addDefaultPlaces(db, TODAY)
  await importInto(db, PORTAL)
  const reader = await server.addSubscriber()
  const { body } = await server.call(reader, searchListings, {})
  const [house] = body.results
  expect(house).toMatchObject({
    'Property Type': 'House',
    'Sale Price Yen': 5_800_000,
    'Building - Area': 98.5,
    'Land - Area': 208.26,
    Transportation:
      'Yosan Line, Unomachi Station: 10 min walk · 予讃線 卯之町駅 徒歩10分 / Bus stop: 3 min walk · バス停「役場前」徒歩3分',
  })
  const opened = await server.call(reader, getListing, { id: house?._id ?? '' })
  expect(opened.body.facts).toEqual({
    water: 'mains',
    sewage: 'septic',
    gas: 'bottled',
    toilet: 'own',
    parking: 'free',
    farmland: true,
    planning: 'control',
    zoning: 'low-rise-1',
    coverage: 60,
    floorArea: 200,
    ownership: 'freehold',
    road: 'corner',
    station: 800,
    elementarySchool: 1200,
  })
  expect(opened.body.watchOuts).toEqual([
    'farmland-in-the-lot',
    'urbanization-control-area',
    'septic-tank',
  ])
})

describe('when a fact of another portal is read', () => {
  test.each([
    ['水道', '井戸', { water: 'well' }],
    ['水道', '市営水道', { water: 'mains' }],
    ['水道', '共同水道', { water: 'other' }],
    ['水道', '公営水道・井戸', {}],
    ['水道', '公営水道引込要', {}],
    ['排水', '農業集落排水', { sewage: 'sewer' }],
    ['下水', '汲み取り', { sewage: 'pit' }],
    ['下水', '公共下水道（未接続）', {}],
    ['トイレ', '簡易水洗（汲み取り）', { sewage: 'pit' }],
    ['トイレ', '水洗', {}],
    ['ガス', '都市ガス', { gas: 'city' }],
    ['ガス', 'オール電化', {}],
    ['駐車場', 'あり', { parking: 'free' }],
    ['駐車場', '2台可', { parking: 'free' }],
    ['駐車場', 'なし', { parking: 'none' }],
    ['駐車場', '無', { parking: 'none' }],
    ['駐車場', '無料', {}],
    ['駐車場', '有料', {}],
    ['駐車場', '近隣に有', { parking: 'nearby' }],
    ['地目', '畑', { land: 'dry-field' }],
    ['地目', '原野', { land: 'other' }],
    ['地目', '宅地、山林', {}],
    ['都市計画', '非線引区域', { planning: 'undivided' }],
    ['都市計画', '市街化区域', { planning: 'promotion' }],
    ['都市計画', '準都市計画区域', {}],
    ['都市計画', '都市計画区域外', { planning: 'outside' }],
    ['用途地域', '２種中高層住専', { zoning: 'mid-rise-2' }],
    ['用途地域', '近隣商業', { zoning: 'neighbourhood-commercial' }],
    ['用途地域', '無指定', {}],
    ['用途地域', '第一種住居地域・商業地域', {}],
    ['建蔽率', '６０％（角地緩和70％）', { coverage: 60 }],
    ['建ぺい率', '200', {}],
    ['容積率(%)', '200', { floorArea: 200 }],
    ['土地権利', '借地権', { ownership: 'lease' }],
    ['土地権利', '旧法借地権', { ownership: 'old-law-lease' }],
    ['土地権利', '定期借地権（地上権）', { ownership: 'fixed-term-superficies' }],
    ['土地権利', '所有権・借地権', {}],
    ['土地権利', '所有権以外', {}],
    ['接道', '接道なし', { road: 'none' }],
    ['接道', '二方（両面）', { road: 'two-sides' }],
    ['接道', '一方 私道 要セットバック', { road: 'one-side', setback: true }],
    ['接道', '北側 公道 幅員4m', {}],
    ['接道', '東 私道', { privateRoad: true }],
    ['接道', '私道負担なし', {}],
    ['セットバック', '要', { setback: true }],
    ['セットバック', '済', {}],
    ['スーパー', '徒歩10分', { supermarket: 800 }],
    ['コンビニ(m)', '450', { convenienceStore: 450 }],
  ])('a column %s with the value %s gives the facts %j', async (column, value, facts) => {
    expect(await factsOf({ [column]: value })).toEqual(facts)
  })
})

describe('when a price column of another portal is read', () => {
  test.each([
    [{ price: '580万円' }, 5_800_000, 3_866_667],
    [{ price: '¥5,800,000' }, 5_800_000, 3_866_667],
    [{ price: '$38,000' }, null, 3_800_000],
    [{ price: 5_800_000 }, null, null],
    [{ price: 5_800_000, currency: 'JPY' }, 5_800_000, 3_866_667],
    [{ price: 38_000, currency: 'USD' }, null, 3_800_000],
    [{ price: 38_000, currency: 'EUR' }, null, null],
    [{ price: 38_000, 価格: '580万円' }, 5_800_000, 3_866_667],
  ])(
    'the importer reads the currency of the price in %j from a currency sign, the unit or a currency column',
    async (fields, yen, cents) => {
      expect(await importHouse(fields)).toMatchObject({ priceYen: yen, priceCents: cents })
    },
  )
})

test.each([
  ['売地', 'Land'],
  ['別荘地', 'Land'],
  ['古家付土地', 'Land with an old house'],
  ['農家', 'House'],
  ['テラスハウス', 'Terraced house'],
  ['一棟マンション', 'Apartment building'],
  ['貸地', 'Land for rent'],
  ['謎', null],
])('the property type %s is read as %s', async (種別, propertyType) => {
  expect(await importHouse({ 種別 })).toMatchObject({ propertyType })
})

test('separate columns for the line, the station and the minutes on foot become one transportation text', async () => {
  const { transportation, facts } = await importHouse({
    沿線: 'JR予讃線',
    最寄駅: '宇和島',
    '徒歩（分）': 10,
  })
  expect(transportation).toBe(
    'JR Yosan Line, Uwajima Station: 10 min walk · JR予讃線 宇和島駅 徒歩10分',
  )
  expect(facts).toEqual({ station: 800 })
})
