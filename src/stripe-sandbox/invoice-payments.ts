import * as z from 'zod/mini'
import { page } from './http/lists.ts'
import { listParameters, parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import type { World } from './world.ts'

const ListInvoicePayments = parameters({
  ...listParameters,
  invoice: z.optional(text),
  payment: z.optional(z.strictObject({ type: z.literal('payment_intent'), payment_intent: text })),
})

export function invoicePaymentRoutes(serve: Serve, { ledger }: World) {
  serve('GET', '/v1/invoice_payments', ListInvoicePayments, (wanted) => {
    const found = ledger.invoicePayments
      .newestFirst()
      .filter(
        ({ invoice, payment }) =>
          (wanted.invoice === undefined || invoice === wanted.invoice) &&
          (wanted.payment === undefined ||
            payment.payment_intent === wanted.payment.payment_intent),
      )
    return page(found, wanted, '/v1/invoice_payments')
  })
}

/** The attempt to pay an invoice; a draft has none yet. */
export function paymentOf({ ledger }: World, invoice: string) {
  const [payment] = ledger.invoicePayments.filter(
    (one) => one.invoice === invoice && one.is_default,
  )
  return payment
}

export function paymentIntentOf(world: World, invoice: string) {
  const id = paymentOf(world, invoice)?.payment.payment_intent
  return id === undefined ? undefined : world.ledger.paymentIntents.get(id)
}
