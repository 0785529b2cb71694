import * as z from 'zod/mini'
import { askBank, collect } from './charging.ts'
import { onlyItem } from './invoice-object.ts'
import { draftInvoice, finalizeInvoice } from './invoices.ts'
import { isInRange, page } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { attachedTo, customerOf } from './ownership.ts'
import { flag, listParameters, metadata, NONE, parameters, RangeOf, text } from './parameters.ts'
import { invalid, refusedCard, StripeRefusal } from './refusals.ts'
import type { Serve } from './requests.ts'
import type { Subscription } from './stripe-objects.ts'
import { endSubscription, hasEnded } from './subscription-end.ts'
import { newSubscription } from './subscription-object.ts'
import type { World } from './world.ts'

const CreateSubscription = parameters({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: z.optional(z.literal('1', 'must be 1')) }))
    .check(z.length(1, 'must be one item: the sandbox sells one thing at a time')),
  default_payment_method: z.optional(text),
  payment_behavior: z.optional(
    z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']),
  ),
  off_session: z.optional(flag),
  payment_settings: z.optional(
    z.strictObject({
      payment_method_types: z.optional(z.tuple([z.literal('card')])),
      save_default_payment_method: z.optional(z.enum(['off', 'on_subscription'])),
    }),
  ),
  metadata: z.optional(metadata),
})

const CancellationDetails = z.strictObject({ comment: z.optional(text) })

const UpdateSubscription = parameters({
  cancel_at_period_end: z.optional(flag),
  /** Only to take it away. */
  cancel_at: z.optional(z.literal('', 'cannot be set in the sandbox')),
  default_payment_method: z.optional(text),
  cancellation_details: z.optional(CancellationDetails),
  metadata: z.optional(metadata),
})

const CancelSubscription = parameters({
  // Nothing is left to be billed or given back in a subscription by the month.
  invoice_now: z.optional(flag),
  prorate: z.optional(flag),
  cancellation_details: z.optional(CancellationDetails),
})

const ListSubscriptions = parameters({
  ...listParameters,
  customer: z.optional(text),
  price: z.optional(text),
  status: z.optional(
    z.enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ]),
  ),
  created: z.optional(RangeOf),
})

export function subscriptionRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve('POST', '/v1/subscriptions', CreateSubscription, (given) => subscribe(world, given))

  serve('GET', '/v1/subscriptions', ListSubscriptions, ({ status, ...wanted }) => {
    const found = ledger.subscriptions
      .newestFirst()
      .filter(
        (one) =>
          (wanted.customer === undefined || one.customer === wanted.customer) &&
          (wanted.price === undefined || one.items.data[0]?.price.id === wanted.price) &&
          isInRange(one.created, wanted.created) &&
          matchesStatus(one, status),
      )
    return page(found, wanted, '/v1/subscriptions')
  })

  serve('GET', '/v1/subscriptions/:id', NONE, (_, { id }) => ledger.subscriptions.get(id))

  serve('POST', '/v1/subscriptions/:id', UpdateSubscription, (given, { id }) => {
    return update(world, ledger.subscriptions.get(id), given)
  })

  serve('DELETE', '/v1/subscriptions/:id', CancelSubscription, (given, { id }) => {
    const { comment } = given.cancellation_details ?? {}
    return endSubscription(world, ledger.subscriptions.get(id), { comment })
  })
}

function matchesStatus(subscription: { readonly status: string }, wanted: string | undefined) {
  if (wanted === 'all') return true
  if (wanted === 'ended') return hasEnded(subscription)
  return wanted === undefined ? !hasEnded(subscription) : subscription.status === wanted
}

function subscribe(world: World, given: z.output<typeof CreateSubscription>) {
  const { ledger, emit, time } = world
  const customer = customerOf(world, given.customer, 'customer')
  const price = ledger.prices.get(given.items[0]?.price ?? '', 'items[0][price]')
  if (given.default_payment_method !== undefined) {
    attachedTo(world, customer.id, given.default_payment_method, 'default_payment_method')
  }
  const method =
    given.default_payment_method ?? customer.invoice_settings.default_payment_method ?? null
  const behavior = given.payment_behavior ?? 'allow_incomplete'
  if (method === null && behavior !== 'default_incomplete') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://docs.stripe.com/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    )
  }
  const isOnSession = !given.off_session
  if (method !== null && behavior === 'error_if_incomplete') {
    requirePayment(world, method, isOnSession)
  }

  const subscription = ledger.subscriptions.add(
    newSubscription({
      customer,
      price,
      quantity: 1,
      defaultMethod: given.default_payment_method ?? null,
      methodTypes: given.payment_settings?.payment_method_types ?? null,
      savesMethod: given.payment_settings?.save_default_payment_method ?? 'off',
      metadata: mergeMetadata({}, given.metadata),
      at: time.of(customer.id),
    }),
  )
  const invoice = draftInvoice(world, subscription, 'subscription_create')
  emit('customer.subscription.created', subscription)
  finalizeInvoice(world, invoice, method)
  if (behavior !== 'default_incomplete') collect(world, invoice, { isOnSession })
  return subscription
}

/** Refuses what cannot be paid at once, before anything is made. */
function requirePayment(world: World, id: string, isOnSession: boolean) {
  const method = world.ledger.paymentMethods.get(id)
  const outcome = askBank(world, method, { isOnSession })
  if (outcome.kind === 'declined') throw refusedCard(outcome.decline, { payment_method: method })
  if (outcome.kind === 'authenticate') {
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    })
  }
}

/** What can still be said of a subscription that has ended. */
const LASTING = ['metadata', 'cancellation_details', 'expand']
/** What cannot be said yet of one whose first payment is open. */
const LATER = ['cancel_at_period_end', 'cancel_at']

function update(
  world: World,
  subscription: Subscription,
  given: z.output<typeof UpdateSubscription>,
) {
  const names = Object.keys(given)
  if (hasEnded(subscription) && names.some((name) => !LASTING.includes(name))) {
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
  const before = structuredClone(subscription)
  const { default_payment_method: method } = given
  if (method !== undefined) {
    attachedTo(world, String(subscription.customer), method, 'default_payment_method')
    subscription.default_payment_method = method
  }
  if (given.cancel_at === '') changeCancellation(world, subscription, { isOn: false })
  if (given.cancel_at_period_end !== undefined) {
    const { comment } = given.cancellation_details ?? {}
    changeCancellation(world, subscription, { isOn: given.cancel_at_period_end, comment })
  }
  subscription.metadata = mergeMetadata(subscription.metadata, given.metadata)
  world.emit('customer.subscription.updated', subscription, before)
  return subscription
}

/** Whether a subscription ends with the period it is in. */
function changeCancellation(
  { time }: World,
  subscription: Subscription,
  { isOn, comment }: { isOn: boolean; comment?: string | undefined },
) {
  subscription.cancel_at_period_end = isOn
  subscription.cancel_at = isOn ? onlyItem(subscription).current_period_end : null
  subscription.canceled_at = isOn ? time.of(subscription.customer) : null
  subscription.cancellation_details = {
    comment: isOn ? (comment ?? null) : null,
    feedback: null,
    feedback_option: null,
    reason: isOn ? 'cancellation_requested' : null,
  }
}
