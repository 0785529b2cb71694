import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAccount } from '#client/account-session/is-account.ts'
import { Account } from '#contract/account.ts'

const account: Account = {
  user: {
    id: 'ana',
    name: 'Ana',
    email: 'ana@example.com',
    role: 'user',
    is_active: true,
    is_blocked: false,
    profile_picture: null,
    created_at: '2026-11-21T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.000Z',
  },
  subscription: {
    user_id: 'ana',
    status: 'active',
    plan: 'premium',
    payment_provider: 'stripe',
    ends_at: null,
    created_at: '2026-11-21T09:00:00.000Z',
    payment_failed: false,
    payment_due: false,
    confirm_url: null,
    is_paused: false,
    resumes_at: null,
    card: { brand: 'visa', last4: '4242' },
  },
  display: {
    currency: 'EUR',
    sign: '€',
    area_unit: 'tsubo',
    per_yen: 0.0057,
    per_dollar: 0.85,
    rate_date: '2026-11-20',
  },
  needs_second_factor: false,
}

const paths = [
  ...['', 'user', 'subscription', 'display', 'needs_second_factor'],
  ...Object.keys(account.user).map((field) => `user.${field}`),
  ...Object.keys(account.subscription ?? {}).map((field) => `subscription.${field}`),
  ...Object.keys(account.display ?? {}).map((field) => `display.${field}`),
]

/** A copy of `value` in which the value at a path is replaced by `damage`. */
function damaged(value: unknown, [name, ...rest]: string[], damage: unknown): unknown {
  if (!name) return damage
  const fields = new Map(Object.entries(value ?? {}))
  return Object.fromEntries(fields.set(name, damaged(fields.get(name), rest, damage)))
}

test('a stored value is accepted as an account only if it matches the schema', () => {
  expect(isAccount(account)).toBe(true)
  expect(isAccount({ ...account, subscription: null })).toBe(true)
  const damage = fc.oneof(
    fc.constantFrom(undefined, null, true, '', 'admin', 'cancelled', '2026-11-21T09:00:00.000Z'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...paths), damage, (path, value) => {
      // JSON omits undefined values, so compare what storage would return.
      const kept = JSON.parse(JSON.stringify(damaged(account, path.split('.'), value)) ?? 'null')
      const { data: read } = Account.safeParse(kept)
      if (isAccount(kept)) expect(read).toMatchObject(kept)
      if (read) expect(isAccount(read)).toBe(true)
    }),
  )
})
