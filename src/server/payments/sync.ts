import type Stripe from 'stripe'
import type { Services } from '../services.ts'
import type { SubscriptionRow } from '../sessions.ts'
import type { Held } from './payment-lock.ts'
import { currentOf, mirrorOf, says } from './projection.ts'
import { isMissing } from './stripe-errors.ts'
import { findSubscription, saveSubscription } from './subscription-row.ts'

/** All that a customer has and had at Stripe, newest first. */
export async function findAtStripe(
  stripe: Stripe,
  customer: string | null,
  options?: Stripe.RequestOptions,
) {
  if (!customer) return []
  try {
    const list = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 }, options)
    return list.data
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Looks at Stripe, and lets the person's row say what is true there. */
export async function sync(services: Services, held: Held, options?: Stripe.RequestOptions) {
  const found = await findAtStripe(services.payments.stripe, held.user.stripeCustomerId, options)
  return mirror(services, held, found)
}

/** Lets the person's row say what `found` says, which is all that they have at Stripe. */
export async function mirror(
  services: Services,
  held: Held,
  found: Stripe.Subscription[],
): Promise<{ row: SubscriptionRow | null; current: Stripe.Subscription | undefined }> {
  const row = await findSubscription(services.db, held.user.id)
  const { current, live } = currentOf(found, row?.stripeSubscriptionId)
  if (live.length > 1) {
    const ids = live.map(({ id }) => id).join(' and ')
    services.report(new Error(`${held.user.id} pays for two subscriptions: ${ids}`), 'payments')
  }
  const now = services.now()
  const mirrored = mirrorOf(row, current, now)
  if (!mirrored || says(row, mirrored)) return { row, current }
  return { row: await saveSubscription(services, held, { ...mirrored, syncedAt: now }), current }
}
