import { expect, test } from 'vitest'
import { createApi } from '#stripe-sandbox/http/api.ts'
import { openIdempotency } from '#stripe-sandbox/http/idempotency.ts'
import { newKeys } from '#stripe-sandbox/state/keys.ts'
import { openLedger } from '#stripe-sandbox/state/ledger.ts'
import { openTime } from '#stripe-sandbox/time.ts'
import { stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'
import { findTypeErrors } from '#tests/support/shapes.ts'

const DAY_MS = 86_400_000
const CARD = { type: 'card', 'card[exp_month]': '12', 'card[exp_year]': '2035', 'card[cvc]': '123' }

type World = Awaited<ReturnType<typeof testSandbox>>

test("every response and event of the payment sandbox matches the types of Stripe's SDK", async () => {
  const world = await testSandbox()
  await customersAndCards(world)
  await prices(world)
  await subscriptions(world)
  await disputes(world)
  await failures(world)
  await browsers(world)
  const { exchanges, stripe } = world
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })

  const asked = new Set(exchanges.map(({ method, route }) => `${method} ${route}`))
  expect(routes().filter((route) => !asked.has(route))).toEqual([])
  expect(findTypeErrors(exchanges.map(({ body }) => body))).toBe('')
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(10)
})

test('the type check of the payment sandbox finds missing, extra and misspelled fields', async () => {
  const { customer, exchanges } = await testSandbox()
  await customer()
  const [body = {}] = exchanges.map((exchange) => exchange.body)
  const { email: _, ...without } = { email: '', ...body }
  const errors = findTypeErrors([without, { ...body, extra: 1 }, { ...body, tax_exempt: 'non' }])
  expect(errors).toMatch(/'email' is missing/)
  expect(errors).toMatch(/'"extra"' does not exist/)
  expect(errors).toMatch(/'"non"' is not assignable/)
})

async function customersAndCards({ stripe, customer }: World) {
  const { id } = await customer({ metadata: { user_id: '1' } })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
  await stripe.customers.update(id, {
    invoice_settings: { default_payment_method: method.id },
  })
  await stripe.paymentMethods.retrieve(method.id, { expand: ['customer'] })
  await stripe.customers.list({ email: 'ana@example.com' })
  await stripe.customers.search({ query: "metadata['user_id']:'1'" })
  await stripe.customers.del(id)
  await stripe.customers.retrieve(id)
}

async function prices({ stripe }: World) {
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product: 'prod_other',
  })
  await stripe.prices.retrieve(price.id)
}

async function subscriptions({ stripe, subscriber, advanceClock }: World) {
  const { subscription, customer } = await subscriber()
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  await advanceClock(32 * DAY_MS)
  await stripe.subscriptions.retrieve(subscription.id, {
    expand: [
      'customer',
      'default_payment_method',
      'latest_invoice.confirmation_secret',
      'latest_invoice.payments.data.payment',
    ],
  })
  await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice'] })
  const { data } = await stripe.invoices.list({ customer, expand: ['data.customer'] })
  await stripe.invoices.retrieve(data[0]?.id ?? '')
  await stripe.invoices.update(data[0]?.id ?? '', { metadata: { note: 'x' } })
  const { data: payments } = await stripe.invoicePayments.list({ invoice: data[0]?.id ?? '' })
  await stripe.paymentIntents.retrieve(String(payments[0]?.payment.payment_intent), {
    expand: ['payment_method', 'customer'],
  })
  const payment = String(payments[0]?.payment.payment_intent)
  const { charge } = await stripe.refunds.create({ payment_intent: payment, amount: 500 })
  expect(charge).toMatch(/^ch_/)
  await stripe.refunds.list({ payment_intent: payment })
  await stripe.subscriptions.update(subscription.id, {
    cancel_at: Math.floor(Date.now() / 1000) * 2,
  })
  await stripe.subscriptions.update(subscription.id, { cancel_at: '' })
  await stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false })
}

async function disputes({ stripe, subscriber, advanceClock }: World) {
  await subscriber('pm_card_createDispute')
  await subscriber('pm_card_createDisputeInquiry')
  const { data } = await stripe.disputes.list()
  expect(data).toHaveLength(2)
  for (const { id } of data) {
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
    await stripe.disputes.retrieve(id)
  }
  for (const behavior of ['void', 'keep_as_draft', 'mark_uncollectible'] as const) {
    const { subscription } = await subscriber()
    await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior } })
  }
  await advanceClock(32 * DAY_MS)
}

async function failures({ sandbox, stripe, subscriber, customer, advanceClock }: World) {
  const declined = stripe.paymentMethods.attach('pm_card_chargeDeclined', {
    customer: (await customer()).id,
  })
  expect(await stripeErrorOf(declined)).toMatchObject({ status: 402 })

  const { subscription, customer: id } = await subscriber()
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: failing.id })
  await advanceClock(31 * DAY_MS)
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id)
  expect(await stripeErrorOf(stripe.invoices.pay(String(latest_invoice)))).toMatchObject({
    status: 402,
  })
  const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: id,
  })
  const asked = stripe.invoices.pay(String(latest_invoice), {
    payment_method: asking.id,
    off_session: false,
  })
  expect(await stripeErrorOf(asked)).toMatchObject({ status: 402 })
  await stripe.invoices.voidInvoice(String(latest_invoice))

  const renewing = await subscriber()
  const end = renewing.subscription.items.data[0]?.current_period_end ?? 0
  await sandbox.advance(new Date(end * 1000))
  const [draft] = (await stripe.invoices.list({ status: 'draft' })).data
  await stripe.invoices.update(draft?.id ?? '', { auto_advance: false })
  await stripe.invoices.finalizeInvoice(draft?.id ?? '')
  await subscriber('pm_card_chargeCustomerFail')
  await advanceClock(DAY_MS)
  expect(await stripeErrorOf(stripe.invoices.retrieve('in_nope'))).toMatchObject({ status: 404 })
}

async function browsers({ stripe, subscriber, customer, sendFromPage }: World) {
  const { body: method } = await sendFromPage('POST', '/v1/payment_methods', {
    ...CARD,
    'card[number]': '4000002760003184',
  })
  const intent = await stripe.setupIntents.create({
    customer: (await customer()).id,
    payment_method: method.id,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  const secret = { client_secret: String(intent.client_secret) }
  await sendFromPage('GET', `/v1/setup_intents/${intent.id}`, secret)
  await sendFromPage('POST', `/3ds/${intent.id}`, { ...secret, outcome: 'fail' })

  const { subscription } = await subscriber('pm_card_authenticationRequired')
  const { data } = await stripe.invoicePayments.list({
    invoice: String(subscription.latest_invoice),
  })
  const payment = await stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent))
  const given = { client_secret: String(payment.client_secret) }
  await sendFromPage('GET', `/v1/payment_intents/${payment.id}`, given)
  await sendFromPage('POST', `/3ds/${payment.id}`, { ...given, outcome: 'fail' })
}

function routes() {
  const ledger = openLedger()
  const time = openTime(() => new Date(), ledger)
  const api = createApi({
    world: { ledger, time, emit: () => {}, siteUrl: () => 'https://engawa.example' },
    keys: newKeys(),
    idempotency: openIdempotency(ledger, time),
    transact: (_, act) => act(),
    logError: () => {},
  })
  return api.routes
    .filter(({ method }) => method !== 'ALL')
    .map((one) => `${one.method} ${one.path}`)
}
