import { beforeEach, expect, test } from 'vitest'
import { createSubscription, getPaymentConfig } from '#contract/payments.ts'
import { payment, paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

/** Sends a body that the app itself never sends. */
async function send({ token }: { token: string }, body: object) {
  const response = await server.fetch('/v1/payments/create-subscription', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status
}

test.each([
  '',
  'pm_',
  'pm_../x',
  'sub_123',
  'pm_a b',
  `pm_${'x'.repeat(500)}`,
  { $ne: '' },
  1,
  null,
  undefined,
  'pm_card_visa\n',
  ['pm_card_visa'],
])('%j is not accepted as a payment token', async (payment_token) => {
  const ana = await server.addUser()
  expect(await send(ana, { plan: 'premium', payment_provider: 'stripe', payment_token })).toBe(422)
})

test.each([
  { plan: 'Free' },
  { plan: 'premium ' },
  { plan: undefined },
  { payment_provider: 'paypal' },
  { amount: 1 },
  { price: 'price_free' },
  { user_id: 'somebody-else' },
])('a person who pays cannot set %j (check 52)', async (field) => {
  const ana = await server.addUser()
  expect(await send(ana, { ...payment('pm_card_visa'), ...field })).toBe(422)
  expect(await payments.subscriptionsAtStripe(ana)).toEqual([])
})

test('a person who subscribes pays the price of the plan', async () => {
  const ana = await payments.addPayer()
  expect(await payments.invoicesOf(ana)).toMatchObject([{ amount_paid: 2000, currency: 'usd' }])
})

test("the card of the subscription is also the customer's default card", async () => {
  const ana = await payments.addPayer()
  const [{ default_payment_method: card } = {}] = await payments.subscriptionsAtStripe(ana)
  const { stripe } = server.services.payments
  expect(await stripe.customers.retrieve((await payments.customerOf(ana)) ?? '')).toMatchObject({
    invoice_settings: { default_payment_method: card },
  })
})

test("nobody can pay with another person's card (check 28)", async () => {
  const ana = await server.addUser()
  const ben = await payments.addPayer()
  const [{ default_payment_method: theirs } = {}] = await payments.subscriptionsAtStripe(ben)
  expect(await payments.pay(ana, String(theirs))).toMatchObject({
    status: 400,
    body: { detail: 'This card could not be used. Please enter it again.' },
  })
  expect(await payments.countPaymentsOf(ben)).toBe(1)
})

test("the payment page receives the public key, and the sandbox's test cards", async () => {
  const { body } = await server.call(null, getPaymentConfig, {})
  expect(body.stripe.publishable_key).toMatch(/^pk_test_/)
  expect(body.sandbox?.cards.map(({ number }) => number)).toContain('4242 4242 4242 4242')
  expect(JSON.stringify(body)).not.toMatch(/sk_|whsec_/)
})

test('after five refused cards a person must wait an hour, and a sixth card is not sent to Stripe (check 54)', async () => {
  const ana = await server.addUser()
  for (let tries = 0; tries < 5; tries++) {
    expect((await payments.pay(ana, 'pm_card_visa_chargeDeclined')).status).toBe(402)
  }
  const restoreStripe = payments.fail({ path: /./, kind: '500', when: 'before' })
  const answer = await payments.pay(ana, 'pm_card_visa', '203.0.113.9')
  expect(answer).toMatchObject({
    status: 429,
    body: { detail: 'Too many failed payments. Please try again in 60 minutes.' },
  })
  expect(answer.headers.get('retry-after')).toBe('3600')
  expect(restoreStripe()).toBe(0)

  await server.advance('1 hour')
  expect((await payments.pay(ana)).body.success).toBe(true)
})

test('after twenty refused cards in an hour from one IP address, all accounts at this address must wait (check 54)', async () => {
  for (let tries = 0; tries < 20; tries++) {
    const person = await server.addUser()
    expect((await payments.pay(person, 'pm_card_visa_chargeDeclined')).status).toBe(402)
  }
  const ana = await server.addUser()
  expect((await payments.pay(ana)).status).toBe(429)
  expect((await payments.pay(ana, 'pm_card_visa', '203.0.113.9')).status).toBe(200)
})

test('successful payments and server failures do not count towards the limit for refused cards', async () => {
  const ana = await payments.addPayer()
  for (let tries = 0; tries < 6; tries++)
    expect((await payments.pay(ana, 'pm_card_mastercard')).status).toBe(409)
  const restoreStripe = payments.fail({ path: /^\/v1\/subscriptions/, kind: '429', when: 'before' })
  const ben = await server.addUser()
  for (let tries = 0; tries < 6; tries++) expect((await payments.pay(ben)).status).toBe(503)
  restoreStripe()
  expect((await payments.pay(ben)).status).toBe(200)
})

test("while a payment waits for the bank's confirmation, it counts towards the limit for refused cards", async () => {
  const ana = await server.addUser()
  const asks = 'pm_card_authenticationRequired'
  for (let tries = 0; tries < 4; tries++) await payments.pay(ana, 'pm_card_visa_chargeDeclined')
  const { body } = await payments.pay(ana, asks)
  expect((await payments.pay(ana, asks)).status).toBe(429)
  await payments.authenticate(body, 'pass')
  expect((await payments.confirm(ana)).body.success).toBe(true)
  expect((await payments.pay(ana)).status).toBe(409)
})

test('only signed-in people can pay', async () => {
  expect((await server.call(null, createSubscription, payment('pm_card_visa'))).status).toBe(401)
})

test('an invalid payment token counts as a refused card (check 54)', async () => {
  const ana = await server.addUser()
  for (let tries = 0; tries < 5; tries++) {
    expect((await payments.pay(ana, 'pm_nowhere')).status).toBe(400)
  }
  expect((await payments.pay(ana)).status).toBe(429)
})
