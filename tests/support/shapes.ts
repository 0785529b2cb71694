import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, 'node_modules/.cache/tests/shapes')

/** The type in Stripe's SDK for each value of `object`. */
const TYPES: Record<string, string> = {
  customer: 'Stripe.Customer | Stripe.DeletedCustomer',
  payment_method: 'Stripe.PaymentMethod',
  product: 'Stripe.Product',
  price: 'Stripe.Price',
  subscription: 'Stripe.Subscription',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  payment_intent: 'Stripe.PaymentIntent',
  charge: 'Stripe.Charge',
  refund: 'Stripe.Refund',
  dispute: 'Stripe.Dispute',
  setup_intent: 'Stripe.SetupIntent',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
  'test_helpers.test_clock': 'Stripe.TestHelpers.TestClock',
}

/**
 * Declares the objects with the SDK's types, and returns the type errors that the compiler finds.
 */
export function findTypeErrors(objects: readonly object[]) {
  mkdirSync(FOLDER, { recursive: true })
  const single = objects.flatMap(splitList)
  const literals = [...new Set(single.map((one) => `${typeOf(one)} = ${JSON.stringify(one)}`))]
  const declarations = literals.map((literal, index) => `export const shape${index}: ${literal}`)
  const types =
    "import type { EventOf, JsonOf, ErrorResponse } from '#tests/support/stripe-json.ts'"
  writeFileSync(
    join(FOLDER, 'shapes.ts'),
    ["import type Stripe from 'stripe'", types, ...declarations].join('\n'),
  )
  writeFileSync(
    join(FOLDER, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['ES2023', 'DOM'],
        types: [],
        noUnusedLocals: false,
        paths: { '#tests/*': [join(ROOT, 'tests/*')] },
      },
      files: ['shapes.ts'],
    }),
  )
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', FOLDER], {
    encoding: 'utf8',
  })
  return stdout
}

/**
 * Separates a list object from its items, because the list object and each item have different
 * types. The returned list object contains no items.
 */
function splitList(one: object): object[] {
  const isList = 'object' in one && (one.object === 'list' || one.object === 'search_result')
  return isList && 'data' in one && Array.isArray(one.data)
    ? [{ ...one, data: [] }, ...one.data]
    : [one]
}

function typeOf(one: object): string {
  if ('error' in one) return 'ErrorResponse'
  if (!('object' in one)) throw new Error(`Not an object of Stripe's: ${JSON.stringify(one)}`)
  if (one.object === 'event' && 'type' in one) return `EventOf<'${one.type}'>`
  if (one.object === 'search_result') return 'Stripe.ApiSearchResult<never>'
  if (one.object === 'list') return 'Stripe.ApiList<never>'
  const type = TYPES[String(one.object)]
  if (!type) throw new Error(`No type is known for ${one.object}`)
  return `JsonOf<${type}>`
}
