import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type CataloguePart, getCatalogue, getCatalogueBlock } from '#contract/catalogue.ts'
import { createApp } from '#server/app.ts'
import { openCatalogueFile } from '#server/catalogue/catalogue-file.ts'
import { countDownload } from '#server/catalogue/download-budget.ts'
import { deleteEditions } from '#server/catalogue/editions.ts'
import {
  catalogueBlocks,
  catalogueDownloads,
  catalogueEditions,
  jobs,
  shortlists,
} from '#server/db/schema.ts'
import { sweep } from '#server/jobs/cleanup-job.ts'
import { addHouses, announce, changeHouses } from '#tests/support/catalogue-changes.ts'
import { catalogueDevice, expectCurrent } from '#tests/support/catalogue-device.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: TestServer['services']['db']
let ana: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  ana = await server.addAdmin()
})

test('a block of which half is gone is dissolved, and only the blocks of two editions are kept', async () => {
  const ids = await addHouses(db, 300)
  await server.makeCatalogueFile()
  const device = catalogueDevice(server, ana)
  await device.sync()
  const [first] = device.index().parts.filter(({ tier }) => tier === 'columns')
  await changeHouses(db, ids.slice(0, 100), { priceYen: 1_234_567 })
  await server.makeCatalogueFile()
  await device.sync()
  const parts = device.index().parts.filter(({ tier }) => tier === 'columns')
  expect(parts.map(({ houses, gone }) => [houses, gone.length])).toEqual([
    [200, 100],
    [100, 0],
  ])
  expect(parts[0]?.hash).toBe(first?.hash)
  await changeHouses(db, ids.slice(0, 200), { priceYen: 2_345_678 })
  await server.makeCatalogueFile()
  await device.sync()
  const last = device.index().parts.filter(({ tier }) => tier === 'columns')
  expect(last.map(({ houses, gone }) => [houses, gone.length])).toEqual([[300, 0]])
  await expectCurrent(db, device)
  await changeHouses(db, ids.slice(0, 1), { priceYen: 3_456_789 })
  await server.makeCatalogueFile()
  const kept = await db.select().from(catalogueEditions)
  const hashes = new Set(kept.flatMap((edition) => edition.parts.map(({ hash }) => hash)))
  expect([kept.length, await db.$count(catalogueBlocks)]).toEqual([2, hashes.size])
  expect(hashes.has(first?.hash ?? '')).toBe(false)
})

test('two processes make one edition, and the next build replaces a crashed one', async () => {
  await addHouses(db, 50)
  const records = { readParts: (ids: string[]) => server.services.records.readParts(ids) }
  const two = [1, 2].map(() =>
    openCatalogueFile({ db, records, build: 'test', now: server.services.now, logError: fail }),
  )
  await Promise.all(two.map(({ drain }) => drain()))
  expect(await db.select({ id: catalogueEditions.id }).from(catalogueEditions)).toEqual([{ id: 1 }])

  await announce(db)
  await db.update(jobs).set({ claimedAt: server.services.now() }).where(eq(jobs.name, 'catalogue'))
  await server.makeCatalogueFile()
  expect(await db.$count(catalogueEditions)).toBe(1)
  server.setNow('2026-01-15T01:00:00Z')
  await server.makeCatalogueFile()
  expect(await db.$count(catalogueEditions)).toBe(2)
})

function fail(error: unknown) {
  throw error
}

test('a damaged or missing block is replaced', async () => {
  await addHouses(db, 200)
  await server.makeCatalogueFile()
  const [one, two, three] = await db.select({ hash: catalogueBlocks.hash }).from(catalogueBlocks)
  const isOne = (block = one) => eq(catalogueBlocks.hash, block?.hash ?? '')
  await db
    .update(catalogueBlocks)
    .set({ brotli: Buffer.from('damaged') })
    .where(isOne())
  await db
    .update(catalogueBlocks)
    .set({ brotli: Buffer.alloc(0) })
    .where(isOne(two))
  await db.delete(catalogueBlocks).where(isOne(three))
  await announce(db)
  await server.makeCatalogueFile()
  const device = catalogueDevice(server, ana)
  await device.sync()
  await expectCurrent(db, device)
})

test('an unchanged catalogue gets no new edition, except from another build of the server', async () => {
  await addHouses(db, 20)
  await server.makeCatalogueFile()
  await server.makeCatalogueFile()
  expect(await db.$count(catalogueEditions)).toBe(1)
  const { records, now } = server.services
  const other = openCatalogueFile({ db, now, build: 'other', logError: fail, records })
  await other.drain()
  const parts = await db.select({ parts: catalogueEditions.parts }).from(catalogueEditions)
  expect(parts).toHaveLength(2)
  expect(parts[0]).toEqual(parts[1])
})

test('before the first edition, a device is told to try again', async () => {
  const { status, headers, body } = await server.call(ana, getCatalogue, {})
  expect([status, headers.get('retry-after')]).toEqual([503, '60'])
  expect(body.detail).toBe('The catalogue for devices is being made. Please try again in a minute.')
})

