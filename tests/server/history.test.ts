import { beforeEach, describe, expect, test } from 'vitest'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { History } from '#contract/history.ts'
import { withdrawInventoryListing } from '#contract/inventory.ts'
import { getListing } from '#contract/listings.ts'
import type { Database } from '#server/db/database.ts'
import { listingChanges } from '#server/db/schema.ts'
import { houseRecord, importInto, TODAY } from '#tests/support/imports.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const day = (number: number) => new Date(`2026-12-${String(number).padStart(2, '0')}T09:00:00Z`)
const both = [houseRecord(), houseRecord({ _id: 'house-2' })]

let server: TestServer
let db: Database
let subscriber: Person
beforeEach(async () => {
  server = await startServer()
  db = server.services.db
  subscriber = await server.addSubscriber()
})

async function historyOf(id: string) {
  const { body } = await server.call(subscriber, getListing, { id })
  return History.parse(body.history)
}

describe('the history of a house', () => {
  test('begins when an import adds the house, and says when its source last contained it', async () => {
    await importInto(db, both)
    await importInto(db, both, { now: day(20) })
    await importInto(db, [houseRecord()], { now: day(21) })
    expect(await historyOf('house-1')).toEqual({
      seen_at: day(21).toISOString(),
      changes: [{ kind: 'added', at: TODAY.toISOString() }],
    })
    expect((await historyOf('house-2')).seen_at).toBe(day(20).toISOString())
  })

  test('contains the old and the new price in yen, and the names of the facts that changed', async () => {
    await importInto(db, both)
    const changed = houseRecord({ 'Sale Price Yen': '480万円', 'Building - Layout': '5DK' })
    await importInto(db, [changed, both[1] ?? {}], { now: day(20) })
    const at = day(20).toISOString()
    expect((await historyOf('house-1')).changes.slice(1)).toEqual([
      { kind: 'price', at, yen_before: 5_800_000, yen_after: 4_800_000 },
      { kind: 'facts', at, fields: ['layout'] },
    ])
    expect((await historyOf('house-2')).changes).toHaveLength(1)
  })

  test('stores the old and the new value of each fact', async () => {
    await importInto(db, [houseRecord({ Remarks: '海の近く' })])
    await importInto(db, [houseRecord({ Remarks: '山の近く' })], { now: day(20) })
    const [, change] = await db.select().from(listingChanges)
    expect(change).toMatchObject({
      kind: 'facts',
      before: { remarks: '海の近く' },
      after: { remarks: '山の近く' },
    })
  })

  test('says when a house was no longer offered, and when it was offered again', async () => {
    await importInto(db, both)
    await server.call(subscriber, addFavorite, { listing_id: 'house-2' })
    await importInto(db, [houseRecord()], { full: true, now: day(20) })
    await importInto(db, [houseRecord()], { full: true, now: day(21) })
    const gone = { kind: 'gone', at: day(20).toISOString() }
    expect((await historyOf('house-2')).changes.slice(1)).toEqual([gone])
    await importInto(db, both, { now: day(22) })
    const back = { kind: 'back', at: day(22).toISOString() }
    expect((await historyOf('house-2')).changes.slice(1)).toEqual([gone, back])
  })

  test('contains what an administrator withdraws and offers again', async () => {
    await importInto(db, both)
    const admin = await server.addAdmin()
    for (const withdrawn of [true, true, false]) {
      await server.call(admin, withdrawInventoryListing, { id: 'house-1', withdrawn })
    }
    const kinds = (await historyOf('house-1')).changes.map(({ kind }) => kind)
    expect(kinds).toEqual(['added', 'gone', 'back'])
  })

  test('does not change when a house only becomes a year older, or when the exchange rate changes', async () => {
    const record = houseRecord({ 'Building - Construction Date': '築49年', Remarks: '1' })
    const inDollars = houseRecord({ _id: 'usd', 'Sale Price Yen': '', 'Sale Price': 40_000 })
    await importInto(db, [record, inDollars], { jpyPerUsd: 150 })
    const later = { ...record, Remarks: '2' }
    await importInto(db, [later, { ...inDollars, Remarks: '2' }], {
      now: new Date('2027-12-20T09:00:00Z'),
      jpyPerUsd: 145,
    })
    for (const id of ['house-1', 'usd']) {
      expect((await historyOf(id)).changes.slice(1)).toMatchObject([{ fields: ['remarks'] }])
    }
  })

  test('is part of the favorites, so that it can be read offline', async () => {
    await importInto(db, both)
    await server.call(subscriber, addFavorite, { listing_id: 'house-1' })
    const { body } = await server.call(subscriber, listFavorites, {})
    expect(body.listings).toMatchObject([{ history: { changes: [{ kind: 'added' }] } }])
  })
})

test('the ids of changes follow the order in which their transactions end', async () => {
  await importInto(db, both)
  await Promise.all(
    ['one', 'two', 'three'].map((source) =>
      importInto(
        db,
        Array.from({ length: 30 }, (_, at) => houseRecord({ _id: `${source}-${at}` })),
        { source },
      ),
    ),
  )
  const rows = await db.select().from(listingChanges)
  expect(rows).toHaveLength(92)
  const [first] = rows
  await importInto(db, [houseRecord({ 'Sale Price Yen': 1 })])
  const latest = (await db.select().from(listingChanges)).toSorted(
    (one, other) => one.id - other.id,
  )
  expect(latest.at(-1)).toMatchObject({ kind: 'price' })
  expect(latest[0]).toEqual(first)
})
