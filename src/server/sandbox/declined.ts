import { type Decline, refusedCard } from './refusals.ts'
import type { PaymentIntent } from './stripe-objects.ts'

/** The refusal of a payment, which carries the payment as it is now. */
export function declined(intent: PaymentIntent, decline: Decline) {
  return refusedCard(decline, { payment_intent: structuredClone(intent) })
}
