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
