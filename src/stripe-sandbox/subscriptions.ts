import * as z from 'zod/mini'
import { page } from './http/lists.ts'
import { flag, listParameters, NONE, parameters, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { attachedTo } from './ownership.ts'
import { invalid } from './refusals.ts'
import type { Subscription } from './stripe-objects.ts'
import { CreateSubscription, subscribe } from './subscribe.ts'
import { endSubscription, hasEnded } from './subscription-end.ts'
import { onlyItem } from './subscription-object.ts'
import type { World } from './world.ts'

const PauseCollection = z.strictObject({
  behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
  resumes_at: z.optional(whole),
})

const UpdateSubscription = parameters({
  cancel_at_period_end: z.optional(flag),
  /** The time at which the subscription will end. An empty text removes the planned end. */
  cancel_at: z.optional(z.union([z.literal(''), whole])),
  default_payment_method: z.optional(text),
  /** Pauses the payments. An empty text resumes them. */
  pause_collection: z.optional(z.union([z.literal(''), PauseCollection])),
})

const CancelSubscription = parameters({
  // Accept these parameters but ignore them, because the sandbox bills no usage and never prorates.
  invoice_now: z.optional(flag),
  prorate: z.optional(flag),
})

const ListSubscriptions = parameters({
  ...listParameters,
  customer: z.optional(text),
  /** Without `all`, the list omits ended subscriptions. */
  status: z.optional(z.literal('all')),
})

export function subscriptionRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve('POST', '/v1/subscriptions', CreateSubscription, (given) => subscribe(world, given))

  serve('GET', '/v1/subscriptions', ListSubscriptions, ({ status, customer, ...wanted }) => {
    const found = ledger.subscriptions
      .newestFirst()
      .filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (status === 'all' || !hasEnded(one)),
      )
    return page(found, wanted, '/v1/subscriptions')
  })

  serve('GET', '/v1/subscriptions/:id', NONE, (_, { id }) => ledger.subscriptions.get(id))

  serve('POST', '/v1/subscriptions/:id', UpdateSubscription, (given, { id }) => {
    return update(world, ledger.subscriptions.get(id), given)
  })

  serve('DELETE', '/v1/subscriptions/:id', CancelSubscription, (_, { id }) => {
    return endSubscription(world, ledger.subscriptions.get(id))
  })
}

/** Parameters that an update may not contain before the subscription's first payment. */
const LATER = ['cancel_at_period_end', 'cancel_at']

function update(
  world: World,
  subscription: Subscription,
  given: z.output<typeof UpdateSubscription>,
) {
  const names = Object.keys(given)
  if (hasEnded(subscription)) {
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      { code: 'invalid_canceled_subscription_fields' },
    )
  }
  if (subscription.status === 'incomplete' && names.some((name) => LATER.includes(name))) {
    throw invalid(
      'The subscription is incomplete: only its metadata and its default payment method can be updated.',
    )
  }
  const { default_payment_method: method } = given
  if (method !== undefined) {
    attachedTo(world, String(subscription.customer), method, 'default_payment_method')
    subscription.default_payment_method = method
  }
  if (given.cancel_at !== undefined) {
    const at = given.cancel_at === '' ? null : given.cancel_at
    if (at !== null && at <= world.time.seconds()) {
      throw invalid('The cancel_at timestamp must be in the future.', { param: 'cancel_at' })
    }
    changeCancellation(world, subscription, { at, isAtPeriodEnd: false })
  }
  if (given.cancel_at_period_end !== undefined) {
    const isAtPeriodEnd = given.cancel_at_period_end
    const at = isAtPeriodEnd ? onlyItem(subscription).current_period_end : null
    changeCancellation(world, subscription, { at, isAtPeriodEnd })
  }
  const { pause_collection: pause } = given
  if (pause !== undefined) {
    subscription.pause_collection =
      pause === '' ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null }
  }
  world.emit('customer.subscription.updated', subscription)
  return subscription
}

/** Sets the end of a subscription. If `at` is null, the subscription renews. */
function changeCancellation(
  { time }: World,
  subscription: Subscription,
  { at, isAtPeriodEnd }: { at: number | null; isAtPeriodEnd: boolean },
) {
  const isOn = at !== null
  subscription.cancel_at_period_end = isAtPeriodEnd
  subscription.cancel_at = at
  subscription.canceled_at = isOn ? time.seconds() : null
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: isOn ? 'cancellation_requested' : null,
  }
}
