import { beforeEach, expect, test } from 'vitest'
import { getPayments, getSubscription } from '#contract/payments.ts'
import { paidInvoices, paymentAttempts } from '#server/db/schema.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

async function attemptStates() {
  const attempts = await server.services.db.select().from(paymentAttempts)
  return attempts.map(({ state }) => state)
}

const ACTIVATED = { success: true, message: 'Subscription activated successfully!' }

test('a payment by card gives access immediately, and pays for one month', async () => {
  const ana = await server.addUser()
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.pay(ana)).toMatchObject({ status: 200, body: ACTIVATED })
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    plan: 'premium',
    payment_provider: 'stripe',
    ends_at: '2026-02-15T00:00:00.000Z',
    payment_failed: false,
  })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('the subscription endpoint returns the subscription of a person, or null if there is none', async () => {
  expect((await server.call(await server.addUser(), getSubscription, {})).body).toBeNull()
  const ana = await payments.addPayer()
  expect((await server.call(ana, getSubscription, {})).body).toMatchObject({
    status: 'active',
    plan: 'premium',
    payment_provider: 'stripe',
    ends_at: '2026-02-15T00:00:00.000Z',
    created_at: '2026-01-15T00:00:00.000Z',
  })
})

test('the account shows the brand and last digits of the current card, also after a change', async () => {
  const ana = await server.addUser()
  await payments.pay(ana, 'pm_card_mastercard')
  expect((await payments.subscriptionOf(ana))?.card).toEqual({ brand: 'mastercard', last4: '4444' })
  await payments.changeCard(ana, 'pm_card_visa')
  await server.settle()
  expect((await payments.subscriptionOf(ana))?.card).toEqual({ brand: 'visa', last4: '4242' })
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await server.settle()
  expect((await payments.subscriptionOf(ana))?.card).toEqual({ brand: 'visa', last4: '0341' })
})

test('the last 24 payments of a person are listed, newest first, without payments of other people', async () => {
  const ana = await payments.addPayer()
  const bea = await server.addUser()
  const earlier = Array.from({ length: 24 }, (_, months) => ({
    id: `in_${months}`,
    userId: ana.id,
    amountCents: 2000,
    refundedCents: months === 23 ? 2000 : 0,
    paidAt: new Date(Date.UTC(2024, months, 1)),
  }))
  await server.services.db.insert(paidInvoices).values(earlier)
  const { results } = (await server.call(ana, getPayments, {})).body
  expect(results).toHaveLength(24)
  expect(results.slice(0, 2)).toMatchObject([
    { paid_at: '2026-01-15T00:00:00.000Z', amount_cents: 2000, refunded_cents: 0, currency: 'usd' },
    {
      paid_at: '2025-12-01T00:00:00.000Z',
      amount_cents: 2000,
      refunded_cents: 2000,
      currency: 'usd',
    },
  ])
  expect((await server.call(bea, getPayments, {})).body).toEqual({ results: [] })
})

test("the server accepts Stripe's events about a new subscription, and stores the status that Stripe reports", async () => {
  const ana = await payments.addPayer()
  const answers = server.deliveries.map(({ status }) => status)
  expect(answers.length).toBeGreaterThanOrEqual(2)
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'active', stripeStatus: 'active' })
})

test('a response with a payment secret is never cached', async () => {
  const ana = await server.addUser()
  const { headers, body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(body.client_secret).toMatch(/^pi_\w+_secret_\w+$/)
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each([
  ['pm_card_visa_chargeDeclined', 'Your card was declined.'],
  ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
])(
  "the card %s is refused with Stripe's message, and no subscription remains at Stripe",
  async (card, detail) => {
    const ana = await server.addUser()
    expect(await payments.pay(ana, card)).toMatchObject({ status: 402, body: { detail } })
    expect(await payments.subscriptionsAtStripe(ana)).toEqual([])
    expect(await payments.rowOf(ana)).toBeUndefined()
    expect(await attemptStates()).toEqual(['failed'])
  },
)

test('a card can be used again if Stripe has refused a payment for a reason other than the card', async () => {
  const reports: unknown[] = []
  server = await startServer({ logError: (error) => reports.push(error) })
  payments = paymentsOf(server)
  const ana = await server.addUser()
  const { settings } = server.services.payments
  const { priceId } = settings
  settings.priceId = 'price_withdrawn'
  expect((await payments.pay(ana)).status).toBe(500)
  expect(reports).toHaveLength(1)
  expect(await attemptStates()).toEqual(['failed'])
  settings.priceId = priceId
  expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('when a card cannot be charged, the next good card is charged once', async () => {
  const ana = await server.addUser()
  expect(await payments.pay(ana, 'pm_card_chargeCustomerFail')).toMatchObject({
    status: 402,
    body: { detail: 'Your card was declined.' },
  })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.rowOf(ana)).toBeUndefined()

  expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
  await server.settle()
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('a card that needs confirmation gives access only after the confirmation, and the renewal needs no further confirmation', async () => {
  const ana = await server.addUser()
  const ben = await server.addUser()
  const { status, body } = await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: false, requires_action: true, action_type: 'payment' },
  })
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.authenticate({ client_secret: `${body.client_secret}x` }, 'pass')).toBe(404)
  expect((await payments.confirm(ben)).status).toBe(409)
  expect((await payments.confirm(ana)).body).toEqual(body)
  expect(await payments.hasAccess(ana)).toBe(false)

  expect(await payments.authenticate(body, 'pass')).toBe(200)
  expect((await payments.confirm(ana)).body).toEqual(ACTIVATED)
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('a person who closes the page too early still gets access after confirming the payment with the bank', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect((await payments.confirm(ana)).body).toEqual(ACTIVATED)
})

test('an unconfirmed payment is not charged, and another card can be used', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'fail')
  const refused = await payments.confirm(ana)
  expect(refused.status).toBe(402)
  expect(refused.body.detail).toMatch('authenticate')
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('a payment waiting for confirmation can no longer succeed after the person has paid with another card', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
  await server.settle()
  expect(await payments.authenticate(body, 'pass')).toBe(400)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('if a person pays again with the same card before confirming, the server asks for the same confirmation', async () => {
  const ana = await server.addUser()
  const first = await payments.pay(ana, 'pm_card_authenticationRequired')
  const second = await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(second.body).toEqual(first.body)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
})

test('paying ten times at once gives one subscription and one charge', async () => {
  const ana = await server.addUser()
  const cards = ['pm_card_visa', 'pm_card_mastercard']
  const presses = Array.from({ length: 10 }, (_, press) => cards[press % 2])
  const answers = await Promise.all(presses.map((card) => payments.pay(ana, card)))
  await server.settle()
  // Only one of the two cards has paid. All requests with this card report success, and all
  // requests with the other card are refused.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('if a person pays again with the same card after a success, the response reports success without a second charge', async () => {
  const ana = await server.addUser()
  await payments.pay(ana)
  expect(await payments.pay(ana)).toMatchObject({ status: 200, body: ACTIVATED })
  expect(await payments.pay(ana, 'pm_card_mastercard')).toMatchObject({
    status: 409,
    body: { detail: 'You already have an active subscription' },
  })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('an administrator cannot subscribe', async () => {
  expect(await payments.pay(await server.addAdmin())).toMatchObject({
    status: 409,
    body: { detail: 'Admin accounts have full access without a subscription' },
  })
})
