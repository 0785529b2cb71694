import type { Account, User } from '#contract/account.ts'
import { ROLES } from '#contract/choices.ts'
import type { Display } from '#contract/display.ts'
import type { Subscription } from '#contract/subscription.ts'

/*
 * Checks whether a value is an account, without the schema library. The app reads the persisted
 * account before the first paint, and loading the library would delay the first paint.
 */

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const isMoment: Check = (value) =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value))
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isOneOf =
  (choices: readonly unknown[]): Check =>
  (value) =>
    choices.includes(value)

const USER: Record<keyof User, Check> = {
  id: isText,
  name: isText,
  email: isText,
  role: isOneOf(ROLES),
  is_active: isFlag,
  is_blocked: isFlag,
  profile_picture: isNullOr(isText),
  created_at: isNullOr(isMoment),
  updated_at: isNullOr(isMoment),
}

const CARD: Record<keyof NonNullable<Subscription['card']>, Check> = {
  brand: isText,
  last4: isText,
}

const SUBSCRIPTION: Record<keyof Subscription, Check> = {
  user_id: isText,
  status: isText,
  plan: isText,
  payment_provider: isText,
  ends_at: isNullOr(isMoment),
  created_at: isNullOr(isMoment),
  payment_failed: isFlag,
  payment_due: isFlag,
  confirm_url: isNullOr(isText),
  is_paused: isFlag,
  resumes_at: isNullOr(isMoment),
  card: isNullOr((value) => matches(CARD, value)),
}

const DISPLAY: Record<keyof Display, Check> = {
  currency: isText,
  sign: isText,
  area_unit: isText,
  per_yen: isNumber,
  per_dollar: isNumber,
  rate_date: isText,
  rate_source: (value) => value === undefined || isText(value),
}

const ACCOUNT: Record<keyof Account, Check> = {
  user: (value) => matches(USER, value),
  subscription: isNullOr((value) => matches(SUBSCRIPTION, value)),
  display: (value) => value === undefined || matches(DISPLAY, value),
  revision: (value) => value === undefined || isText(value),
  needs_second_factor: isFlag,
}

export function isAccount(value: unknown): value is Account {
  return matches(ACCOUNT, value)
}

function matches(checks: Record<string, Check>, value: unknown) {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map(Object.entries(value))
  return Object.entries(checks).every(([name, check]) => check(fields.get(name)))
}
