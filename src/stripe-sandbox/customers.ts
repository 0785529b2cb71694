import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { page } from './http/lists.ts'
import { listParameters, metadata, NONE, parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { attachedTo, customerOf } from './ownership.ts'
import type { Customer } from './stripe-objects.ts'
import { endSubscription, hasEnded } from './subscription-end.ts'
import { newId, type World } from './world.ts'

const CreateCustomer = parameters({
  email: z.optional(text),
  name: z.optional(text),
  metadata: z.optional(metadata),
})

const UpdateCustomer = parameters({
  email: z.optional(text),
  name: z.optional(text),
  invoice_settings: z.optional(z.strictObject({ default_payment_method: z.optional(text) })),
})

/**
 * The sandbox supports only queries for one metadata value. The product sends no other search
 * queries.
 */
const BY_METADATA = /^metadata\['(\w+)'\]:'([\w-]+)'$/
const SearchCustomers = parameters({
  query: text.check(z.regex(BY_METADATA, "can only ask for metadata['…']:'…' in the sandbox")),
  limit: listParameters.limit,
})

const ListCustomers = parameters({ ...listParameters, email: z.optional(text) })

export function customerRoutes(serve: Serve, world: World) {
  const { ledger, emit } = world

  serve('POST', '/v1/customers', CreateCustomer, (given) => {
    const customer = newCustomer(given, world.time.seconds())
    ledger.customers.add(customer)
    emit('customer.created', customer)
    return customer
  })

  serve('GET', '/v1/customers', ListCustomers, (wanted) => {
    const found = ledger.customers
      .newestFirst()
      .filter((one) => !one.deleted && (wanted.email === undefined || one.email === wanted.email))
    return page(found, wanted, '/v1/customers')
  })

  serve('GET', '/v1/customers/search', SearchCustomers, ({ query, limit }) => {
    const [, name = '', value] = query.match(BY_METADATA) ?? []
    const found = ledger.customers
      .newestFirst()
      .filter((one) => !one.deleted && one.metadata[name] === value)
    const { data, has_more } = page(found, { limit }, '/v1/customers/search')
    return { object: 'search_result', data, has_more, next_page: null, url: '/v1/customers/search' }
  })

  serve('GET', '/v1/customers/:id', NONE, (_, { id }) => ledger.customers.get(id))

  serve('POST', '/v1/customers/:id', UpdateCustomer, (given, { id }) => {
    const customer = customerOf(world, id)
    const method = given.invoice_settings?.default_payment_method
    if (method !== undefined) {
      attachedTo(world, id, method, 'invoice_settings[default_payment_method]')
      customer.invoice_settings.default_payment_method = method
    }
    customer.email = given.email ?? customer.email
    customer.name = given.name ?? customer.name ?? null
    return customer
  })

  serve('DELETE', '/v1/customers/:id', NONE, (_, { id }) => {
    const customer = customerOf(world, id)
    const running = ledger.subscriptions.filter((one) => one.customer === id && !hasEnded(one))
    for (const subscription of running) endSubscription(world, subscription)
    emit('customer.deleted', customer)
    return ledger.customers.add({ id, object: 'customer', deleted: true })
  })
}

function newCustomer(given: z.output<typeof CreateCustomer>, created: number): Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: given.email ?? null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
