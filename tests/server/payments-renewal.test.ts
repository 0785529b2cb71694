import { beforeEach, expect, test } from 'vitest'
import { login, SignedIn } from '#contract/auth.ts'
import { mirrorOf } from '#server/payments/mirror/subscription-state.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

test('a subscription is renewed month after month, and paid each time', async () => {
  const ana = await payments.addPayer()
  for (const endsAt of ['2026-03-15', '2026-04-15', '2026-05-15']) {
    await server.advance('1 month')
    await server.advance('2 hours')
    expect(await payments.subscriptionOf(ana)).toMatchObject({
      status: 'active',
      ends_at: `${endsAt}T00:00:00.000Z`,
    })
  }
  expect(await payments.countPaymentsOf(ana)).toBe(4)
})

test('after a failed renewal, access continues for three days', async () => {
  const ana = await payments.addPastDuePayer()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: true,
    ends_at: '2026-02-18T00:00:00.000Z',
  })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('3 days')
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
})

test('paying an unpaid renewal with another card pays for the month of this renewal', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('4 days')
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: false,
    ends_at: '2026-03-15T00:00:00.000Z',
  })
  // The next renewal is charged to the new card too.
  await server.advance('1 month')
  expect(await payments.countPaymentsOf(ana)).toBe(3)
})

test('the bank may require the person to confirm the payment of an unpaid renewal', async () => {
  const ana = await payments.addPastDuePayer()
  const { body } = await payments.renew(ana, 'pm_card_authenticationRequired')
  expect(body).toMatchObject({ requires_action: true, action_type: 'payment' })
  await payments.authenticate(body, 'pass')
  expect((await payments.confirm(ana)).body.success).toBe(true)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('a card that is declined leaves the renewal unpaid', async () => {
  const ana = await payments.addPastDuePayer()
  expect((await payments.renew(ana, 'pm_card_chargeCustomerFail')).status).toBe(402)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: true,
  })
  expect((await payments.renew(ana)).body.success).toBe(true)
})

test('a renewal with a card that always needs confirmation fails until the person pays', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await payments.confirm(ana)
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'active', stripeStatus: 'past_due' })
  await server.advance('4 days')
  expect(await payments.hasAccess(ana)).toBe(false)
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test("when a renewal needs the bank's confirmation, the person gets a mail with a link to confirm the payment", async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await payments.confirm(ana)
  await server.advance('1 month')
  await server.advance('2 hours')
  const subscription = await payments.subscriptionOf(ana)
  expect(subscription).toMatchObject({
    status: 'active',
    confirm_url: expect.stringMatching(/^https:\/\/engawa\.example\/sandbox\/invoices\/pi_/),
  })
  const link = new URL(subscription?.confirm_url ?? '')
  const mails = await server.mails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your Engawa subscription has started',
    'Please confirm your payment for Engawa',
  ])
  expect(mails[1]?.text).toContain(link.href)

  const page = await server.fetch(link.pathname + link.search)
  expect(await page.text()).toContain('payment of US$20.00 to Engawa')
  const answer = await server.fetch(link.pathname + link.search, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pass' }),
  })
  expect(await answer.text()).toContain('this invoice is paid')
  await server.settle()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: false,
    confirm_url: null,
    ends_at: '2026-03-15T00:00:00.000Z',
  })
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('an invoice page of the payment sandbox cannot be opened without its key', async () => {
  const ana = await payments.addPastDuePayer()
  const intent = await payments.lastPaymentOf(ana)
  expect((await server.fetch(`/sandbox/invoices/${intent}?key=guess`)).status).toBe(404)
})

test('after the fourth failure Stripe ends the subscription, and nothing more is charged', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('20 days')
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect(await payments.invoicesOf(ana)).toMatchObject([
    { billing_reason: 'subscription_cycle', attempt_count: 4 },
    {},
  ])
})

