import { and, asc, eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getCatalogueBlock } from '#contract/catalogue.ts'
import { setOptOut } from '#contract/opt-outs.ts'
import { catalogueBlocks, listings } from '#server/db/schema.ts'
import { isOffered } from '#server/listings/offered.ts'
import { addHouses, announce, changeHouses } from '#tests/support/catalogue-changes.ts'
import { catalogueDevice } from '#tests/support/catalogue-device.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: TestServer['services']['db']
let ana: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  ana = await server.addAdmin()
})

/** Makes the next edition. Returns the bytes that the device fetches of it. */
async function next(device: ReturnType<typeof catalogueDevice>) {
  await server.makeCatalogueFile()
  return device.sync()
}

/** The ids of the houses that neither the device nor the database holds any more. */
async function expectForgotten(device: ReturnType<typeof catalogueDevice>, id: string) {
  expect(device.records().has(id)).toBe(false)
  const stored = await db.select({ hash: catalogueBlocks.hash }).from(catalogueBlocks)
  for (const { hash } of stored) {
    const response = await server.fetch(`/v1/catalogue/blocks/${hash}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(await response.text()).not.toContain(id)
  }
}

test('after each change of 1 % of the houses, a device fetches at most 5 % of the bytes', async () => {
  await addHouses(db, 2000)
  // Two prefectures, as large as those of a catalogue of fifty thousand houses.
  await db.update(listings).set({ prefecture: 'ehime' })
  await db.update(listings).set({ prefecture: 'kyoto' }).where(eq(listings.layout, '4LDK'))
  await announce(db)
  const device = catalogueDevice(server, ana)
  const all = await next(device)
  for (let round = 0; round < 8; round++) {
    const ids = await db.select({ id: listings.id }).from(listings).orderBy(asc(listings.digest))
    const scattered = ids.filter((_, at) => at % 100 === round).map(({ id }) => id)
    await changeHouses(db, scattered, { priceYen: 4_200_000 + round })
    expect((await next(device)) / all).toBeLessThan(0.05)
  }
  const { parts } = device.index()
  expect(parts.filter(({ tier }) => tier === 'details').length).toBeLessThan(20)
  expect(device.records().size).toBe(2000)
})

test('the next edition forgets a house that is hidden after it has changed or was withdrawn', async () => {
  const [changed = '', withdrawn = ''] = await addHouses(db, 300)
  const device = catalogueDevice(server, ana)
  await next(device)
  await changeHouses(db, [changed], { priceYen: 4_200_000 })
  await changeHouses(db, [withdrawn], { withdrawnAt: new Date() })
  await next(device)
  expect(device.records().size).toBe(299)
  const hidden = { hiddenAt: new Date(), hiddenBy: ['administrator' as const] }
  await changeHouses(db, [changed, withdrawn], hidden)
  await next(device)
  await expectForgotten(device, changed)
  await expectForgotten(device, withdrawn)
  expect(device.records().size).toBe(298)
})

test('the next edition forgets a house that is deleted, or whose source has opted out', async () => {
  const [deleted = ''] = await addHouses(db, 100)
  const { id: optedOut } = await server.addListing({ source: 'bank' })
  const device = catalogueDevice(server, ana)
  await next(device)
  const held = device.index().parts
  await db.delete(listings).where(eq(listings.id, deleted))
  const body = { kind: 'source', key: 'bank', opted_out: true, note: 'By mail' } as const
  expect((await server.call(ana, setOptOut, body)).status).toBe(200)
  await next(device)
  await expectForgotten(device, deleted)
  await expectForgotten(device, optedOut)
  const columns = held.filter(({ tier }) => tier === 'columns')
  for (const { hash } of columns) {
    expect((await server.call(ana, getCatalogueBlock, { hash })).status).toBe(404)
  }
})

test('withdrawn houses leave holes in a block until half of it is empty', async () => {
  const ids = await addHouses(db, 200)
  const device = catalogueDevice(server, ana)
  await next(device)
  const columns = () => device.index().parts.filter(({ tier }) => tier === 'columns')
  const [first] = columns()
  const withdraw = async (from: number, to: number) => {
    await changeHouses(db, ids.slice(from, to), { withdrawnAt: new Date() })
    await next(device)
  }
  await withdraw(0, 60)
  await withdraw(60, 99)
  expect(columns()).toEqual([expect.objectContaining({ hash: first?.hash, houses: 101 })])
  await withdraw(99, 100)
  expect(columns()).toEqual([expect.objectContaining({ houses: 100, gone: [] })])
  expect(device.records().size).toBe(100)
  await withdraw(100, 200)
  expect([columns(), device.records().size]).toEqual([[], 0])
})

test('a house that is withdrawn and offered again, or gets its former price again, counts once', async () => {
  const ids = await addHouses(db, 100)
  const device = catalogueDevice(server, ana)
  await next(device)
  const some = ids.slice(0, 20)
  const isSome = and(isOffered, inArray(listings.id, some))
  const [{ priceYen } = { priceYen: null }] = await db.select().from(listings).where(isSome)
  for (const values of [
    { withdrawnAt: new Date() },
    { withdrawnAt: null },
    { priceYen: 1 },
    { priceYen },
  ]) {
    await changeHouses(db, some, values)
    await next(device)
    expect(device.records().size).toBe(values.withdrawnAt ? 80 : 100)
  }
})
