import type Stripe from 'stripe'
import type { TestCard } from '#contract/payments.ts'
import { createKeyedMutex } from '#server/concurrency/concurrency.ts'
import { priceCheck } from './price-check.ts'
import type { StripeSettings } from './settings.ts'
import { openStripe } from './stripe.ts'

/** The sandbox: a substitute for Stripe that moves no money. */
interface StandIn {
  cards: TestCard[]
  /** Serves the requests that browsers send to the sandbox. */
  fetch: (request: Request) => Response | Promise<Response>
}

/** Access to Stripe or to its sandbox. */
export interface Payments {
  stripe: Stripe
  settings: StripeSettings
  sandbox: StandIn | null
  /** Throws if the price at Stripe differs from the plan that the site shows. */
  checkPrice: () => Promise<void>
  /**
   * Serialises the payment changes of each user within this process. Otherwise each change would
   * poll for the lock in the database.
   */
  runExclusive: ReturnType<typeof createKeyedMutex>
}

export function openPayments(
  settings: StripeSettings,
  {
    sandbox = null,
    stripe = openStripe(settings),
  }: { sandbox?: StandIn | null; stripe?: Stripe } = {},
): Payments {
  return {
    stripe,
    settings,
    sandbox,
    checkPrice: priceCheck(stripe, settings.priceId),
    runExclusive: createKeyedMutex(),
  }
}
