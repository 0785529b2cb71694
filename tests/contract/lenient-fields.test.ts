import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantsAccess } from '#contract/access.ts'
import { Account, User } from '#contract/account.ts'
import { listFavorites } from '#contract/favorites.ts'
import { ListingRecord, searchListings } from '#contract/listings.ts'
import { SharedListing } from '#contract/sharing.ts'
import { Subscription } from '#contract/subscription.ts'
import { Timestamp } from '#contract/values.ts'

const house = { _id: 'a1', createdAt: '2026-11-01T00:00:00.000Z' }
const page = (results: unknown[]) => ({ results, total_count: results.length, total_pages: 1 })

test.each([
  ['31,500', 31_500],
  ['5.8 million', 5_800_000],
  [31_500, 31_500],
  ['ASK', null],
  [{}, null],
  [undefined, null],
])('the price %j in a response is read as %j', (written, price) => {
  const record = ListingRecord.parse({
    ...house,
    'Sale Price': written,
    'Sale Price Yen': written,
  })
  expect(record['Sale Price']).toBe(price)
  expect(record['Sale Price Yen']).toBe(price)
})

test('in a response of the server, malformed, null or missing fields count as unknown, and extra fields are dropped', () => {
  const strange = {
    _id: 7,
    'Property Type': { type: 'house' },
    'Building - Area': '98.5',
    'Land - Area': [300],
    'Construction Year': '1,975',
    'Contact Number': 771_123_456,
    createdAt: 'yesterday',
    images: ['a.jpg', null, 7, ''],
    photos: [null, { width: 'wide' }],
    sample: 'no',
    secret: 'x',
  }
  const known = ListingRecord.parse(strange)
  expect(known).toMatchObject({
    _id: '7',
    'Property Type': null,
    Prefecture: null,
    'Building - Area': '98.5',
    'Land - Area': null,
    'Construction Year': 1975,
    'Contact Number': '771123456',
    createdAt: null,
    images: ['a.jpg', '', '', ''],
    photos: [null, null],
    sample: false,
  })
  expect(known).not.toHaveProperty('secret')
  expect(known).not.toHaveProperty('Reference URL')
})

test('one malformed listing in a response does not break the list', () => {
  const { output } = searchListings
  expect(output.parse(page([house, 'nonsense', null, {}, { _id: 'b2' }])).results).toMatchObject([
    { _id: 'a1' },
    { _id: 'b2' },
  ])
  const favorites = listFavorites.output.parse({ favorites: ['a1', null], listings: [7, house] })
  expect(favorites.favorites).toEqual(['a1'])
  expect(favorites.listings).toHaveLength(1)
})

test('the record of a listing can be parsed, whatever its fields contain', () => {
  const names = Object.keys(ListingRecord.shape).filter((name) => name !== '_id')
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
      expect(ListingRecord.safeParse({ ...house, [name]: value }).success).toBe(true)
      expect(SharedListing.safeParse({ ...house, [name]: value }).success).toBe(true)
    }),
  )
})

test.each([
  ['2026-05-01T12:00:00', '2026-05-01T12:00:00Z'],
  ['2026-05-01 12:00:00.123456', '2026-05-01T12:00:00.123456Z'],
  ['2026-05-01', '2026-05-01T00:00:00Z'],
  ['2026-05-01T12:00:00+0900', '2026-05-01T12:00:00+09:00'],
  ['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z'],
])('the time %s is read as %s, because a time without a zone is in UTC', (written, moment) => {
  expect(Timestamp.parse(written)).toBe(moment)
  expect(Number.isNaN(Date.parse(moment))).toBe(false)
})

test.each(['', 'yesterday', '2026-02-30T00:00:00Z', '2026-05-01T25:00:00', '1777636800'])(
  '%j is not a time',
  (text) => {
    expect(Timestamp.safeParse(text).success).toBe(false)
  },
)

test('an account with malformed fields is still read, and its malformed fields give no access', () => {
  const user = { id: 'ana', role: 'owner', created_at: null, updated_at: '21/11/2026' }
  const subscription = { status: 'paused', plan: 'gold', ends_at: '2999-01-01' }
  const account = Account.parse({ user, subscription })
  expect(account.user).toMatchObject({ role: 'user', created_at: null, updated_at: null })
  expect(account.subscription).toMatchObject({ status: 'paused', plan: 'gold' })
  expect(grantsAccess(account.subscription, new Date())).toBe(false)

  for (const [schema, least] of [
    [User, { id: 'ana' }],
    [Subscription, {}],
  ] as const) {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(schema.shape).filter((name) => name !== 'id')),
        fc.jsonValue(),
        (name, value) => {
          expect(schema.safeParse({ ...least, [name]: value }).success).toBe(true)
        },
      ),
    )
  }
})
