import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { editContact } from '#contract/contacts.ts'
import { decideDuplicate, listDuplicates } from '#contract/duplicates.ts'
import {
  editInventoryListing,
  hideInventoryListing,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import { getListing, searchListings } from '#contract/listings.ts'
import { setOptOut } from '#contract/opt-outs.ts'
import type { Database } from '#server/db/database.ts'
import { listingRecords, listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { openAvifQueue } from '#server/images/avif-queue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { removeSamples } from '#server/samples/remove-samples.ts'
import { addDefaultPlaces, placesAddedOnce } from '#tests/support/default-places.ts'
import { expectFreshRecords } from '#tests/support/fresh-records.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { importPlacesInto, oazaFile, stationFile } from '#tests/support/place-files.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const SEIYO = '38214'
const PLACE = '愛媛県西予市宇和町卯之町1'

let server: TestServer
let db: Database
let admin: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  admin = await server.addAdmin()
  await addPlaces(db)
})

const addPlaces = placesAddedOnce((db) => addDefaultPlaces(db, TODAY))

async function search() {
  const { body } = await server.call(admin, searchListings, { limit: 100 })
  return body.results
}

async function marks() {
  const rows = await db
    .select({ id: listingRecords.listingId, build: listingRecords.build })
    .from(listingRecords)
  return Object.fromEntries(rows.map(({ id, build }) => [id, build]))
}

/** Imports two houses of one source, or one house of another source that has the same page. */
const importHouses = (source: 'bank' | 'portal', fields = {}, options = {}) => {
  const link = { link: 'https://akiya.example/houses/1', 'Property Location': PLACE }
  const records = [
    houseRecord({ _id: `${source}-1`, ...link, Transportation: '卯之町駅 徒歩9分', ...fields }),
    ...(source === 'bank' ? [houseRecord({ _id: 'bank-2', 'Property Location': PLACE })] : []),
  ]
  return importInto(db, records, { source, ...options })
}

const optOut = (kind: 'source' | 'municipality', key: string, opted_out: boolean) =>
  server.call(admin, setOptOut, { kind, key, opted_out, note: 'By letter' })

async function decide(state: 'folded' | 'different' | 'waiting') {
  for (const show of ['waiting', 'decided'] as const) {
    const { body } = await server.call(admin, listDuplicates, { show })
    for (const { sides, state: seen } of body.results) {
      const [one = '', other = ''] = sides.map(({ listing }) => listing._id)
      await server.call(admin, decideDuplicate, { one, other, seen, state })
    }
  }
}

function fail(error: unknown): never {
  throw error
}

async function makeAvifCopies() {
  const queue = openAvifQueue({
    ...server.services,
    maker: { make: async () => {}, end: async () => {} },
    isBusy: () => false,
    logError: fail,
  })
  await queue.drain()
}

/** Everything that can change a record. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'an import changes the remarks': () => importHouses('bank', { Remarks: '庭があります' }),
  'an import of another source has the same house': () => importHouses('portal'),
  'pairs are different houses': () => decide('different'),
  'pairs are folded': () => decide('folded'),
  'pairs wait again': () => decide('waiting'),
  'an import changes the price': () => importHouses('portal', { 'Sale Price Yen': 4_000_000 }),
  'an import no longer has a house': () =>
    importInto(db, [houseRecord({ _id: 'bank-2' })], { source: 'bank', full: true }),
  'an import says that a house is sold': () => importHouses('bank', { Status: '成約済' }),
  'an import changes the credit': () =>
    importHouses('bank', {}, { attribution: 'CC BY 4.0, Seiyo' }),
  'an administrator edits a house': () =>
    server.call(admin, editInventoryListing, { id: 'bank-1', price_yen: '1,200,000' }),
  'an administrator moves a house': () =>
    server.call(admin, editInventoryListing, { id: 'portal-1', location: '愛媛県大洲市1' }),
  'an administrator hides a house': () =>
    server.call(admin, hideInventoryListing, { id: 'bank-1', hidden: true }),
  'an administrator shows a house again': () =>
    server.call(admin, hideInventoryListing, { id: 'bank-1', hidden: false }),
  'an administrator withdraws a house': () =>
    server.call(admin, withdrawInventoryListing, { id: 'portal-1', withdrawn: true }),
  'an administrator offers a house again': () =>
    server.call(admin, withdrawInventoryListing, { id: 'portal-1', withdrawn: false }),
  'a municipality opts out': () => optOut('municipality', SEIYO, true),
  'the opt-out of a municipality ends': () => optOut('municipality', SEIYO, false),
  'a source opts out': () => optOut('source', 'portal', true),
  'the opt-out of a source ends': () => optOut('source', 'portal', false),
  'a municipality gets a contact': () =>
    server.call(admin, editContact, { place: SEIYO, phone: '0894-62-1111' }),
  'a contact is deleted': () => server.call(admin, editContact, { place: SEIYO, phone: '' }),
  'districts are imported': async () =>
    importPlacesInto(db, await oazaFile(db, '愛媛県,西予市,宇和町卯之町,33.36,132.51')),
  'districts move': async () =>
    importPlacesInto(db, await oazaFile(db, '愛媛県,西予市,宇和町卯之町,33.38,132.55')),
  'stations are imported': () =>
    importPlacesInto(db, stationFile('000200,卯之町,33.3633,132.5122,予讃線')),
  'AVIF copies are made': makeAvifCopies,
  'sample houses are removed': () => removeSamples(db),
}

/** Adds houses of every kind, and makes their records. */
async function prepare() {
  const photo = await server.services.images.store(await jpeg())
  await server.addListing({ id: 'pictured', prefecture: 'ehime', photos: [photo] })
  await server.fetch(`/images/${photo.path}?w=320`)
  await server.addListing({ id: 'sample', source: SAMPLE_SOURCE })
  await importHouses('bank')
  await server.makeRecords()
}