test('the bytes of a hidden house can be downloaded no more after the next edition', async () => {
  const ids = await addHouses(db, 100)
  await server.makeCatalogueFile()
  const device = catalogueDevice(server, ana)
  await device.sync()
  const [hidden = '', folded = ''] = ids
  const isHidden = { hiddenAt: new Date(), hiddenBy: ['administrator' as const] }
  await changeHouses(db, [folded], { hiddenAt: new Date(), hiddenBy: ['duplicate'] })
  await changeHouses(db, [hidden], isHidden)
  const before = device
    .index()
    .parts.filter(
      ({ tier, prefecture }) =>
        tier === 'columns' || prefecture === device.records().get(hidden)?.prefecture,
    )
  await server.makeCatalogueFile()
  for (const { hash } of before) {
    expect((await server.call(ana, getCatalogueBlock, { hash })).status).toBe(404)
  }
  await device.sync()
  expect(device.records().size).toBe(98)
  await expectCurrent(db, device)
})

const download = (person: Person, hash: string, app = createApp(server.services)) =>
  app.request(`/v1/catalogue/blocks/${hash}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })

async function addBlock() {
  await addHouses(db, 20)
  await server.makeCatalogueFile()
  const { body } = await server.call(ana, getCatalogue, {})
  return body.parts
}

test('a block is never stored by a browser, and a client without Brotli gets it uncompressed', async () => {
  const [part] = await addBlock()
  const response = await download(ana, part?.hash ?? '')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect((await response.arrayBuffer()).byteLength).toBe(part?.size)
})

test('in 24 hours, an account downloads the catalogue six times, and an administrator as often as needed', async () => {
  const user = await server.addSubscriber()
  const part: CataloguePart = {
    ...{ tier: 'details', hash: '', size: 1, bytes: 10_000_000, houses: 1, gone: [] },
  }
  const downloadAll = (caller: { user: Person }) =>
    countDownload(server.services, { caller, bytes: part.bytes, parts: [part] })
  for (let round = 0; round < 6; round++) await downloadAll({ user })
  await expect(downloadAll({ user })).rejects.toMatchObject({ status: 429 })
  for (let round = 0; round < 7; round++) await downloadAll({ user: ana })
})

test('of a small catalogue, an account downloads 20 MB in 24 hours', async () => {
  const [part] = await addBlock()
  const hash = part?.hash ?? ''
  const ben = await server.addSubscriber()
  const bytes = 20_000_000 - (part?.bytes ?? 0)
  await db
    .insert(catalogueDownloads)
    .values({ userId: ben.id, startedAt: server.services.now(), bytes })
  expect((await download(ben, hash)).status).toBe(200)
  server.setNow('2026-01-15T21:00:00Z')
  const refused = await download(ben, hash)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(3 * 3600)])
  expect(await refused.json()).toEqual({
    detail:
      'Your devices have downloaded the catalogue many times today. They can search on the server until tomorrow.',
  })
  server.setNow('2026-01-16T00:00:00Z')
  expect((await download(ben, hash)).status).toBe(200)
  server.setNow('2026-01-17T00:00:00Z')
  await sweep(server.services)
  expect(await db.$count(catalogueDownloads)).toBe(0)
})

test('a device that asks for the unchanged index again gets no bytes', async () => {
  await addBlock()
  const app = createApp(server.services)
  const askIndex = (etag = '') =>
    app.request('/v1/catalogue', {
      headers: { authorization: `Bearer ${ana.token}`, 'if-none-match': etag },
    })
  const first = await askIndex()
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  const second = await askIndex(etag)
  expect([second.status, await second.text()]).toEqual([304, ''])
  await server.addListing({})
  await announce(db)
  expect((await askIndex(etag)).status).toBe(200)
  await server.makeCatalogueFile()
  const { revision, newest_revision } = await (await askIndex(etag)).json()
  expect(revision).toBe(newest_revision)
})

test('only people with access to the whole catalogue get a block', async () => {
  const [{ hash } = { hash: '' }] = await addBlock()
  const owner = await server.addSubscriber()
  const guest = await server.addUser()
  await db.insert(shortlists).values({ id: 'list', ownerId: owner.id, partnerId: guest.id })
  const endsAt = new Date('2026-01-14T23:59:59Z')
  const lapsed = await server.addSubscriber({ status: 'cancelled', endsAt })
  expect((await download(owner, hash)).status).toBe(200)
  for (const [person, status] of [
    [guest, 403],
    [lapsed, 403],
    [{ ...guest, token: 'none' }, 401],
  ] as const) {
    expect((await download(person, hash)).status).toBe(status)
    const response = await server.call(person, getCatalogue, {})
    expect(response.status).toBe(status)
  }
})

test('an operator can switch the catalogue for devices off', async () => {
  const [{ hash } = { hash: '' }] = await addBlock()
  const app = createApp({ ...server.services, catalogueFile: null })
  const response = await download(ana, hash, app)
  expect([response.status, await response.json()]).toEqual([
    404,
    { detail: 'This server gives devices no catalogue' },
  ])
  await deleteEditions(db)
  expect([await db.$count(catalogueEditions), await db.$count(catalogueBlocks)]).toEqual([0, 0])
})
