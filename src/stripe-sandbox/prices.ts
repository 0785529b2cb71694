import * as z from 'zod/mini'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { page } from './http/lists.ts'
import { listParameters, metadata, NONE, parameters, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { mergeMetadata } from './metadata.ts'
import { invalid } from './refusals.ts'
import type { Plan, Price, Product } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const LOOKUP_KEY = 'premium_monthly'

const CreateProduct = parameters({ name: text, metadata: z.optional(metadata) })

const CreatePrice = parameters({
  currency: text,
  unit_amount: whole,
  recurring: z.strictObject({
    interval: z.literal('month', 'must be month: the sandbox bills by no other interval'),
    interval_count: z.optional(z.literal('1', 'must be 1: the sandbox bills each month')),
  }),
  product: z.optional(text),
  product_data: z.optional(z.strictObject({ name: text })),
  lookup_key: z.optional(text),
  metadata: z.optional(metadata),
})

const ListPrices = parameters({ ...listParameters, lookup_keys: z.optional(z.array(text)) })

export function priceRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve('POST', '/v1/products', CreateProduct, (given) => {
    return addProduct(world, given.name, mergeMetadata({}, given.metadata))
  })

  serve('GET', '/v1/products/:id', NONE, (_, { id }) => ledger.products.get(id))

  serve('POST', '/v1/prices', CreatePrice, (given) => {
    if (given.product !== undefined) ledger.products.get(given.product, 'product')
    else if (!given.product_data) {
      throw invalid('Missing required param: product.', {
        code: 'parameter_missing',
        param: 'product',
      })
    }
    return addPrice(world, {
      ...given,
      product: given.product ?? addProduct(world, given.product_data?.name ?? '').id,
      lookupKey: given.lookup_key ?? null,
      cents: given.unit_amount,
      metadata: mergeMetadata({}, given.metadata),
    })
  })

  serve('GET', '/v1/prices', ListPrices, (wanted) => {
    const found = ledger.prices
      .newestFirst()
      .filter(
        ({ lookup_key }) =>
          !wanted.lookup_keys || (lookup_key !== null && wanted.lookup_keys.includes(lookup_key)),
      )
    return page(found, wanted, '/v1/prices')
  })

  serve('GET', '/v1/prices/:id', NONE, (_, { id }) => ledger.prices.get(id))
}

function addProduct({ ledger, time }: World, name: string, metadata = {}): Product {
  const created = time.of(null)
  return ledger.products.add({
    id: newId('prod'),
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  })
}

interface NewPrice {
  product: string
  currency: string
  cents: number
  lookupKey: string | null
  metadata?: Record<string, string>
}

/** Creates a monthly price. */
function addPrice({ ledger, time }: World, price: NewPrice): Price {
  return ledger.prices.add({
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: time.of(null),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata ?? {},
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
  const { currency, price_cents } = PREMIUM_PLAN
  const present = world.ledger.prices
    .all()
    .find(
      (price) =>
        price.lookup_key === LOOKUP_KEY &&
        price.currency === currency &&
        price.unit_amount === price_cents,
    )
  if (present) return present
  const product = addProduct(world, 'Premium').id
  return addPrice(world, { product, currency, cents: price_cents, lookupKey: LOOKUP_KEY })
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
