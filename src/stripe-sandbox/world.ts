import { randomBytes } from 'node:crypto'
import type { Ledger } from './state/ledger.ts'
import type { EventObject, EventType } from './stripe-objects.ts'
import type { Time } from './time.ts'

/** What every part of the sandbox works with. */
export interface World {
  ledger: Ledger
  time: Time
  /** Tells of what has become of an object; `before` is what it was. */
  emit: <Type extends EventType>(
    type: Type,
    object: EventObject<Type>,
    before?: EventObject<Type>,
  ) => void
  rules: DunningRules
  /** The address of the product, on which the sandbox shows its pages. */
  siteUrl: () => string
}

/** What happens to a renewal that cannot be paid: settings of a Stripe account. */
export interface DunningRules {
  /** The days after each failure at which it is tried again. */
  retryDays: readonly number[]
  /** What becomes of the subscription when no try is left. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
}

/** A new id with Stripe's prefix for its kind. */
export function newId(prefix: string) {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

export function newClientSecret(id: string) {
  return `${id}_secret_${randomBytes(12).toString('hex')}`
}
