import type Stripe from 'stripe'
import type { PaymentWorld } from './payment-world.ts'

/** Everything that Stripe has of a person. */
export interface AtStripe {
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  /** Refunded cents by invoice id. */
  refunded: Map<string, number>
}

/** A person with an account here. Stripe's subscriptions carry the id in their metadata. */
interface Owner {
  id: string
}

/** Lists everything at Stripe by person, even if a person is several customers there. */
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

/** Refunded cents of every invoice, by its id. */
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
