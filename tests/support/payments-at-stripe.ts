import type Stripe from 'stripe'
import type { PaymentWorld } from './payment-world.ts'

/** Everything a person has and had at Stripe. */
export interface AtStripe {
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  /** What was given back of invoices by their ids, in cents. */
  refunded: Map<string, number>
}

/** Whoever has an account here: Stripe's subscriptions carry the id. */
interface Owner {
  id: string
}

/** Everything at Stripe, by the person whose it is, whichever customers they are there. */
export async function findAllAtStripe(world: PaymentWorld) {
  const subscriptions = await listSubscriptions(world)
  const invoices = await world.atStripe((stripe) =>
    stripe.invoices.list({ limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  const refunded = await world.atStripe(findRefunds)
  return function of(person: Owner): AtStripe {
    const own = subscriptions.filter(isOf(person))
    const ids = new Set<unknown>(own.map(({ id }) => id))
    const invoicesOfOwn = invoices.filter((one) => ids.has(subscriptionOf(one)))
    return { subscriptions: own, invoices: invoicesOfOwn, refunded }
  }
}

/** What was given back of every invoice, by its id, in cents. */
export async function findRefunds(stripe: Stripe) {
  const all = { limit: 100 }
  const payments = await stripe.invoicePayments.list(all).autoPagingToArray({ limit: 1000 })
  const refunded = new Map<string, number>()
  for (const { payment_intent, amount } of await stripe.refunds
    .list(all)
    .autoPagingToArray({ limit: 1000 })) {
    const paid = payments.find(({ payment }) => payment.payment_intent === payment_intent)
    const invoice = String(paid?.invoice)
    refunded.set(invoice, (refunded.get(invoice) ?? 0) + amount)
  }
  return refunded
}

export async function findAtStripe(world: PaymentWorld, person: Owner) {
  return (await findAllAtStripe(world))(person)
}

export function listSubscriptions(world: PaymentWorld) {
  return world.atStripe((stripe) =>
    stripe.subscriptions.list({ status: 'all', limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
}

export function isOf({ id }: Owner) {
  return ({ metadata }: Stripe.Subscription) => metadata.user_id === id
}

export function subscriptionOf({ parent }: Stripe.Invoice) {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : subscription?.id
}
