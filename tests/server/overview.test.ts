import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeNotes } from '#contract/notes.ts'
import { getOverview } from '#contract/overview.ts'
import { favorites, paidInvoices, sources, subscriptionChanges } from '#server/db/schema.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person

beforeEach(async () => {
  server = await startServer()
  server.setNow('2026-03-15T12:00:00Z')
  admin = await server.addAdmin({ createdAt: new Date('2025-12-01T00:00:00Z') })
})

async function overview() {
  const { status, body } = await server.call(admin, getOverview, {})
  expect(status).toBe(200)
  return body
}

test('the overview of a new site shows zeros', async () => {
  const { months, prefectures, ...rest } = await overview()
  expect(rest).toEqual({
    at: '2026-03-15T12:00:00.000Z',
    users: { total: 1, new_this_month: 0 },
    subscriptions: { paid: 0, paused: 0, given: 0, cancelled: 0, payment_failed: 0 },
    counted_since: null,
    favorites: { total: 0, people: 0 },
    notes: { total: 0, people: 0 },
    own_photos: { total: 0, people: 0, bytes: 0 },
    listings: { offered: 0, withdrawn: 0, hidden: 0 },
    sources: [],
  })
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-04', revenue_cents: 0, started: 0, ended: 0 })
  expect(months.at(-1)?.month).toBe('2026-03')
  expect(prefectures).toHaveLength(47)
  expect(prefectures[0]).toEqual({ prefecture: 'hokkaido', offered: 0 })
})

test('the overview counts new users by the month in UTC', async () => {
  await server.addUser({ createdAt: new Date('2026-02-28T23:59:59.999Z') })
  await server.addUser({ createdAt: new Date('2026-03-01T00:00:00Z') })
  expect((await overview()).users).toEqual({ total: 3, new_this_month: 1 })
})

test('the overview counts subscriptions by their current state', async () => {
  const later = new Date('2026-03-20T00:00:00Z')
  const earlier = new Date('2026-03-10T00:00:00Z')
  const stripe = { paymentProvider: 'stripe' }
  await server.addSubscriber({ ...stripe, endsAt: later })
  await server.addSubscriber({ ...stripe, endsAt: later, stripeStatus: 'past_due' })
  await server.addSubscriber({ ...stripe, endsAt: later, isPaused: true })
  await server.addSubscriber({ endsAt: null })
  await server.addSubscriber({ endsAt: later })
  await server.addSubscriber({ endsAt: earlier })
  await server.addSubscriber({ ...stripe, status: 'cancelled', endsAt: later })
  await server.addSubscriber({ ...stripe, status: 'cancelled', endsAt: earlier })
  await server.addSubscriber({ ...stripe, status: 'expired', endsAt: earlier })
  expect((await overview()).subscriptions).toEqual({
    paid: 2,
    paused: 1,
    given: 2,
    cancelled: 1,
    payment_failed: 1,
  })
})

test('the overview shows the payments of each month in UTC', async () => {
  const payments = [
    ['2025-03-31T23:59:59.999Z', 1],
    ['2025-04-01T00:00:00Z', 2000],
    ['2026-02-28T23:59:59.999Z', 1999],
    ['2026-02-01T00:00:00Z', 2001],
    ['2026-03-01T00:00:00Z', 2_000_000_000_000],
  ] as const
  await server.services.db.insert(paidInvoices).values(
    payments.map(([paidAt, amountCents]) => ({
      id: paidAt,
      amountCents,
      paidAt: new Date(paidAt),
    })),
  )
  const { months } = await overview()
  const paid = months.filter(({ revenue_cents }) => revenue_cents > 0)
  expect(paid.map(({ month, revenue_cents }) => [month, revenue_cents])).toEqual([
    ['2025-04', 2000],
    ['2026-02', 4000],
    ['2026-03', 2_000_000_000_000],
  ])
})

