import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { listAudit } from '#contract/audit.ts'
import { editContact } from '#contract/contacts.ts'
import { toRequest } from '#contract/endpoint.ts'
import { editInventoryListing, revertInventoryField } from '#contract/inventory.ts'
import { listCities, searchListings } from '#contract/listings.ts'
import { getPlaces, importPlaces } from '#contract/places.ts'
import { getSharedListing } from '#contract/sharing.ts'
import type { Database } from '#server/db/database.ts'
import { audit, listings, placeSources, places, stations } from '#server/db/schema.ts'
import { matchListings } from '#server/listings/match-listings.ts'
import { OAZA_ATTRIBUTION } from '#server/places/official-oaza.ts'
import { STATION_ATTRIBUTION } from '#server/stations/official-stations.ts'
import { AKIYA_BANK_CSV, PLACES_DIR } from '#tests/support/akiya-bank.ts'
import { addDefaultPlaces } from '#tests/support/default-places.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import {
  gzipped,
  importPlacesInto,
  importPlaceText,
  oazaFile,
  stationFile,
} from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const UNOMACHI = '愛媛県,西予市,宇和町卯之町,33.3633,132.5107'
const KARIE = '愛媛県,西予市,宇和町れんげ,33.35,132.48'
const HOUSE = { 'Property Location': '愛媛県西予市宇和町卯之町三丁目1-1' }

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

async function rowOf(id: string) {
  const [row] = await db.select().from(listings).where(eq(listings.id, id))
  return row
}

async function codeOf(oaza: string) {
  const [row] = await db.select().from(places).where(eq(places.japanese, oaza))
  return row?.code
}

