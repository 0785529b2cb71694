import * as z from 'zod/mini'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { NONE, parameters, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import type { Plan, Price } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const CreatePrice = parameters({
  currency: text,
  unit_amount: whole,
  recurring: z.strictObject({
    interval: z.literal('month', 'must be month: the sandbox bills by no other interval'),
  }),
  product: text,
})

export function priceRoutes(serve: Serve, world: World) {
  serve('POST', '/v1/prices', CreatePrice, ({ currency, unit_amount, product }) =>
    addPrice(world, { id: newId('price'), currency, cents: unit_amount, product }),
  )

  serve('GET', '/v1/prices/:id', NONE, (_, { id }) => world.ledger.prices.get(id))
}

interface NewPrice {
  id: string
  product: string
  currency: string
  cents: number
}

/** Creates a monthly price. */
function addPrice({ ledger, time }: World, price: NewPrice): Price {
  return ledger.prices.add({
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: time.seconds(),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: price.product,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.cents,
    unit_amount_decimal: String(price.cents),
  })
}

/** The price of Engawa's plan. Creates the price if it does not exist. */
export function premiumPrice(world: World) {
  const { currency, price_cents: cents } = PREMIUM_PLAN
  const id = `price_premium_${cents}_${currency}`
  const present = world.ledger.prices.find(id)
  return present ?? addPrice(world, { id, product: 'prod_premium', currency, cents })
}

/** Converts a price to the older format of Stripe's plans. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