test('the overview shows how many paid subscriptions started and ended in each month', async () => {
  const changes = [
    ['started', 'stripe', '2026-01-31T23:59:59.999Z'],
    ['started', 'stripe', '2026-02-01T00:00:00Z'],
    ['started', 'manual', '2026-02-01T00:00:00Z'],
    ['cancelled', 'stripe', '2026-02-02T00:00:00Z'],
    ['ended', 'stripe', '2026-03-02T00:00:00Z'],
    ['ended', 'manual', '2026-03-02T00:00:00Z'],
  ] as const
  await server.services.db.insert(subscriptionChanges).values(
    changes.map(([kind, paymentProvider, at]) => ({
      kind,
      paymentProvider,
      at: new Date(at),
    })),
  )
  const { months, counted_since } = await overview()
  expect(months.slice(-3)).toEqual([
    { month: '2026-01', revenue_cents: 0, started: 1, ended: 0 },
    { month: '2026-02', revenue_cents: 0, started: 1, ended: 0 },
    { month: '2026-03', revenue_cents: 0, started: 0, ended: 1 },
  ])
  expect(counted_since).toBe('2026-01-31T23:59:59.999Z')
})

test('real payments and cancellations appear in the overview', async () => {
  const payments = paymentsOf(server)
  const ana = await payments.addPayer()
  await payments.addPayer()
  await payments.cancel(ana)
  await server.settle()
  expect(await overview()).toMatchObject({
    subscriptions: { paid: 1, given: 0, cancelled: 1 },
    months: { 11: { month: '2026-03', revenue_cents: 4000, started: 2, ended: 0 } },
  })
})

test('the overview counts notes, and shows nothing of their content', async () => {
  const ana = await server.addSubscriber()
  const note = { record: 'house:a', at: '2026-01-01T00:00:00Z', seen: [] }
  const changes = [
    { ...note, id: randomUUID(), field: 'note', value: 'Only mine' },
    { ...note, id: randomUUID(), field: 'verdict', value: 'No' },
    { ...note, id: randomUUID(), field: 'status', value: null },
  ]
  await server.call(ana, changeNotes, { changes })
  const found = await overview()
  expect(found.notes).toEqual({ total: 2, people: 1 })
  expect(JSON.stringify(found)).not.toContain('Only mine')
})

test('the overview counts favorites, and the people who have favorites', async () => {
  const ana = await server.addUser()
  for (const { id } of [await server.addListing(), await server.addListing()]) {
    await server.services.db.insert(favorites).values({ userId: ana.id, listingId: id })
  }
  expect((await overview()).favorites).toEqual({ total: 2, people: 1 })
})

test('the overview counts each listing once, by state and prefecture', async () => {
  const at = new Date('2026-03-01T00:00:00Z')
  await server.addListing({ prefecture: 'nagano' })
  await server.addListing({ prefecture: 'nagano', withdrawnAt: at })
  await server.addListing({ prefecture: 'nagano', hiddenAt: at })
  await server.addListing({ prefecture: 'nagano', withdrawnAt: at, hiddenAt: at })
  await server.addListing({ prefecture: 'chiba' })
  await server.addListing({ prefecture: 'chiba', source: 'other' })
  await server.addListing({ prefecture: null })
  const { listings, prefectures } = await overview()
  expect(listings).toEqual({ offered: 4, withdrawn: 1, hidden: 2 })
  expect(prefectures.slice(0, 3)).toEqual([
    { prefecture: 'chiba', offered: 2 },
    { prefecture: 'nagano', offered: 1 },
    { prefecture: 'hokkaido', offered: 0 },
  ])
  expect(prefectures.slice(47)).toEqual([{ prefecture: null, offered: 1 }])
})

test('new listings are counted in the overview at the next request', async () => {
  expect((await overview()).listings.offered).toBe(0)
  await server.addListing()
  expect((await overview()).listings.offered).toBe(1)
})

test('the overview lists the sources with their last import, the latest first', async () => {
  await server.services.db.insert(sources).values([
    { name: 'old', importedAt: new Date('2026-01-01T00:00:00Z') },
    { name: 'new', importedAt: new Date('2026-02-01T00:00:00Z') },
  ])
  await server.addListing({ source: 'old' })
  expect((await overview()).sources).toEqual([
    { name: 'new', imported_at: '2026-02-01T00:00:00.000Z', offered: 0 },
    { name: 'old', imported_at: '2026-01-01T00:00:00.000Z', offered: 1 },
  ])
})