describe('when a file of oaza is imported', () => {
  test('houses that were imported before a file of oaza (districts) get the oaza of their address', async () => {
    await importInto(db, [houseRecord(HOUSE)])
    const imported = await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    expect(imported).toEqual({ kind: 'oaza', rows: 48, unknown: [], matched: 1 })
    expect(await find()).toMatchObject([
      {
        City: 'Seiyo',
        placeName: {
          en: 'Seiyo',
          ja: '西予市宇和町卯之町',
          latitude: 33.3633,
          longitude: 132.5107,
          precision: 'oaza',
          municipality: { en: 'Seiyo', ja: '西予市' },
        },
      },
    ])
    expect((await rowOf('house-1'))?.place).toMatch(/^38214\d{10}$/)
  })

  test('houses that are imported after a file of oaza (districts) get the oaza of their address', async () => {
    await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    await importInto(db, [houseRecord(HOUSE)])
    expect((await rowOf('house-1'))?.place).toBe(await codeOf('宇和町卯之町'))
  })

  test('a house with an oaza (district) still counts as a house of its city, and the city filter still finds it', async () => {
    await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    await importInto(db, [
      houseRecord(HOUSE),
      houseRecord({ _id: 'house-2', 'Property Location': '愛媛県西予市三瓶町1' }),
    ])
    const { body } = await server.call(subscriber, listCities, { prefecture: 'ehime' })
    expect(body).toMatchObject([{ value: 'Seiyo', japanese: '西予市', kana: 'せいよし', count: 2 }])
    expect(await find({ prefecture: 'ehime', city: 'Seiyo' })).toHaveLength(2)
  })

  test("if the English name of a house's oaza (district) is certain, the title contains it, so that titles differ", async () => {
    await importPlacesInto(db, await oazaFile(db, UNOMACHI, '愛媛県,西予市,れんげ,33.35,132.48'))
    const house = { 'Building - Layout': '4DK' }
    await importInto(db, [
      houseRecord({ ...house, 'Property Location': '愛媛県西予市れんげ12' }),
      houseRecord({ ...house, ...HOUSE, _id: 'house-2' }),
    ])
    expect((await find()).map(({ title }) => title).toSorted()).toEqual([
      'Property in Renge, Seiyo, Ehime · 4DK · ¥5,800,000',
      'Property in Seiyo, Ehime · 4DK · ¥5,800,000',
    ])
  })

  test('the oaza (district) 宇和町 does not match an address in 宇和町卯之町, which has a longer name', async () => {
    await importPlacesInto(db, await oazaFile(db, '愛媛県,西予市,宇和町,33.3,132.5'))
    await importInto(db, [houseRecord(HOUSE)])
    expect((await rowOf('house-1'))?.place).toBe('38214')
  })

  test('the names of oaza (districts) in addresses match with and without 大字', async () => {
    await importPlacesInto(
      db,
      await oazaFile(db, '愛媛県,西予市,大字下宇和,33.3,132.5', '愛媛県,西予市,上宇和,33.4,132.6'),
    )
    await importInto(db, [
      houseRecord({ 'Property Location': '愛媛県西予市下宇和5' }),
      houseRecord({ _id: 'house-2', 'Property Location': '愛媛県西予市大字上宇和字中5' }),
    ])
    expect((await rowOf('house-1'))?.place).toBe(await codeOf('大字下宇和'))
    expect((await rowOf('house-2'))?.place).toBe(await codeOf('上宇和'))
  })

  test('a house gets no oaza (district) that contradicts the city that an administrator has corrected', async () => {
    const admin = await server.addAdmin()
    await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    await importInto(db, [houseRecord(HOUSE)])
    await server.call(admin, editInventoryListing, { id: 'house-1', city: '大洲市' })
    expect((await rowOf('house-1'))?.place).toBe('38207')
    await server.call(admin, revertInventoryField, { id: 'house-1', field: 'city' })
    expect((await rowOf('house-1'))?.place).toBe(await codeOf('宇和町卯之町'))
  })

  test('a house with an oaza (district) keeps the contact of its municipality, and its shared link hides the oaza', async () => {
    const admin = await server.addAdmin()
    await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    await importInto(db, [houseRecord(HOUSE)])
    await server.call(admin, editContact, { place: '38214', phone: '0894-62-1111' })
    expect(await find()).toMatchObject([{ municipalContact: { phone: '0894-62-1111' } }])
    const { body } = await server.call(null, getSharedListing, { id: 'house-1' })
    expect(body.placeName).toMatchObject({ ja: '西予市', precision: 'municipality' })
  })

  test('the attribution of a house with an oaza (district) names the sources of the oaza and of the municipality', async () => {
    await importPlacesInto(db, await oazaFile(db, UNOMACHI))
    await importInto(db, [houseRecord(HOUSE)])
    const [house] = await find()
    expect(house?.attribution).toContain('GeoNames')
    expect(house?.attribution).toContain(OAZA_ATTRIBUTION)
  })

  test('a new file of oaza (districts) keeps their codes, and a house whose oaza is missing in the file gets its municipality instead', async () => {
    await importInto(db, [
      houseRecord(HOUSE),
      houseRecord({ _id: 'house-2', 'Property Location': '愛媛県西予市宇和町れんげ1' }),
    ])
    await importPlacesInto(db, await oazaFile(db, UNOMACHI, KARIE))
    const code = await codeOf('宇和町れんげ')
    expect((await rowOf('house-2'))?.place).toBe(code)
    const { matched } = await importPlacesInto(
      db,
      await oazaFile(db, KARIE.replace('33.35', '33.36')),
    )
    // Both houses change. The first house gets its municipality in place of its oaza, and the oaza
    // of the second house gets a new coordinate.
    expect(matched).toBe(2)
    expect((await rowOf('house-1'))?.place).toBe('38214')
    expect((await rowOf('house-2'))?.place).toBe(code)
    expect(await find({ city: 'Seiyo' })).toContainEqual(
      expect.objectContaining({ placeName: expect.objectContaining({ latitude: 33.36 }) }),
    )
    expect(await db.$count(places, eq(places.precision, 'oaza'))).toBe(48)
  })

  test('the import leaves out and counts the oaza (districts) of unknown municipalities', async () => {
    const { rows, unknown } = await importPlaceText(
      db,
      await oazaFile(
        db,
        UNOMACHI,
        '静岡県,浜松市北区,都田町,34.8,137.7',
        '静岡県,浜松市中区,砂山町,34.7,137.7',
      ),
    )
    expect([rows, unknown]).toEqual([49, [{ municipality: '静岡県浜松市北区', count: 1 }]])
    // The former ward 中区 has become part of another ward, so the oaza has a code of that ward.
    expect(await codeOf('砂山町')).toMatch(/^22138/)
  })
})

