import type Stripe from 'stripe'
import type { TestCard } from '#contract/payments.ts'
import { takingTurns } from '#server/concurrency/concurrency.ts'
import { priceCheck } from './price-check.ts'
import type { StripeSettings } from './settings.ts'
import { openStripe } from './stripe.ts'

/** What stands in for Stripe where no real money moves. */
interface StandIn {
  cards: TestCard[]
  /** The part that browsers speak to. */
  fetch: (request: Request) => Response | Promise<Response>
}

/** The way to Stripe, or to what stands in for it. */
export interface Payments {
  stripe: Stripe
  settings: StripeSettings
  sandbox: StandIn | null
  /** Makes sure that Stripe sells what people are told they buy. */
  checkPrice: () => Promise<void>
  /** Lets one thing at a time change what a person pays, as far as this process goes. */
  inTurn: ReturnType<typeof takingTurns>
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
    inTurn: takingTurns(),
  }
}
