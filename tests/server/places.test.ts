import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { listFavorites } from '#contract/favorites.ts'
import { editInventoryListing, revertInventoryField } from '#contract/inventory.ts'
import { type ListingRecord, listCities, searchListings } from '#contract/listings.ts'
import { OUTLINES_CREDIT } from '#contract/outlines-credit.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { getSharedListing } from '#contract/sharing.ts'
import { COMMAND_LINE } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { favorites, listings, placeSources, places, sources } from '#server/db/schema.ts'
import { findUnplaced, matchListings } from '#server/listings/match-listings.ts'
import { DEFAULT_ATTRIBUTION, DEFAULT_VERSION } from '#server/places/default-places.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { importPlaceFile } from '#server/reference-data/import-places.ts'
import { AKIYA_BANK_CSV } from '#tests/support/akiya-bank.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

let server: TestServer
let db: Database
let subscriber: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  subscriber = await server.addSubscriber()
  await addDefaultPlaces(db, TODAY)
})

async function find(search: z.input<typeof searchListings.input> = {}) {
  const { body } = await server.call(subscriber, searchListings, search)
  return body.results
}

const matchAgain = () => matchListings({ db, now: server.services.now })

describe('when a house has a Japanese address', () => {
  test('a house with a Japanese address has an English title, and the names of its place', async () => {
    await importInto(db, [
      houseRecord({
        'Property Location': '愛媛県西予市宇和町卯之町1-1',
        'Building - Layout': '4LDK',
        'Building - Area': '98.5㎡',
      }),
    ])
    expect(await find()).toMatchObject([
      {
        title: 'Property in Seiyo, Ehime · 4LDK · 98.5 m²',
        Prefecture: 'ehime',
        City: 'Seiyo',
        'Property Location': '愛媛県西予市宇和町卯之町1-1',
        placeName: { en: 'Seiyo', ja: '西予市', kana: 'せいよし', precision: 'municipality' },
      },
    ])
  })

  test('a house whose address has no prefecture gets the prefecture of its municipality, if only one has this name', async () => {
    const at = (_id: string, address: string) =>
      houseRecord({ _id, 'Property Location': address, Prefecture: null })
    await importInto(db, [at('one', '西予市宇和町卯之町1-1'), at('two', '府中市本町1')])
    const found = await find()
    expect(found.find(({ _id }) => _id === 'one')).toMatchObject({
      Prefecture: 'ehime',
      City: 'Seiyo',
    })
    expect(found.find(({ _id }) => _id === 'two')).toMatchObject({ Prefecture: null })
    expect(await matchAgain()).toBe(0)
  })

  test('a house in an unknown place gets no English title', async () => {
    await importInto(db, [houseRecord({ 'Property Location': '愛媛県火星市1', City: '火星市' })])
    const [house] = await find()
    expect(house).toMatchObject({ City: '火星市', 'Property Location': '愛媛県火星市1' })
    expect(house).not.toHaveProperty('placeName')
    expect(house).not.toHaveProperty('title')
  })

  test('no two houses of a list have the same English title', async () => {
    const house = { 'Property Location': '愛媛県西予市1', 'Building - Layout': '4DK' }
    await importInto(db, [
      houseRecord({ ...house, _id: 'house-1', 'Sale Price Yen': 1_000_000 }),
      houseRecord({ ...house, _id: 'house-2', 'Sale Price Yen': 2_000_000 }),
      houseRecord({ ...house, _id: 'house-3', 'Sale Price Yen': 2_000_000 }),
      houseRecord({ ...house, _id: 'house-4', 'Building - Layout': '5DK' }),
    ])
    const titles = [
      'Property in Seiyo, Ehime · 4DK · ¥1,000,000',
      'Property in Seiyo, Ehime · 4DK · ¥2,000,000 · No. ouse-2',
      'Property in Seiyo, Ehime · 4DK · ¥2,000,000 · No. ouse-3',
      'Property in Seiyo, Ehime · 5DK · ¥5,800,000',
    ]
    expect((await find()).map(({ title }) => title).toSorted()).toEqual(titles)
    for (const { id } of await db.select().from(listings)) {
      await db.insert(favorites).values({ userId: subscriber.id, listingId: id })
    }
    const { body } = await server.call(subscriber, listFavorites, {})
    expect(body.listings.map(({ title }) => title).toSorted()).toEqual(titles)
  })

  test('the title of a house without facts is its place, with a number only if another house has the same title', async () => {
    const plain = {
      'Property Location': '愛媛県西予市1',
      'Sale Price Yen': '',
      'Building - Layout': '',
    }
    await importInto(db, [houseRecord({ ...plain, _id: 'house-1' })])
    expect((await find()).map(({ title }) => title)).toEqual(['Property in Seiyo, Ehime'])
    await importInto(db, [houseRecord({ ...plain, _id: 'house-2' })])
    expect((await find()).map(({ title }) => title).toSorted()).toEqual([
      'Property in Seiyo, Ehime · No. ouse-1',
      'Property in Seiyo, Ehime · No. ouse-2',
    ])
  })

  test('the attribution of a house names the sources of its listing and of its place, also at its shared link', async () => {
    await importInto(db, [houseRecord()])
    await db.update(sources).set({ attribution: 'The bank' })
    const [house] = await find()
    expect(house?.attribution?.split('\n')).toEqual([
      'The bank',
      DEFAULT_ATTRIBUTION,
      OUTLINES_CREDIT,
    ])
    expect(house?.spot).toMatch(/^[\d.]+ [\d.]+$/)
    const { body } = await server.call(null, getSharedListing, { id: 'house-1' })
    expect(body.attribution).toBe(house?.attribution)
    expect(body.spot).toBe(house?.spot)
  })

  test('the shared link of a house with a Japanese address shows the English name of its place', async () => {
    await importInto(db, [houseRecord()])
    const { body } = await server.call(null, getSharedListing, { id: 'house-1' })
    expect(body).toMatchObject({ City: 'Tanba', placeName: { en: 'Tanba', ja: '丹波市' } })
  })
})

