import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { sign } from '#stripe-sandbox/webhooks.ts'
import { openWebhookEndpoint, stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

test('in the payment sandbox, a subscription with a good card is active immediately, and paid until the same day of the next month', async () => {
  const { stripe, subscriber } = await testSandbox({
    clock: () => new Date('2026-11-21T05:00:00Z'),
  })
  const { subscription, customer } = await subscriber()
  expect(subscription.status).toBe('active')
  const end = subscription.items.data[0]?.current_period_end ?? 0
  expect(new Date(end * 1000).toISOString()).toBe('2026-12-21T05:00:00.000Z')
  const { data } = await stripe.invoices.list({ customer })
  expect(data).toMatchObject([{ status: 'paid', amount_paid: 2000, currency: 'usd' }])
})

test('in the payment sandbox, a subscription started on 31 January renews on the last day of shorter months', async () => {
  const { sandbox, stripe, subscriber } = await testSandbox({
    clock: () => new Date('2027-01-31T12:00:00Z'),
  })
  const { subscription } = await subscriber()
  const ends: string[] = []
  for (let months = 0; months < 4; months++) {
    const { items } = await stripe.subscriptions.retrieve(subscription.id)
    const end = items.data[0]?.current_period_end ?? 0
    ends.push(new Date(end * 1000).toISOString().slice(0, 10))
    await sandbox.advance(new Date((end + 7200) * 1000))
  }
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  const invoices = await stripe.invoices
    .list({ subscription: subscription.id, limit: 2 })
    .autoPagingToArray({ limit: 50 })
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
})

test('in the payment sandbox, a first payment that does not succeed within 23 hours ends the subscription', async () => {
  const { stripe, subscriber, advanceClock } = await testSandbox()
  const { subscription } = await subscriber('pm_card_chargeCustomerFail')
  await advanceClock(22 * HOUR_MS)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  await advanceClock(2 * HOUR_MS)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
})

test('the payment sandbox retries a failed renewal after 3, 5 and 7 days, and then ends the subscription', async () => {
  const { stripe, subscriber, advanceClock } = await testSandbox()
  const { subscription, customer } = await subscriber()
  const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
  await advanceClock(32 * DAY_MS)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  await advanceClock(16 * DAY_MS)
  const ended = await stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'open' })
  expect(data).toMatchObject([{ attempt_count: 4, auto_advance: false }])
  expect((ended.ended_at ?? 0) - (data[0]?.created ?? 0)).toBe(15 * 86_400 + 3600)
})

test('the bank of the payment sandbox asks for confirmation once for each card, and later payments need none', async () => {
  const { stripe, subscriber, latestIntent, sendFromPage, advanceClock } = await testSandbox()
  const { subscription } = await subscriber('pm_card_authenticationRequiredOnSetup')
  expect(subscription.status).toBe('incomplete')
  const { id, client_secret } = await latestIntent(subscription.id)
  const answer = { client_secret: String(client_secret), outcome: 'pass' }
  expect((await sendFromPage('POST', `/3ds/${id}`, { ...answer, client_secret: 'x' })).status).toBe(
    404,
  )
  expect((await sendFromPage('POST', `/3ds/${id}`, answer)).body.status).toBe('succeeded')
  await advanceClock(32 * DAY_MS)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  expect((await stripe.invoices.list({ status: 'paid' })).data).toHaveLength(2)
})

test("the payment sandbox delivers events in order, each with the signature that Stripe's SDK computes", async () => {
  const { sandbox, stripe, subscriber } = await testSandbox()
  const endpoint = await openWebhookEndpoint()
  sandbox.deliverTo(endpoint.url, { events: ['customer.subscription.created', 'invoice.paid'] })
  await subscriber()
  await sandbox.settle()
  const [secret = ''] = sandbox.settings.webhookSecrets
  const events = endpoint.received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, secret, 300),
  )
  expect(events.map(({ type }) => type)).toEqual(['customer.subscription.created', 'invoice.paid'])
  const [payload, timestamp] = ['{}', 1_800_000_000]
  expect(sign(payload, secret, timestamp)).toBe(
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  )
})

