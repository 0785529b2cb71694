import { beforeEach, describe, expect, test } from 'vitest'
import { getImport } from '#contract/imports.ts'
import { listFreeListings, searchListings } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { contacts, sources } from '#server/db/schema.ts'
import { writeSource } from '#server/imports/write.ts'
import { houseRecord, importInto, TODAY, uploadImport } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const LATER = new Date('2026-12-21T09:00:00Z')

let server: TestServer
let db: Database
let subscriber: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  subscriber = await server.addSubscriber()
})

async function findHouse(id: string) {
  const { body } = await server.call(subscriber, searchListings, {})
  return body.results.find(({ _id }) => _id === id)
}

describe('when a house is imported', () => {
  test('a house from the first import of its source does not count as new, even if a later import changes the house', async () => {
    await importInto(db, [houseRecord()])
    await importInto(db, [houseRecord({ 'Sale Price Yen': 1 })], { now: LATER })
    expect(await findHouse('house-1')).toMatchObject({
      createdAt: TODAY.toISOString(),
      firstImport: true,
    })
  })

  test('a house that a later import adds counts as new', async () => {
    await importInto(db, [houseRecord()])
    await importInto(db, [houseRecord({ _id: 'house-2' })], { now: LATER })
    expect(await findHouse('house-2')).toMatchObject({
      createdAt: LATER.toISOString(),
      firstImport: false,
    })
  })

  test('an import keeps the date that the source states for a house', async () => {
    await importInto(db, [houseRecord({ createdAt: '2026-05-01' })])
    expect(await findHouse('house-1')).toMatchObject({
      createdAt: '2026-05-01T00:00:00.000Z',
      firstImport: false,
    })
  })
})

describe("when the date of a source's data is known", () => {
  test("the date of a source's data is an option of the import, and each import replaces the date", async () => {
    await importInto(db, [houseRecord()])
    expect(await findHouse('house-1')).not.toHaveProperty('asOf')
    await importInto(db, [houseRecord()], { asOf: '2026-06-30' })
    expect(await findHouse('house-1')).toMatchObject({ asOf: 'Jun 2026' })
    const { report } = await importInto(db, [houseRecord()], { asOf: '2026-07-01' })
    expect(report.changed).toBe(1)
    expect(await findHouse('house-1')).toMatchObject({ asOf: 'Jul 2026' })
  })

  test("the importer knows the date of the akiya bank's data, and the credit line of the bank contains the date", async () => {
    const header = `PROPERTY_NUMBER_ID,PROPERTY_CATEGORY,PREFECTURE,CITY,NEAREST_TRAIN_LINE,NEAREST_STATION,DISTANCE_TO_NEAREST_STATION_ON_FOOT,AMOUNT/RENT,DATE_OF_CONSTRUCTION,CONSTRUCTION,OCCUPATION_AREA,LAYOUT,SIZE_OF_LOT,STRONG_POINTS`
    const file = `${header}\n1,売買居住用,愛媛県,西予市,,,,1,,,,,,`
    const attribution = async () => (await db.select().from(sources))[0]?.attribution
    await importInto(db, file)
    const { body } = await server.call(subscriber, searchListings, {})
    expect(body.results).toMatchObject([{ asOf: 'Mar 2025', firstImport: true }])
    expect(await attribution()).toContain('As of 31 March 2025, not a live offer.')
    await importInto(db, file, { asOf: '2026-03-31' })
    expect(await attribution()).toContain('As of 31 March 2026, not a live offer.')
  })

  test('after the credit line of a source has changed, the next search shows the new line, even if no house has changed', async () => {
    await importInto(db, [houseRecord()])
    const credit = async (text: string) => {
      const [{ name = '' } = {}] = await db.select().from(sources)
      await writeSource({ db, source: name, now: LATER, dryRun: false }, text)
      server.services.catalogue.changed()
      return findHouse('house-1')
    }
    expect(await credit('A bank, 2025')).toMatchObject({
      attribution: expect.stringContaining('A bank, 2025'),
    })
    expect(await credit('A bank, 2026')).toMatchObject({
      attribution: expect.stringContaining('A bank, 2026'),
    })
  })

  test("the date of a source's data is an option of an upload, and cannot lie in the future", async () => {
    const admin = await server.addAdmin()
    const file = JSON.stringify([houseRecord()])
    const refused = await uploadImport(server, admin, file, { as_of: '2031-01-01' })
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('past') },
    })
    const { body } = await uploadImport(server, admin, file, { as_of: '2025-05-31' })
    await server.services.imports.settled()
    await server.services.imports.apply({ user: admin, ip: '' }, body.id)
    await server.services.imports.settled()
    const done = await server.call(admin, getImport, { id: body.id })
    expect(done.body.state).toBe('done')
    expect(await findHouse('house-1')).toMatchObject({ asOf: 'May 2025' })
  })
})

test('the response with the free listings states what the catalogue holds, and how old it is', async () => {
  await server.addListing({ prefecture: 'hyogo', photos: [{}, {}], asOf: '2025-03-31' })
  const link = 'https://akiya.example/1'
  await server.addListing({ prefecture: 'ehime', contactNumber: '0894-62-1111', link })
  await server.addListing({ prefecture: 'ehime', hiddenAt: new Date(), asOf: '2026-03-31' })
  const web = 'https://www.city.example.jp/'
  const desk = { place: '38214', phone: '0894-62-1111', web, updatedAt: TODAY }
  await db.insert(contacts).values(desk)
  await server.addListing({ prefecture: 'ehime', place: '38214' })
  const { body } = await server.call(null, listFreeListings, {})
  expect(body.catalogue).toEqual({
    ...{ houses: 3, prefectures: 2, with_photos: 1, with_contact: 2, with_web: 2 },
    as_of: { houses: 1, from: '2025-03-31', to: '2025-03-31' },
  })
})
