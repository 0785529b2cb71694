import { randomBytes } from 'node:crypto'
import type { Ledger } from './state/ledger.ts'
import type { EventObject, EventType } from './stripe-objects.ts'
import type { Time } from './time.ts'

/** The context that all modules of the sandbox share. */
export interface World {
  ledger: Ledger
  time: Time
  emit: <Type extends EventType>(type: Type, object: EventObject<Type>) => void
  /** The public origin of the product, which serves the sandbox's pages. */
  siteUrl: () => string
}

/** A new id with Stripe's prefix for its type. */
export function newId(prefix: string) {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

export function newClientSecret(id: string) {
  return `${id}_secret_${randomBytes(12).toString('hex')}`
}