describe('when a file comes from another portal', () => {
  const expected = {
    title: 'House in Seiyo, Ehime · 4LDK · 98.5 m²',
    Prefecture: 'ehime',
    City: 'Seiyo',
    placeName: { en: 'Seiyo', ja: '西予市' },
    'Sale Price Yen': 5_800_000,
    'Land - Area': 210,
    'Construction Year': 1975,
    'Contact Number': '0894-62-1111',
  }

  test('houses from a file with the Japanese column names of another portal get English titles and place names', async () => {
    await importInto(
      db,
      `物件番号,物件種別,所在地,価格,間取り,建物面積,土地面積,築年月,電話番号,担当
A-12,中古一戸建て,愛媛県西予市宇和町卯之町1,580万円,４ＬＤＫ,98.5㎡,210㎡,昭和50年7月,0894-62-1111,佐藤`,
    )
    expect(await find()).toMatchObject([expected])
  })

  test('houses from a JSON file with the field names of another portal get English titles and place names', async () => {
    const { report } = await importInto(db, [
      {
        property_id: 'A-12',
        type: '中古一戸建て',
        prefecture: '愛媛県',
        city: '西予市',
        price_yen: 5_800_000,
        floorPlan: '4LDK',
        building_area: '98.5',
        land_area: 210,
        'year built': '1975',
        phone: '0894-62-1111',
      },
    ])
    expect(report).toMatchObject({ added: 1, rejected: 0 })
    expect(await find()).toMatchObject([expected])
  })
})