test('every kind of change makes the records anew that it affects', async () => {
  await prepare()
  for (const [name, change] of Object.entries(CHANGES)) {
    await change()
    const stale = Object.values(await marks()).filter((build) => build === null)
    expect(stale.length, name).toBeGreaterThan(0)
    await expectFreshRecords(db)
    await server.makeRecords()
  }
  expect(await expectFreshRecords(db)).toBe(await db.$count(listings))
})

test('no record is stale after any changes', async () => {
  await prepare()
  const changes = fc.array(fc.constantFrom(...Object.keys(CHANGES)), {
    minLength: 4,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(changes, async (names) => {
      for (const name of names) {
        await CHANGES[name]?.()
        await expectFreshRecords(db)
        await server.makeRecords()
      }
      expect(await expectFreshRecords(db)).toBe(await db.$count(listings))
    }),
    { numRuns: 5 },
  )
})

test('a search returns the stored records, and the same as for one house', async () => {
  await prepare()
  expect(Object.values(await marks())).toEqual(['test', 'test', 'test', 'test'])
  for (const { title: _, ...record } of await search()) {
    const { body } = await server.call(admin, getListing, { id: record._id })
    expect(body).toMatchObject(record)
  }
})

test('a record that was never made is made when a search needs it', async () => {
  await prepare()
  await db.delete(listingRecords)
  expect(await search()).toHaveLength(4)
  await vi.waitFor(async () =>
    expect(Object.values(await marks())).toEqual([null, null, null, null]),
  )
  await server.makeRecords()
  expect(await expectFreshRecords(db)).toBe(4)
})

test('a server that starts makes the records that are missing, and those of another build', async () => {
  await prepare()
  await db.delete(listingRecords).where(eq(listingRecords.listingId, 'bank-1'))
  const { background } = server.services
  const other = openRecords({ db, background, logError: fail, build: 'other' })
  expect(JSON.parse(await other.read(['bank-2']))).toEqual([
    expect.objectContaining({ _id: 'bank-2' }),
  ])
  await other.drain()
  expect(new Set(Object.values(await marks()))).toEqual(new Set(['other']))
  expect(await expectFreshRecords(db)).toBe(4)
})

test('two processes make records at the same time as the catalogue changes', async () => {
  await prepare()
  const { background } = server.services
  const two = [1, 2].map(() => openRecords({ db, background, logError: fail, build: 'test' }))
  const names = [
    'an import changes the price',
    'an administrator edits a house',
    'a source opts out',
  ]
  const changes = [...names, 'a municipality gets a contact', 'the opt-out of a source ends']
  for (let round = 0; round < 3; round++) {
    for (const name of changes) {
      await Promise.all([CHANGES[name]?.(), ...two.map(({ drain }) => drain()), search()])
      await expectFreshRecords(db)
    }
  }
  await server.makeRecords()
  expect(await expectFreshRecords(db)).toBe(await db.$count(listings))
})
