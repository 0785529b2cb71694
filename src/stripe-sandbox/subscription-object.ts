import { planOf } from './prices.ts'
import type { Customer, Price, Subscription } from './stripe-objects.ts'
import { addMonths } from './time.ts'
import { newId } from './world.ts'

interface NewSubscription {
  customer: Customer
  price: Price
  quantity: number
  defaultMethod: string | null
  methodTypes: ['card'] | null
  savesMethod: 'off' | 'on_subscription'
  metadata: Record<string, string>
  /** The creation time in seconds since 1970. */
  at: number
}

/** A new subscription, whose first invoice is not paid yet. */
export function newSubscription({
  customer,
  price,
  quantity,
  at,
  ...given
}: NewSubscription): Subscription {
  const id = newId('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: at,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: at,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: at,
          current_period_end: addMonths(at, at, 1),
          current_period_start: at,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price: structuredClone(price),
          quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: given.methodTypes,
      save_default_payment_method: given.savesMethod,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
}

/** The only item of a subscription. Every subscription has exactly one item. */
export function onlyItem({ id, items }: Subscription) {
  const [item] = items.data
  if (!item) throw new Error(`Subscription ${id} has no item`)
  return item
}