describe('when a house has an English address', () => {
  const address = '12 Kaibara, Tanba City, Hyogo'
  const named = { City: 'Tanba', placeName: { en: 'Tanba', ja: '丹波市' } }
  const typed = { 'Property Type': 'House', 'Property Location': address }

  test('a house with an English address keeps its title, and shows the Japanese name of its place', async () => {
    await importInto(db, [houseRecord(typed)])
    const [house] = await find()
    expect(house).toMatchObject(named)
    expect(house).not.toHaveProperty('title')
  })

  test('a house with an English address and an unknown type has the name of its place in the title', async () => {
    await importInto(db, [
      houseRecord({ 'Property Location': address, 'Building - Layout': '4LDK' }),
    ])
    const title = 'Property in Tanba, Hyogo · 4LDK · ¥5,800,000'
    expect(await find()).toMatchObject([{ ...named, title }])
  })

  test('if houses have the same type and English address, facts in their titles distinguish them', async () => {
    await importInto(db, [
      houseRecord({ ...typed, _id: 'house-1', 'Building - Layout': '4LDK' }),
      houseRecord({ ...typed, _id: 'house-2', 'Building - Layout': '5LDK' }),
      houseRecord({
        ...typed,
        _id: 'house-3',
        'Property Location': '13 Kaibara, Tanba City, Hyogo',
      }),
    ])
    expect((await find()).map(({ title }) => title).toSorted()).toEqual([
      `House in ${address} · 4LDK`,
      `House in ${address} · 5LDK`,
      undefined,
    ])
  })
})

test('if houses lie in unknown places of one prefecture, facts in their titles distinguish them', async () => {
  await importInto(db, [
    houseRecord({ _id: 'house-1', 'Property Location': '愛媛県火星市1', 'Land - Area': '200㎡' }),
    houseRecord({ _id: 'house-2', 'Property Location': '愛媛県火星市2', 'Land - Area': '300㎡' }),
  ])
  expect((await find()).map(({ title }) => title).toSorted()).toEqual([
    'Property in Ehime · 200 m² land',
    'Property in Ehime · 300 m² land',
  ])
})

test('the list of cities is sorted by the English names, and also contains the Japanese names', async () => {
  const towns = [
    '愛媛県西予市1',
    '愛媛県大洲市1',
    '愛媛県今治市1',
    '愛媛県火星市1',
    'Ozu City, Ehime',
  ]
  await importInto(
    db,
    towns.map((town, at) => houseRecord({ _id: `house-${at}`, 'Property Location': town })),
  )
  const { body } = await server.call(subscriber, listCities, { prefecture: 'ehime' })
  expect(body).toEqual([
    { value: 'Imabari', display: 'Imabari', japanese: '今治市', kana: 'いまばりし', count: 1 },
    { value: 'Ozu', display: 'Ozu', japanese: '大洲市', kana: 'おおずし', count: 2 },
    { value: 'Seiyo', display: 'Seiyo', japanese: '西予市', kana: 'せいよし', count: 1 },
    { value: '火星市', display: '火星市', count: 1 },
  ])
  expect(await find({ prefecture: 'ehime', city: 'Ozu' })).toHaveLength(2)
})

