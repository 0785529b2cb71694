import { expect, test } from 'vitest'
import {
  endIfCancelled,
  shownEnd,
  subscriptionStanding,
} from '#client/features/subscription/standing.ts'
import type { Subscription } from '#contract/subscription.ts'

const now = new Date('2026-01-15T12:00:00Z')
const tomorrow = '2026-01-16T12:00:00Z'
const yesterday = '2026-01-14T12:00:00Z'

function subscription(changes: Partial<Subscription>): Subscription {
  return {
    user_id: 'ana',
    status: 'active',
    plan: 'premium',
    payment_provider: 'stripe',
    ends_at: tomorrow,
    created_at: '2025-12-16T12:00:00Z',
    payment_failed: false,
    payment_due: false,
    confirm_url: null,
    is_paused: false,
    resumes_at: null,
    card: null,
    ...changes,
  }
}

const standing = (changes: Partial<Subscription>, fetchedAt = now) =>
  subscriptionStanding(subscription(changes), { now, fetchedAt })

test.each([
  ['active', {}],
  ['cancelled', { status: 'cancelled' }],
  ['unpaid', { payment_failed: true }],
  ['unpaid', { payment_failed: true, status: 'cancelled' }],
  ['due', { payment_due: true }],
  ['due', { payment_due: true, status: 'cancelled' }],
  ['paused', { is_paused: true }],
  ['due', { is_paused: true, payment_due: true }],
  ['complimentary', { payment_provider: 'manual', ends_at: null }],
  ['complimentary', { payment_provider: 'manual', payment_failed: true }],
  ['cancelled', { payment_provider: 'manual', status: 'cancelled' }],
  ['expired', { status: 'expired', ends_at: yesterday }],
  ['expired', { status: 'inactive', ends_at: null }],
  ['expired', { status: 'active', ends_at: yesterday }],
  ['expired', { payment_failed: true, ends_at: yesterday }],
  ['expired', { status: 'cancelled', ends_at: yesterday }],
  ['expired', { status: 'cancelled', ends_at: null }],
  ['expired', { payment_failed: true, status: 'expired', ends_at: yesterday }],
] as const)('the state of a subscription is “%s” with %o', (expected, changes) => {
  expect(standing(changes)).toBe(expected)
})

test('a cancelled subscription ends exactly at the end of its paid time', () => {
  expect(standing({ status: 'cancelled', ends_at: now.toISOString() })).toBe('expired')
  const soon = new Date(now.getTime() + 1).toISOString()
  expect(standing({ status: 'cancelled', ends_at: soon })).toBe('cancelled')
})

test('a cancelled subscription counts as unconfirmed if its end date has passed since the last response of the server', () => {
  const fetchedAt = new Date('2026-01-13T12:00:00Z')
  expect(standing({ ends_at: yesterday, status: 'cancelled' }, fetchedAt)).toBe('unconfirmed')
})

test('a subscription that ended early does not show its original end date', () => {
  const stopped = subscription({ status: 'inactive' })
  expect(shownEnd(stopped, 'expired', now)).toBeNull()
  expect(shownEnd({ ...stopped, ends_at: yesterday }, 'expired', now)).toBe(yesterday)
})

test('a cancelled subscription ends at the end of its paid time, and cancelled complimentary access ends after a month', () => {
  expect(endIfCancelled(subscription({}), 'active', now)).toBe(tomorrow)
  expect(endIfCancelled(subscription({}), 'unpaid', now)).toBeNull()
  expect(endIfCancelled(subscription({ ends_at: null }), 'complimentary', now)).toBe(
    '2026-02-14T12:00:00.000Z',
  )
})