test('without any events, the server queries Stripe before a person loses access', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  expect(await payments.rowOf(ana)).toMatchObject({ endsAt: new Date('2026-02-15T00:00:00Z') })
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.rowOf(ana)).toMatchObject({ endsAt: new Date('2026-03-15T00:00:00Z') })
})

test('requesting the account returns the current state of the subscription, even if Stripe sent no event', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    ends_at: '2026-03-15T00:00:00.000Z',
  })
})

test('signing in returns the current state of the subscription, even if Stripe sent no event', async () => {
  const ana = await server.addUser({ email: 'ana@example.com', password: 'six by the sea' })
  await payments.pay(ana)
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  const { body } = await server.call(null, login, {
    username: 'ana@example.com',
    password: 'six by the sea',
  })
  expect(SignedIn.parse(body).subscription).toMatchObject({
    status: 'active',
    ends_at: '2026-03-15T00:00:00.000Z',
  })
})

test('a subscription that Stripe does not know expires at the end of its paid period', async () => {
  const ana = await server.addSubscriber({
    paymentProvider: 'stripe',
    endsAt: new Date('2026-02-01T00:00:00Z'),
  })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('1 month')
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'expired',
    ends_at: '2026-02-01T00:00:00.000Z',
  })
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('while Stripe does not respond, access continues, and the server queries Stripe once a minute', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  const restoreStripe = payments.fail({
    path: /^\/v1\/subscriptions$/,
    kind: '500',
    when: 'before',
  })
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(restoreStripe()).toBe(1)

  expect(await payments.subscriptionOf(ana)).toMatchObject({ ends_at: '2026-02-15T00:00:00.000Z' })
  await server.advance('61 seconds')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ ends_at: '2026-03-15T00:00:00.000Z' })
})

test('no request waits long for a hanging Stripe', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  payments.fail({ path: /^\/v1\/subscriptions$/, kind: { until }, when: 'before' })
  expect(await payments.hasAccess(ana)).toBe(true)
  answer()
})

test.each([
  ['unpaid', 'expired'],
  ['paused', 'inactive'],
] as const)(
  'if Stripe reports a subscription as %s, the subscription is %s here, and its access ends at the start of the month',
  async (status, become) => {
    const ana = await payments.addPayer()
    const [subscription] = await payments.subscriptionsAtStripe(ana)
    if (!subscription) throw new Error('Nothing was bought')
    const mirrored = mirrorOf(
      null,
      { ...subscription, status },
      {
        now: server.services.now(),
        confirmUrl: null,
      },
    )
    expect(mirrored).toMatchObject({ status: become, endsAt: new Date('2026-01-15T00:00:00Z') })
  },
)

test('a renewal that Stripe never charges gives access for three days, and then none', async () => {
  const ana = await payments.addPayer()
  const [subscription] = await payments.subscriptionsAtStripe(ana)
  const [invoice] = await payments.invoicesOf(ana)
  if (!subscription || !invoice) throw new Error('Nothing was bought')
  const uncharged = { ...subscription, latest_invoice: { ...invoice, status: 'draft' as const } }
  const statusAt = (time: string) =>
    mirrorOf(null, uncharged, { now: new Date(time), confirmUrl: null })
  expect(statusAt('2026-01-17T23:59:59Z')).toMatchObject({ status: 'active', isPaymentDue: true })
  expect(statusAt('2026-01-18T00:00:00Z')).toMatchObject({
    status: 'expired',
    endsAt: new Date('2026-01-18T00:00:00Z'),
  })
})

test('if a subscription was cancelled at Stripe, paying its unpaid renewal resumes the subscription', async () => {
  const ana = await payments.addPastDuePayer()
  const [owed] = await payments.liveSubscriptionsOf(ana)
  const { stripe } = server.services.payments
  await stripe.subscriptions.update(owed?.id ?? '', { cancel_at_period_end: true })
  await server.settle()
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.liveSubscriptionsOf(ana)).toMatchObject([
    { id: owed?.id, status: 'active', cancel_at_period_end: false },
  ])
})
