import Stripe from 'stripe'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { OperatorError } from '#server/errors/operator-error.ts'
import { QUICK } from './stripe.ts'
import { isMissing } from './stripe-errors.ts'

/**
 * Returns a function that throws if the price at Stripe differs from the plan. After one successful
 * check, the function does not query Stripe again.
 */
export function priceCheck(stripe: Stripe, priceId: string) {
  let isRight = false
  return async function checkPrice() {
    if (isRight) return
    const price = await findPrice(stripe, priceId)
    if (!isThePlans(price)) {
      throw new OperatorError(
        `The price ${priceId} at Stripe does not match the plan: it must be active, ` +
          `${PREMIUM_PLAN.price_cents} ${PREMIUM_PLAN.currency} cents every ${PREMIUM_PLAN.interval}. ` +
          'Set STRIPE_PRICE_ID to a price that matches.',
      )
    }
    isRight = true
  }
}

async function findPrice(stripe: Stripe, priceId: string) {
  try {
    return await stripe.prices.retrieve(priceId, undefined, QUICK)
  } catch (error) {
    if (isMissing(error)) {
      throw new OperatorError(
        `Stripe has no price ${priceId}. Set STRIPE_PRICE_ID to an existing price.`,
      )
    }
    if (isRefusedKey(error)) {
      throw new OperatorError(
        'Stripe refuses STRIPE_SECRET_KEY, or its permissions do not include prices.',
      )
    }
    throw error
  }
}

function isThePlans({ active, currency, unit_amount, recurring }: Stripe.Price) {
  return (
    active &&
    currency === PREMIUM_PLAN.currency &&
    unit_amount === PREMIUM_PLAN.price_cents &&
    recurring?.interval === PREMIUM_PLAN.interval &&
    recurring.interval_count === 1
  )
}

function isRefusedKey(error: unknown) {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}
