import * as z from 'zod/mini'
import { collect } from './charging.ts'
import { flag, metadata, parameters, text } from './http/parameters.ts'
import { draftInvoice, finalizeInvoice } from './invoices.ts'
import { attachedTo, customerOf } from './ownership.ts'
import { invalid } from './refusals.ts'
import { newSubscription } from './subscription-object.ts'
import type { World } from './world.ts'

export const CreateSubscription = parameters({
  customer: text,
  items: z
    .array(z.strictObject({ price: text, quantity: z.optional(z.literal('1', 'must be 1')) }))
    .check(z.length(1, 'must be one item: the sandbox sells one thing at a time')),
  default_payment_method: z.optional(text),
  payment_behavior: z.optional(z.enum(['allow_incomplete', 'default_incomplete'])),
  off_session: z.optional(flag),
  payment_settings: z.optional(
    z.strictObject({
      payment_method_types: z.optional(z.tuple([z.literal('card')])),
      save_default_payment_method: z.optional(z.enum(['off', 'on_subscription'])),
    }),
  ),
  metadata: z.optional(metadata),
})

/**
 * Creates a subscription. Tries to collect its first payment, unless `payment_behavior` says
 * otherwise.
 */
export function subscribe(world: World, given: z.output<typeof CreateSubscription>) {
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

  const subscription = ledger.subscriptions.add(
    newSubscription({
      customer,
      price,
      quantity: 1,
      defaultMethod: given.default_payment_method ?? null,
      methodTypes: given.payment_settings?.payment_method_types ?? null,
      savesMethod: given.payment_settings?.save_default_payment_method ?? 'off',
      metadata: given.metadata ?? {},
      at: time.seconds(),
    }),
  )
  const invoice = draftInvoice(world, subscription, 'subscription_create')
  emit('customer.subscription.created', subscription)
  finalizeInvoice(world, invoice, method)
  if (behavior !== 'default_incomplete')
    collect(world, invoice, { isOnSession: !given.off_session })
  return subscription
}
