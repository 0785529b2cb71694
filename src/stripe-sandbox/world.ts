import { randomBytes } from 'node:crypto'
import type { Ledger } from './state/ledger.ts'
import type { EventObject, EventType } from './stripe-objects.ts'
import type { Time } from './time.ts'

/** The context that all modules of the sandbox share. */
export interface World {
  ledger: Ledger
  time: Time
  /** Emits an event about an object. `before` is the object's previous state. */
  emit: <Type extends EventType>(
    type: Type,
    object: EventObject<Type>,
    before?: EventObject<Type>,
  ) => void
  rules: DunningRules
  /** The public origin of the product, which serves the sandbox's pages. */
  siteUrl: () => string
}

/** The rules for failed renewals. At Stripe, these rules are account settings. */
export interface DunningRules {
  /** The days to wait after each failed payment before the next attempt. */
  retryDays: readonly number[]
  /** The subscription's status after the last failed attempt. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
}

/** A new id with Stripe's prefix for its type. */
export function newId(prefix: string) {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

export function newClientSecret(id: string) {
  return `${id}_secret_${randomBytes(12).toString('hex')}`
}