describe('when a file of stations is imported', () => {
  const TAKADA = [
    '001000,高田,37.1131,138.2303,妙高はねうまライン',
    '002000,高田,34.5186,135.7411,和歌山線',
  ]
  const way = (transportation: string) =>
    houseRecord({ 'Property Location': '新潟県上越市1', Transportation: transportation })

  test('a house gets the station whose name and line its directions state', async () => {
    await importInto(db, [
      way('妙高はねうまライン 高田駅 徒歩12分'),
      { ...way('バス停 高田 徒歩3分'), _id: 'house-2' },
    ])
    expect(await importPlacesInto(db, stationFile(...TAKADA))).toMatchObject({
      kind: 'stations',
      rows: 4,
      matched: 1,
    })
    expect((await rowOf('house-1'))?.stationId).toBe('001000')
    expect((await rowOf('house-2'))?.stationId).toBeNull()
    const [house] = await find({ sort_order: 'asc' })
    expect(house?.attribution).toContain(STATION_ATTRIBUTION)
  })

  test('of several stations with the same name, a house gets the nearest', async () => {
    await importPlacesInto(db, stationFile(...TAKADA))
    await importInto(db, [way('高田駅 徒歩12分')])
    expect((await rowOf('house-1'))?.stationId).toBe('001000')
  })

  test('station names are spelt in Latin letters if their reading is certain', async () => {
    await importPlaceText(
      db,
      stationFile('003000,宇和島,33.2263,132.5679,予讃線|予土線', ...TAKADA),
    )
    const rows = await db.select().from(stations).orderBy(stations.id)
    expect(rows.map(({ name, english, lines }) => [name, english, lines])).toEqual([
      ['稚内', 'Wakkanai', ['宗谷線']],
      ['高田', 'Takada', ['妙高はねうまライン']],
      ['高田', 'Takada', ['和歌山線']],
      ['宇和島', 'Uwajima', ['予讃線', '予土線']],
      ['那覇空港', 'Nahakuko', ['沖縄都市モノレール線']],
    ])
  })

  test('administrators see which stations are missing in the imported file, and how many houses name them', async () => {
    const admin = await server.addAdmin()
    await importInto(db, [
      way('火星駅 徒歩1分'),
      { ...way('火星駅 徒歩2分'), _id: 'house-2' },
      { ...way('高田駅 徒歩2分'), _id: 'house-3' },
    ])
    await importPlacesInto(db, stationFile(...TAKADA))
    const { body } = await server.call(admin, getPlaces, {})
    expect(body).toMatchObject({
      station_count: 4,
      unfound_station_count: 2,
      unfound_stations: [{ station: '火星', prefecture: 'niigata', count: 2 }],
    })
  })

  test('if an administrator corrects the directions to a house, the house gets the station in the corrected directions', async () => {
    const admin = await server.addAdmin()
    await importPlacesInto(db, stationFile(...TAKADA))
    await importInto(db, [way('火星駅 徒歩12分')])
    await server.call(admin, editInventoryListing, {
      id: 'house-1',
      transportation: '高田駅 徒歩12分',
    })
    expect(await rowOf('house-1')).toMatchObject({ stationId: '001000', city: 'Joetsu' })
    await importInto(db, [way('火星駅 徒歩13分')])
    expect((await rowOf('house-1'))?.stationId).toBe('001000')
    await server.call(admin, revertInventoryField, { id: 'house-1', field: 'transportation' })
    expect((await rowOf('house-1'))?.stationId).toBeNull()
  })
})

