import type Stripe from 'stripe'

/**
 * The Stripe page on which the user confirms a renewal for their bank. Null if the bank requires no
 * confirmation.
 */
export async function findConfirmation(
  stripe: Stripe,
  { status, latest_invoice: invoice }: Stripe.Subscription,
  options?: Stripe.RequestOptions,
) {
  if (status !== 'past_due' || !invoice || typeof invoice === 'string') return null
  if (invoice.status !== 'open' || !isWebAddress(invoice.hosted_invoice_url)) return null
  const { data } = await stripe.invoicePayments.list(
    { invoice: invoice.id ?? '', expand: ['data.payment.payment_intent'] },
    options,
  )
  const isAsked = data.some(({ payment: { payment_intent: intent } }) => {
    return typeof intent === 'object' && intent.status === 'requires_action'
  })
  return isAsked ? invoice.hosted_invoice_url : null
}

function isWebAddress(address: string | null | undefined): address is string {
  return /^https?:/.test(address ?? '')
}