describe('when places are stored', () => {
  test('a restart does not write the stored places again', async () => {
    const before = await db.select().from(placeSources)
    expect(before).toMatchObject([{ name: 'default', version: DEFAULT_VERSION, matchedAt: null }])
    await preparePlaces(db, new Date())
    expect(await db.select().from(placeSources)).toEqual(before)
    expect(await db.$count(places)).toBe(47 + 1918)
  })

  test('the stored places are written once by processes that start together', async () => {
    await db.delete(placeSources)
    await Promise.all([preparePlaces(db, TODAY), preparePlaces(db, TODAY)])
    expect(await db.$count(places)).toBe(47 + 1918)
  })

  test('the server replaces an older version of the default places, but keeps places that an operator has supplied', async () => {
    await db.update(placeSources).set({ version: 'an older one', matchedAt: TODAY })
    await preparePlaces(db, new Date())
    expect(await db.select().from(placeSources)).toMatchObject([
      { version: DEFAULT_VERSION, matchedAt: null },
    ])
    await db.delete(placeSources)
    const own = { name: 'official', attribution: 'The ministry', version: '1', importedAt: TODAY }
    await db.insert(placeSources).values(own)
    await preparePlaces(db, new Date())
    expect(await db.$count(places)).toBe(0)
  })

  test('new places are assigned to houses that were imported earlier', async () => {
    await db.delete(placeSources)
    await importInto(db, [
      houseRecord(),
      houseRecord({ _id: 'house-2', 'Property Location': '兵庫県火星市' }),
    ])
    expect(await find({ city: '丹波市' })).toHaveLength(1)
    await preparePlaces(db, TODAY)
    // Both houses change. The first house gets its municipality, and the second house gets the
    // coordinate of its prefecture.
    expect(await matchAgain()).toBe(2)
    expect(await find({ city: 'Tanba' })).toMatchObject([{ placeName: { ja: '丹波市' } }])
    expect(await matchAgain()).toBe(0)
  })

  test('new places update the place names of houses that already have a place', async () => {
    await importInto(db, [houseRecord()])
    await db.update(places).set({ english: 'Tamba' }).where(eq(places.code, '28223'))
    expect(await matchAgain()).toBe(1)
    expect(await find({ city: 'Tamba' })).toMatchObject([{ City: 'Tamba' }])
  })
})

describe('when an administrator edits the place of a house', () => {
  let admin: Person
  beforeEach(async () => {
    admin = await server.addAdmin()
    await importInto(db, [houseRecord()])
  })
  const placeOf = async () => {
    const [row] = await db.select().from(listings)
    return [row?.city, row?.place]
  }

  test('an administrator moves a house by correcting its city, and imports keep the correction until it is undone', async () => {
    await server.call(admin, editInventoryListing, { id: 'house-1', city: '養父市' })
    expect(await placeOf()).toEqual(['Yabu', '28222'])
    await importInto(db, [houseRecord({ 'Sale Price Yen': 1 })])
    expect(await placeOf()).toEqual(['Yabu', '28222'])
    await server.call(admin, revertInventoryField, { id: 'house-1', field: 'city' })
    expect(await placeOf()).toEqual(['Tanba', '28223'])
  })

  test('an edit is kept if it is made while all houses are matched with new places', async () => {
    await db.update(places).set({ english: 'Tamba' }).where(eq(places.code, '28223'))
    const edit = () => server.call(admin, editInventoryListing, { id: 'house-1', city: '養父市' })
    await matchListings({ db: beforeTransaction(db, edit), now: server.services.now })
    expect(await placeOf()).toEqual(['Yabu', '28222'])
  })

  test('an administrator may leave a house without a city', async () => {
    await server.call(admin, editInventoryListing, { id: 'house-1', city: '', location: '' })
    expect(await placeOf()).toEqual([null, null])
  })
})