test('the payment sandbox retries an event that the endpoint refuses, and lists the event as undelivered until it is accepted', async () => {
  const { sandbox, stripe, customer } = await testSandbox()
  let failures = 5
  const endpoint = await openWebhookEndpoint(() => (failures-- > 0 ? 500 : 200))
  sandbox.deliverTo(endpoint.url)
  const undelivered = async () =>
    (await stripe.events.list({ types: ['customer.created'], delivery_success: false })).data.length
  await customer()
  expect(await undelivered()).toBe(1)
  await sandbox.settle()
  expect(endpoint.received.map(({ status }) => status)).toEqual([500, 500, 500, 500])
  expect(await undelivered()).toBe(1)
  sandbox.deliverTo(endpoint.url)
  await sandbox.settle()
  expect(await undelivered()).toBe(0)
})

test.each([
  ['a misspelt parameter', { emial: 'x' }, 'parameter_unknown'],
  ['a parameter with an object as its value', { 'email[x]': 'y' }, undefined],
])('the payment sandbox refuses %s', async (_, fields, code) => {
  const { stripe } = await testSandbox()
  expect(await stripeErrorOf(stripe.rawRequest('POST', '/v1/customers', fields))).toMatchObject({
    status: 400,
    type: 'StripeInvalidRequestError',
    code,
  })
})

test('the payment sandbox refuses unknown and removed parameters, and its error names missing parameters', async () => {
  const { stripe } = await testSandbox()
  const create = (fields: object) =>
    stripeErrorOf(stripe.rawRequest('POST', '/v1/subscriptions', fields))
  const valid = { customer: 'cus_x', items: [{ price: 'price_x' }] }
  const unknown = { status: 400, code: 'parameter_unknown' }
  expect(await create({ ...valid, items: [{ price: 'price_x', qty: 2 }] })).toMatchObject(unknown)
  expect(await create({ ...valid, coupon: 'c' })).toMatchObject(unknown)
  expect(await create({ ...valid, payment_behavior: 'x' })).toMatchObject({ status: 400 })
  expect(await create({ items: valid.items })).toMatchObject({ code: 'parameter_missing' })
  expect(await stripeErrorOf(stripe.rawRequest('POST', '/v1/prices'))).toMatchObject({
    status: 400,
    code: 'parameter_missing',
  })
  expect(await stripeErrorOf(stripe.subscriptions.retrieve('sub_nope'))).toMatchObject({
    status: 404,
    code: 'resource_missing',
  })
})

test('the payment sandbox refuses requests with a live key, a different key or a publishable key', async () => {
  const { sandbox, withKey } = await testSandbox()
  const { publishableKey } = sandbox.settings
  for (const key of ['sk_live_x', 'sk_test_x', publishableKey]) {
    const refusal = await stripeErrorOf(withKey(key).customers.create({}))
    expect(refusal, key).toMatchObject({ status: 401 })
  }
})

test('the payment sandbox runs a request once, even if the request is repeated with the same idempotency key', async () => {
  const { stripe } = await testSandbox()
  const key = { idempotencyKey: 'same' }
  const first = await stripe.customers.create({ email: 'a@example.com' }, key)
  const again = await stripe.customers.create({ email: 'a@example.com' }, key)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(
    await stripeErrorOf(stripe.customers.create({ email: 'b@example.com' }, key)),
  ).toMatchObject({
    status: 400,
    type: 'StripeIdempotencyError',
  })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('while the payment sandbox runs a request, a second request with the same idempotency key does not start', async () => {
  const { sandbox, stripe } = await testSandbox()
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = () => {}
  const underway = new Promise<void>((resolve) => {
    arrived = resolve
  })
  sandbox.faults.push({
    path: /customers/,
    when: 'before',
    times: 1,
    get kind() {
      arrived()
      return { until }
    },
  })
  const key = { idempotencyKey: 'same' }
  const first = stripe.customers.create({}, key)
  await underway
  expect(await stripeErrorOf(stripe.customers.create({}, key))).toMatchObject({
    status: 409,
    code: 'idempotency_key_in_use',
  })
  release()
  await first
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('the payment sandbox advances its time only after the handler of each event has finished', async () => {
  const { sandbox, subscriber } = await testSandbox({
    clock: () => new Date('2026-11-21T05:00:00Z'),
  })
  await subscriber()
  const moments: string[] = []
  sandbox.deliverTo((await openWebhookEndpoint()).url, {
    async followUp() {
      await new Promise(setImmediate)
      moments.push(sandbox.now().toISOString())
    },
  })
  await sandbox.advance(new Date('2027-01-01T00:00:00Z'))
  expect(moments).toEqual([
    '2026-12-21T05:00:00.000Z',
    '2026-12-21T06:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ])
})
