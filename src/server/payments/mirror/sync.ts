import type Stripe from 'stripe'
import type { SubscriptionRow, UserRow } from '#server/auth/sessions.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import type { PaymentLock } from '#server/payments/payment-lock.ts'
import { isMissing } from '#server/payments/stripe-errors.ts'
import { stripeId } from '#server/payments/stripe-id.ts'
import { adoptCustomer, findCustomersOf, noteCustomer } from './customer.ts'
import { endDuplicate } from './duplicate-subscription.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'
import { currentOf, hasTerms, isLive, mirrorOf } from './subscription-state.ts'

/**
 * Objects that Stripe's responses must contain in full. The last invoice shows whether the current
 * period is paid, and the payment method shows the card.
 */
export const EXPANDED = ['data.latest_invoice', 'data.default_payment_method']

/** All subscriptions of a customer, past ones included, newest first. */
export async function findAtStripe(
  stripe: Stripe,
  customer: string | null,
  options?: Stripe.RequestOptions,
) {
  if (!customer) return []
  try {
    const list = await stripe.subscriptions.list(
      { customer, status: 'all', limit: 100, expand: EXPANDED },
      options,
    )
    return list.data
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * All subscriptions of a user at Stripe. A user may have several customer records at Stripe. `also`
 * is the id of one more customer record to search.
 */
export async function findAllAtStripe(
  stripe: Stripe,
  { id, stripeCustomerId }: UserRow,
  also?: string,
) {
  const customers = await findCustomersOf(stripe, id)
  const ids = [stripeCustomerId, also, ...customers.map((customer) => customer.id)]
  const found: Stripe.Subscription[] = []
  for (const customer of new Set(ids)) {
    if (customer) found.push(...(await findAtStripe(stripe, customer)))
  }
  return found
}

/** Reads the user's subscriptions at Stripe, and updates the user's subscription row. */
export async function sync(
  services: BillingServices,
  lock: PaymentLock,
  options?: Stripe.RequestOptions,
) {
  const found = await findAtStripe(services.payments.stripe, lock.user.stripeCustomerId, options)
  return mirror(services, lock, found, options)
}

/** Updates the user's row from `found`, the list of all their subscriptions at Stripe. */
export async function mirror(
  services: BillingServices,
  lock: PaymentLock,
  found: Stripe.Subscription[],
  options?: Stripe.RequestOptions,
): Promise<{ row: SubscriptionRow | null; current: Stripe.Subscription | undefined }> {
  const row = await findSubscription(services.db, lock.user.id)
  const { current, live } = currentOf(found, row?.stripeSubscriptionId)
  for (const duplicate of live) {
    if (current && duplicate !== current) await endDuplicate(services, lock, { duplicate, current })
  }
  const customer = current && isLive(current) && stripeId(current.customer)
  if (customer && customer !== lock.user.stripeCustomerId) {
    await noteCustomer(services.db, lock.user, customer)
  }
  const now = services.now()
  const confirmUrl = current
    ? await findConfirmation(services.payments.stripe, current, options)
    : null
  const mirrored = mirrorOf(row, current, { now, confirmUrl })
  if (!mirrored || hasTerms(row, mirrored)) return { row, current }
  return { row: await saveSubscription(services, lock, { ...mirrored, syncedAt: now }), current }
}

/**
 * Updates the user's row when Stripe sends an event about a second customer record of the same
 * user. Deletes the second record at Stripe if it never had a subscription.
 */
export async function mergeCustomer(services: BillingServices, lock: PaymentLock, other: string) {
  const { stripe } = services.payments
  await adoptCustomer(services, lock.user)
  await mirror(services, lock, await findAllAtStripe(stripe, lock.user, other))
  if (other === lock.user.stripeCustomerId) return
  const bought = await findAtStripe(stripe, other)
  lock.assertHeld()
  if (bought.length === 0) await stripe.customers.del(other)
}

/**
 * The Stripe page on which the user confirms a renewal for their bank. Null if the bank requires no
 * confirmation.
 */
async function findConfirmation(
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
