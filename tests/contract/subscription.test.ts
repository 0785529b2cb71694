import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awaitsRenewal, grantsAccess, homePage } from '#contract/access.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/choices.ts'

const now = new Date('2026-01-15T00:00:00Z')
const tomorrow = '2026-01-16T00:00:00Z'
const yesterday = '2026-01-14T00:00:00Z'

const anySubscription = fc.record({
  status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
  ends_at: fc.option(fc.date({ noInvalidDate: true })),
})
const anyTime = fc.date({ noInvalidDate: true })

test.each([
  ['active', null, true],
  ['active', tomorrow, true],
  ['active', yesterday, true],
  ['cancelled', tomorrow, true],
  ['cancelled', now, false],
  ['cancelled', yesterday, false],
  ['cancelled', null, false],
  ['expired', tomorrow, false],
  ['inactive', tomorrow, false],
  ['inactive', null, false],
] as const)('with a subscription %s until %s, access is %s', (status, ends_at, access) => {
  expect(grantsAccess({ status, ends_at }, now)).toBe(access)
})

test('without a subscription there is no access', () => {
  expect([grantsAccess(null, now), grantsAccess(undefined, now)]).toEqual([false, false])
})

test('access that has ended does not return as time passes', () => {
  fc.assert(
    fc.property(anySubscription, anyTime, anyTime, (subscription, one, other) => {
      const [earlier, later] = one < other ? [one, other] : [other, one]
      if (!grantsAccess(subscription, earlier)) {
        expect(grantsAccess(subscription, later)).toBe(false)
      }
    }),
  )
})

test.each([
  ['active', null, false],
  ['active', tomorrow, false],
  ['active', now, true],
  ['active', yesterday, true],
  ['cancelled', yesterday, false],
  ['expired', yesterday, false],
] as const)(
  'a subscription that is %s and paid until %s counts as waiting for its renewal: %s',
  (status, ends_at, waits) => {
    expect(awaitsRenewal({ status, ends_at }, now)).toBe(waits)
  },
)

const user = { role: 'user' } as const
const admin = { role: 'admin' } as const

test.each([
  ['a visitor', null, '/login'],
  ['an administrator', { user: admin, subscription: null }, '/listings'],
  ['a person without a subscription', { user, subscription: null }, '/register'],
  ['a subscriber', { user, subscription: { status: 'active', ends_at: tomorrow } }, '/listings'],
  [
    'a subscriber whose renewal is not confirmed yet',
    { user, subscription: { status: 'active', ends_at: yesterday } },
    '/listings',
  ],
  [
    'a person who cancelled and has time left',
    { user, subscription: { status: 'cancelled', ends_at: tomorrow } },
    '/listings',
  ],
  [
    'a person whose time has run out',
    { user, subscription: { status: 'cancelled', ends_at: yesterday } },
    '/subscription/renew',
  ],
  [
    'a person whose subscription expired',
    { user, subscription: { status: 'expired', ends_at: tomorrow } },
    '/subscription/renew',
  ],
  [
    'a person whose subscription is inactive',
    { user, subscription: { status: 'inactive', ends_at: null } },
    '/subscription/renew',
  ],
  [
    'a person whose subscription has an unknown status',
    { user, subscription: { status: 'paused', ends_at: tomorrow } },
    '/subscription/manage',
  ],
] as const)('the home page redirects %s to the right page', (_, account, home) => {
  expect(homePage(account, now)).toBe(home)
})

test('the home page redirects a person to the listings if, and only if, the person may see them', () => {
  const role = fc.constantFrom('user' as const, 'admin' as const)
  fc.assert(
    fc.property(role, fc.option(anySubscription), anyTime, (role, subscription, time) => {
      const mayLook = role === 'admin' || grantsAccess(subscription, time)
      expect(homePage({ user: { role }, subscription }, time) === '/listings').toBe(mayLook)
    }),
  )
})