describe('when a file of municipalities is imported', () => {
  const HEADER = 'code,prefecture_code,name,kana,romaji,county_romaji,lat,lon,romaji_source'
  const OTHERS = PREFECTURES.flatMap(({ display }, at) => {
    const code = String(at + 1).padStart(2, '0')
    return code === '28' ? [] : `${code}999,${code},${display}村,,${display}-mura,,35,135,gsi`
  })
  const TAMBA = '28223,28,丹波市,タンバシ,Tamba-shi,,35.1773,135.0358,gsi'
  const TANBA = TAMBA.replace('Tamba', 'Tanba')
  const fileOf = (...rows: string[]) => [Buffer.from([HEADER, ...OTHERS, ...rows].join('\n'))]
  const importing = () => ({
    ...{ db, now: server.services.now },
    ...{ actor: COMMAND_LINE, fileName: 'municipalities.csv' },
  })

  async function importFile(...rows: string[]) {
    const imported = await importPlaceFile({
      ...importing(),
      input: Readable.from(fileOf(...rows)),
    })
    await matchAgain()
    return imported
  }

  test('a file of municipalities replaces the places, and updates every listing immediately', async () => {
    await importInto(db, [
      houseRecord(),
      houseRecord({ _id: 'house-2', 'Property Location': '兵庫県神崎郡福崎町1' }),
      houseRecord({ _id: 'house-3', 'Property Location': '兵庫県神戸市北区有馬町1' }),
      houseRecord({ _id: 'house-4', 'Property Location': '兵庫県火星市1' }),
    ])
    const { kind, rows } = await importFile(
      TAMBA,
      '28443,28,神崎郡福崎町,フクサキチョウ,Wrong-cho,Kanzaki-gun,34.95,134.76,abr',
      '28109,28,神戸市北区,コウベシキタク,Kobe-shi Kita-ku,,34.72,135.14,gsi',
    )
    expect([kind, rows]).toEqual(['municipalities', 47 + 46 + 3])
    expect(await findUnplaced(db)).toEqual([{ prefecture: 'hyogo', city: '火星市', count: 1 }])
    const found = await find()
    expect(found.map(({ City }) => City).toSorted()).toEqual([
      'Fukusaki',
      'Kita Ward, Kobe',
      'Tamba',
      '火星市',
    ])
    expect(await find({ city: 'Tamba' })).toMatchObject([
      { placeName: { ja: '丹波市', latitude: 35.1773, precision: 'municipality' } },
    ])
  })

  test('if places are replaced while all houses are matched, the houses are matched with the later places too', async () => {
    await importInto(db, [houseRecord()])
    const replace = (row: string) =>
      importPlaceFile({ ...importing(), input: Readable.from(fileOf(row)) })
    await replace(TAMBA)
    const matching = beforeTransaction(db, () => replace(TANBA))
    await matchListings({ db: matching, now: server.services.now })
    await matchAgain()
    expect(await find({ city: 'Tanba' })).toHaveLength(1)
  })

  test('if places are replaced during an import of houses, the imported houses get the new places', async () => {
    await importInto(
      beforeTransaction(db, () => importFile(TAMBA)),
      [houseRecord()],
    )
    expect(await find({ city: 'Tamba' })).toHaveLength(1)
  })

  test.each([
    ['that lacks a column', 'code,prefecture_code,name,kana,lat,lon\n', 'lacks the column romaji'],
    ['that lacks a prefecture', `${HEADER}\n${OTHERS[0]}`, 'has no municipality of Aomori'],
    [
      'outside of Japan',
      [HEADER, ...OTHERS, '28223,28,丹波市,,,,0,0,gsi'].join('\n'),
      'cannot be read: 28223',
    ],
  ])('a file of municipalities %s is refused, and changes nothing', async (_, text, reason) => {
    const before = await db.select().from(placeSources)
    const input = Readable.from([Buffer.from(text)])
    await expect(importPlaceFile({ ...importing(), input })).rejects.toMatchObject({
      detail: expect.stringContaining(reason),
    })
    expect(await db.select().from(placeSources)).toEqual(before)
  })
})

test.skipIf(!AKIYA_BANK_CSV)(
  'no house of the akiya bank has a Japanese title, and no page shows one title twice',
  async () => {
    await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''))
    const admin = await server.addAdmin()
    const seen: ListingRecord[] = []
    for (let page = 1; page <= 49; page += 1) {
      // Ask as an administrator, because a subscriber may not read the whole catalogue in a day.
      const { body } = await server.call(admin, searchListings, { page, limit: 100 })
      const houses = body.results
      expect(new Set(houses.map(({ title }) => title)).size).toBe(houses.length)
      seen.push(...houses)
    }
    expect(seen).toHaveLength(4883)
    const unreadable = seen.filter(({ title }) => title === undefined || JAPANESE.test(title))
    expect(unreadable.map((house) => house['Property Location'])).toEqual([])
  },
)
