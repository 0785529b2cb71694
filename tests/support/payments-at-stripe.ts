import type Stripe from 'stripe'
import type { PaymentWorld } from './payment-world.ts'

/** A person's subscriptions, invoices and refunds at Stripe, including ended ones. */
export interface StripeState {
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  refunds: InvoiceRefund[]
}

/** A refund of an invoice, with its reason. */
interface InvoiceRefund {
  invoice: string
  cents: number
  reason: Stripe.Refund['reason']
}

const ALL = { limit: 100 }

/**
 * Reads all data at Stripe. The returned function selects the data of one person, who may have
 * several customers.
 */
export async function findAllAtStripe(world: PaymentWorld) {
  const subscriptions = await listSubscriptions(world)
  const invoices = await world.withoutFaults((stripe) =>
    stripe.invoices.list(ALL).autoPagingToArray({ limit: 1000 }),
  )
  const refunds = await findRefunds(world)
  return function stateOf(person: { id: string }): StripeState {
    const own = subscriptions.filter(belongsTo(person))
    const ids = new Set<unknown>(own.map(({ id }) => id))
    const invoicesOfOwn = invoices.filter((one) => ids.has(subscriptionOf(one)))
    const invoiceIds = new Set(invoicesOfOwn.map(({ id }) => id))
    const refundsOfOwn = refunds.filter(({ invoice }) => invoiceIds.has(invoice))
    return { subscriptions: own, invoices: invoicesOfOwn, refunds: refundsOfOwn }
  }
}

export async function findAtStripe(world: PaymentWorld, person: { id: string }) {
  return (await findAllAtStripe(world))(person)
}

export function listSubscriptions(world: PaymentWorld) {
  return world.withoutFaults((stripe) =>
    stripe.subscriptions.list({ ...ALL, status: 'all' }).autoPagingToArray({ limit: 1000 }),
  )
}

export function findRefunds(world: PaymentWorld): Promise<InvoiceRefund[]> {
  return world.withoutFaults(async (stripe) => {
    const payments = await stripe.invoicePayments.list(ALL).autoPagingToArray({ limit: 1000 })
    const refunds = await stripe.refunds.list(ALL).autoPagingToArray({ limit: 1000 })
    return refunds.map(({ payment_intent, amount, reason }) => {
      const paid = payments.find(({ payment }) => payment.payment_intent === payment_intent)
      return { invoice: String(paid?.invoice), cents: amount, reason }
    })
  })
}

/** The refunded amount of one invoice, in cents. */
export function refundedCents(refunds: InvoiceRefund[], { id }: { id?: string }) {
  return refunds.filter(({ invoice }) => invoice === id).reduce((sum, { cents }) => sum + cents, 0)
}

export function belongsTo({ id }: { id: string }) {
  return ({ metadata }: Stripe.Subscription) => metadata.user_id === id
}

/** Whether a subscription can be charged, now or later. */
export function isLive({ status }: Stripe.Subscription) {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

/**
 * Whether an invoice can still be paid, by Stripe automatically or by the person on Stripe's page.
 */
export function isPayable({ status }: Stripe.Invoice) {
  return status === 'draft' || status === 'open'
}

/** The id of the subscription that an invoice bills. */
export function subscriptionOf({ parent }: Stripe.Invoice) {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : subscription?.id
}

/** The id of a subscription's latest invoice, for the current period. */
export function latestInvoiceOf({ latest_invoice: latest }: Stripe.Subscription) {
  return typeof latest === 'string' ? latest : latest?.id
}
