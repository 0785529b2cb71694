import * as z from 'zod/mini'
import { collect } from './charging.ts'
import { parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { requireAttachable } from './ownership.ts'
import { findOrCreate } from './payment-methods.ts'
import { declined, invalid, missing } from './refusals.ts'
import type { PaymentIntent } from './stripe-objects.ts'
import type { World } from './world.ts'

export const RetrieveIntent = parameters({ client_secret: z.optional(text) })

export const ConfirmIntent = parameters({
  client_secret: z.optional(text),
  payment_method: z.optional(text),
})

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function paymentIntentRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve(
    'GET',
    '/v1/payment_intents/:id',
    RetrieveIntent,
    (given, { id, isPublic }) => {
      const intent = ledger.paymentIntents.get(id, 'intent')
      if (isPublic) requireSecret(intent, given.client_secret)
      return intent
    },
    { isPublic: true },
  )

  serve(
    'POST',
    '/v1/payment_intents/:id/confirm',
    ConfirmIntent,
    (given, { id, isPublic }) => {
      const intent = ledger.paymentIntents.get(id, 'intent')
      if (isPublic) requireSecret(intent, given.client_secret)
      return confirm(intent, given.payment_method)
    },
    { isPublic: true },
  )

  function confirm(intent: PaymentIntent, given: string | undefined) {
    if (!CONFIRMABLE.includes(intent.status)) {
      throw invalid(
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
        { code: 'payment_intent_unexpected_state' },
      )
    }
    const id = given ?? intent.payment_method
    if (id === null) {
      throw invalid(
        "You cannot confirm this PaymentIntent because it's missing a payment method.",
        { code: 'payment_intent_unexpected_state' },
      )
    }
    const method = findOrCreate(world, id, 'payment_method')
    requireAttachable(world, method, intent.customer)
    intent.payment_method = method.id
    const outcome = collect(world, invoiceOf(world, intent), { isOnSession: true })
    if (outcome.kind === 'declined') throw declined(intent, outcome.decline)
    return intent
  }
}

/**
 * Refuses a browser that does not know the secret of a payment intent or setup intent. The error is
 * the same as for an intent that does not exist.
 */
export function requireSecret(
  intent: { id: string; object: string; client_secret: string | null },
  given: string | undefined,
) {
  if (given !== intent.client_secret) throw missing(intent.object, intent.id, 'intent')
}

export function invoiceOf({ ledger }: World, { id }: PaymentIntent) {
  const payment = ledger.invoicePayments.all().find((one) => one.payment.payment_intent === id)
  if (!payment) throw new Error(`Payment ${id} pays no invoice`)
  return ledger.invoices.get(payment.invoice)
}