describe('when a file of places is uploaded', () => {
  test('an administrator uploads compressed files of districts and stations, and each file replaces only places of its kind', async () => {
    const admin = await server.addAdmin()
    const send = async (text: string, file_name: string) => {
      const { path, ...init } = toRequest(importPlaces, { file_name }, admin.token)
      const response = await server.fetch(path, { ...init, body: gzipped(text) })
      return importPlaces.output.parse(await response.json())
    }
    expect(await send(await oazaFile(db, UNOMACHI), 'oaza.csv.gz')).toMatchObject({
      kind: 'oaza',
      rows: 48,
      places: { place_count: 1965, oaza_count: 48, station_count: 0 },
    })
    expect(await send(stationFile(), 'stations.csv.gz')).toMatchObject({
      kind: 'stations',
      rows: 2,
      places: { place_count: 1965, oaza_count: 48, station_count: 2 },
    })
    await addDefaultPlaces(db, TODAY)
    expect(await db.$count(placeSources)).toBe(3)
    const { body } = await server.call(admin, listAudit, {})
    expect(body.results.map(({ target }) => target)).toEqual([
      '2 stations from stations.csv.gz',
      '48 oaza from oaza.csv.gz',
    ])
  })
})

test.each<[string, () => Promise<string>]>([
  ['oaza', async () => (await oazaFile(db)).replace(/\n沖縄県.*/, '')],
  ['stations', async () => `${stationFile()}\n000002,高`],
])('a file of %s that is cut off is refused, and changes nothing', async (_, content) => {
  await importPlacesInto(db, stationFile())
  const before = await db.select().from(placeSources).orderBy(placeSources.name)
  await expect(importPlaceText(db, await content())).rejects.toMatchObject({
    detail: expect.stringContaining('cut off?'),
  })
  expect(await db.select().from(placeSources).orderBy(placeSources.name)).toEqual(before)
  expect(await db.$count(places)).toBe(1965)
  expect(await db.$count(stations)).toBe(2)
})

test.skipIf(!AKIYA_BANK_CSV || !PLACES_DIR)(
  'stations from the official files are assigned to the houses of the akiya bank',
  async () => {
    await importInto(db, createReadStream(AKIYA_BANK_CSV ?? ''))
    for (const name of ['municipalities.csv', 'stations.csv', 'oaza.csv.gz']) {
      await importPlaceText(db, await readFile(join(PLACES_DIR ?? '', name)))
    }
    expect(await db.$count(places, eq(places.precision, 'oaza'))).toBe(120_083)
    const entries = await db.select().from(audit).orderBy(audit.id)
    expect(entries.map(({ target }) => target)).toMatchObject(
      [/^1,965 places from /, /^9,059 stations from /, /^120,083 oaza from /].map((pattern) =>
        expect.stringMatching(pattern),
      ),
    )
    await matchListings({ db, now: () => TODAY })
    expect(await db.$count(listings, isNotNull(listings.stationId))).toBe(2980)
    expect(await db.$count(listings, isNull(listings.place))).toBe(0)
    // The code of a prefecture has two characters.
    const placed = await db.$count(listings, sql`length(${listings.place}) > 2`)
    expect(placed).toBeGreaterThanOrEqual(0.999 * 4883)
  },
)

describe('when an old link names a city in Japanese', () => {
  beforeEach(async () => {
    await importInto(db, [
      houseRecord(HOUSE),
      houseRecord({ _id: 'house-2', 'Property Location': '愛媛県火星市1' }),
      houseRecord({ _id: 'house-3', 'Property Location': '北海道檜山郡江差町1' }),
    ])
  })

  test.each([
    [{ city: '西予市' }, 'house-1'],
    [{ prefecture: 'ehime', city: '西予市' }, 'house-1'],
    [{ city: 'ehime/西予市' }, 'house-1'],
    [{ prefecture: 'ehime', city: '火星市' }, 'house-2'],
  ])(
    'an old link with the Japanese city in %o finds the houses of the municipality',
    async (search, id) => {
      expect((await find(search)).map(({ _id }) => _id)).toEqual([id])
    },
  )

  test('an old link with a Japanese city finds no houses in another prefecture', async () => {
    expect(await find({ prefecture: 'kyoto', city: '西予市' })).toEqual([])
  })
})
