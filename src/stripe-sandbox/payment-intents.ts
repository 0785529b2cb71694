import * as z from 'zod/mini'
import { parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { missing } from './refusals.ts'
import type { PaymentIntent } from './stripe-objects.ts'
import type { World } from './world.ts'

export const RetrieveIntent = parameters({ client_secret: z.optional(text) })

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
