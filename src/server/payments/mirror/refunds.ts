import type Stripe from 'stripe'
import { isRefused } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'

/** Refunds an invoice. A second call refunds nothing. Returns the refunded amount in cents. */
export async function refundInvoice(stripe: Stripe, { id }: Stripe.Invoice) {
  let cents = 0
  for (const intent of await paymentsOf(stripe, id)) cents += await refund(stripe, intent)
  return cents
}

async function paymentsOf(stripe: Stripe, invoice: string | undefined) {
  if (!invoice) return []
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 100 })
  return data.flatMap(({ status, payment: { payment_intent: intent } }) => {
    return status === 'paid' && intent ? [stripeId(intent)] : []
  })
}

async function refund(stripe: Stripe, intent: string) {
  try {
    const { amount } = await stripe.refunds.create(
      { payment_intent: intent, reason: 'duplicate' },
      { idempotencyKey: `refund:${intent}` },
    )
    return amount
  } catch (error) {
    // Stripe refuses to refund a payment twice. Return the amount that was already refunded.
    if (!isRefused(error)) throw error
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
    return data.reduce((sum, { amount }) => sum + amount, 0)
  }
}

/**
 * Finds how much of a payment was refunded so far, in cents. Null if the payment was not for an
 * invoice of Engawa.
 */
export async function findRefunded(stripe: Stripe, intent: string) {
  const payment = { type: 'payment_intent', payment_intent: intent } as const
  const { data } = await stripe.invoicePayments.list({ payment })
  const { customer, latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  })
  const invoice = stripeId(data[0]?.invoice)
  const payer = stripeId(customer)
  if (!invoice || !payer || typeof charge !== 'object' || !charge) return null
  return { invoice, customer: payer, cents: charge.amount_refunded, isWhole: charge.refunded }
}
