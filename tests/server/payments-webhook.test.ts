import Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { paidInvoices, stripeEvents, subscriptions } from '#server/db/schema.ts'
import {
  deleteOldEvents,
  handleEvents,
  storeEvent,
} from '#server/payments/recurring/stripe-events.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

interface Signing {
  secret?: string
  /** How many seconds ago the event was signed. */
  age?: number
}

function sign(payload: string, { secret, age = 0 }: Signing = {}) {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? server.services.payments.settings.webhookSecrets[0] ?? '',
    timestamp: Math.floor(Date.now() / 1000) - age,
  })
}

async function post(payload: string, signature?: string) {
  const response = await server.fetch('/v1/payments/webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    body: payload,
  })
  return { status: response.status, body: await response.text() }
}

function event(id: string, type: string, object: object, livemode = false) {
  return JSON.stringify({ id, object: 'event', type, livemode, data: { object } })
}

const PAID = event('evt_1', 'invoice.paid', { object: 'invoice', customer: 'cus_nobody' })
const storedEvents = () => server.services.db.select().from(stripeEvents)

test.each<[string, () => [string, string?]]>([
  ['altered after it was signed', () => [`${PAID} `, sign(PAID)]],
  ['signed by somebody else', () => [PAID, sign(PAID, { secret: 'whsec_other' })]],
  ['signed more than five minutes ago', () => [PAID, sign(PAID, { age: 301 })]],
  ['not signed', () => [PAID]],
  ['signed with nonsense', () => [PAID, 'v1=,t=']],
  [
    'about live payments in test mode',
    () => {
      const real = event('evt_1', 'invoice.paid', { object: 'invoice' }, true)
      return [real, sign(real)]
    },
  ],
])('a Stripe event that is %s is refused without details (check 52)', async (_, letter) => {
  expect(await post(...letter())).toEqual({ status: 400, body: '' })
  expect(await storedEvents()).toEqual([])
})

test('a Stripe event is stored once, however often it arrives (check 52)', async () => {
  for (let times = 0; times < 3; times++) {
    expect(await post(PAID, sign(PAID))).toEqual({ status: 200, body: '' })
  }
  expect(await storedEvents()).toMatchObject([{ id: 'evt_1', type: 'invoice.paid' }])
})

test('while one webhook secret replaces another, events signed with either secret are accepted', async () => {
  server.services.payments.settings.webhookSecrets.push('whsec_next')
  expect((await post(PAID, sign(PAID, { secret: 'whsec_next' }))).status).toBe(200)
  expect((await post(PAID, sign(PAID))).status).toBe(200)
})

test('the request with a Stripe event may be larger than other requests, up to a limit', async () => {
  const long = event('evt_2', 'invoice.paid', { object: 'invoice', text: 'a'.repeat(100_000) })
  expect((await post(long, sign(long))).status).toBe(200)
  const endless = event('evt_3', 'invoice.paid', { object: 'invoice', text: 'a'.repeat(600_000) })
  expect((await post(endless, sign(endless))).status).toBe(413)
})

test('the server does not trust the content of a Stripe event, and reads the state from Stripe (check 52)', async () => {
  const ana = await payments.addPayer()
  const [subscription] = await payments.subscriptionsAtStripe(ana)
  const forged = event('evt_4', 'customer.subscription.deleted', {
    ...subscription,
    status: 'canceled',
  })
  expect((await post(forged, sign(forged))).status).toBe(200)
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('Stripe events in any order, each delivered three times, lead to the same state (check 52)', async () => {
  const { webhookFaults } = server.sandbox
  Object.assign(webhookFaults, { pause: true, duplicate: 2, shuffle: true })
  const people = await Promise.all(Array.from({ length: 8 }, () => server.addUser()))
  const leaving = people.filter((_, index) => index % 2 === 0)
  for (const person of people) await payments.pay(person)
  for (const person of leaving) await payments.cancel(person)
  await server.sandbox.advance(new Date('2026-03-18T00:00:00Z'))
  webhookFaults.pause = false
  await server.settle()

  for (const person of people) {
    const status = leaving.includes(person) ? 'expired' : 'active'
    expect(await payments.rowOf(person)).toMatchObject({ status })
  }
  const ids = server.deliveries.map((delivery) => delivery.event)
  expect(ids.length).toBeGreaterThanOrEqual(3 * new Set(ids).size)
})

test('a late event of an ended subscription does not change the next subscription', async () => {
  const ana = await payments.addPayer()
  const { stripe } = server.services.payments
  const [old] = await payments.subscriptionsAtStripe(ana)
  await stripe.subscriptions.cancel(old?.id ?? '')
  server.sandbox.webhookFaults.pause = true
  expect((await payments.pay(ana)).body.success).toBe(true)
  server.sandbox.webhookFaults.pause = false
  await server.settle()
  const row = await payments.rowOf(ana)
  expect(row?.status).toBe('active')
  expect(row?.stripeSubscriptionId).not.toBe(old?.id)
})

test('a late event of an earlier subscription does not change the end date of the latest subscription', async () => {
  const ana = await payments.addPayer()
  const { stripe } = server.services.payments
  const [first] = await payments.subscriptionsAtStripe(ana)
  await stripe.subscriptions.cancel(first?.id ?? '')
  await server.advance('5 days')
  await payments.pay(ana)
  const [second] = await payments.liveSubscriptionsOf(ana)
  await server.advance('3 days')
  await stripe.subscriptions.cancel(second?.id ?? '')
  await server.settle()
  const before = await payments.rowOf(ana)
  expect(before).toMatchObject({ status: 'expired', endsAt: new Date('2026-01-23T00:00:00Z') })

  const late = event('evt_5', 'customer.subscription.deleted', first ?? {})
  await post(late, sign(late))
  await server.settle()
  expect(await payments.rowOf(ana)).toMatchObject({
    status: 'expired',
    endsAt: before?.endsAt,
    stripeSubscriptionId: second?.id,
  })
})

test('if the person disputes a payment at the bank, access ends, and nothing more is charged', async () => {
  const ana = await payments.addPayer()
  const dispute = event('evt_6', 'charge.dispute.created', {
    object: 'dispute',
    id: 'du_1',
    status: 'needs_response',
    payment_intent: await payments.lastPaymentOf(ana),
  })
  await post(dispute, sign(dispute))
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
})

const netPayments = async () =>
  (await server.services.db.select().from(paidInvoices)).map(
    ({ amountCents, refundedCents }) => amountCents - refundedCents,
  )

test('a partial refund reduces the revenue and keeps access', async () => {
  const ana = await payments.addPayer()
  await payments.refund(ana, 500)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netPayments()).toEqual([1500])
})

test('a full refund of the current month ends access, and nothing more is charged', async () => {
  const ana = await payments.addPayer()
  await payments.refund(ana, 500)
  await payments.refund(ana)
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await netPayments()).toEqual([0])
  await server.advance('2 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a refund for a past month does not end access in the current month', async () => {
  const ana = await payments.addPayer()
  const payment_intent = await payments.lastPaymentOf(ana)
  await server.advance('1 month')
  await server.advance('2 hours')
  await server.services.payments.stripe.refunds.create({ payment_intent })
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect((await netPayments()).sort()).toEqual([0, 2000])
})

test('a dispute and a refund of the same payment are both processed', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await payments.refund(ana, 500)
  const { data } = await server.services.payments.stripe.events.list({ type: 'charge.refunded' })
  for (const one of data) await storeEvent(server.services, one)
  const dispute = event('evt_7', 'charge.dispute.created', {
    object: 'dispute',
    id: 'du_1',
    status: 'needs_response',
    payment_intent: await payments.lastPaymentOf(ana),
  })
  await storeEvent(server.services, JSON.parse(dispute))
  await handleEvents(server.services)
  expect(await netPayments()).toEqual([1500])
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('if Stripe does not deliver the event of a refund, the regular jobs find and record the refund', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await payments.refund(ana)
  expect(await netPayments()).toEqual([2000])
  await server.billingWork.runDueJobs()
  expect(await netPayments()).toEqual([0])
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('a Stripe event that failed is not marked as handled, and its error is stored', async () => {
  const ana = await payments.addPayer()
  const restoreStripe = payments.fail({
    path: /^\/v1\/subscriptions$/,
    kind: '500',
    when: 'before',
  })
  const [subscription] = await server.services.db.select().from(subscriptions)
  await server.services.payments.stripe.subscriptions.cancel(
    subscription?.stripeSubscriptionId ?? '',
  )
  await server.settle()
  const failed = (await storedEvents()).filter(({ handledAt }) => handledAt === null)
  expect(failed).toMatchObject([
    { type: 'customer.subscription.deleted', tries: 1, lastError: expect.any(String) },
  ])
  restoreStripe()
  await server.billingWork.runDueJobs()
  expect((await storedEvents()).filter(({ handledAt }) => handledAt === null)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('the server retries a Stripe event that could not be processed', async () => {
  const ana = await payments.addPayer()
  const [subscription] = await payments.subscriptionsAtStripe(ana)
  const restoreStripe = payments.fail({
    path: /^\/v1\/subscriptions$/,
    kind: '500',
    when: 'before',
  })
  await server.services.payments.stripe.subscriptions.cancel(subscription?.id ?? '')
  await server.settle()
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'active' })
  restoreStripe()
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'expired' })
})

test('Stripe events about unknown customers change nothing', async () => {
  await post(PAID, sign(PAID))
  await server.settle()
  expect(await storedEvents()).toMatchObject([
    { id: 'evt_1', tries: 0, handledAt: expect.any(Date) },
  ])
})

test('one run handles more Stripe events than fit into a batch, even if one of them fails', async () => {
  server = await startServer({ logError: () => {} })
  payments = paymentsOf(server)
  const { db, now } = server.services
  await db.insert(stripeEvents).values(
    Array.from({ length: 250 }, (_, number) => ({
      id: `evt_${number}`,
      type: number === 7 ? 'charge.refunded' : 'invoice.paid',
      ...(number === 7
        ? { stripePaymentIntentId: 'pi_nowhere' }
        : { stripeCustomerId: `cus_${number}` }),
      receivedAt: now(),
    })),
  )
  expect(await handleEvents(server.services)).toBe(false)
  const pending = (await storedEvents()).filter(({ handledAt }) => handledAt === null)
  expect(pending.map(({ id }) => id)).toEqual(['evt_7'])
})

test('old Stripe events are deleted after they were handled, and not before', async () => {
  const { db, now } = server.services
  const old = { type: 'invoice.paid', receivedAt: new Date('2025-11-01T00:00:00Z') }
  await db.insert(stripeEvents).values([
    { ...old, id: 'evt_handled', handledAt: old.receivedAt },
    { ...old, id: 'evt_waiting' },
    { ...old, id: 'evt_young', receivedAt: now(), handledAt: now() },
  ])
  await deleteOldEvents(db, now())
  expect((await storedEvents()).map(({ id }) => id).sort()).toEqual(['evt_waiting', 'evt_young'])
})

test('Stripe events that keep failing do not block other events', async () => {
  server = await startServer({ logError: () => {} })
  payments = paymentsOf(server)
  const ana = await payments.addPayer()
  const { db, payments: toStripe } = server.services
  server.sandbox.webhookFaults.drop = () => true
  const [subscription] = await payments.liveSubscriptionsOf(ana)
  await toStripe.stripe.subscriptions.cancel(subscription?.id ?? '')
  await server.settle()
  // Fills a whole batch with events about a payment that Stripe does not know.
  await db.insert(stripeEvents).values(
    Array.from({ length: 100 }, (_, number) => ({
      id: `evt_${number}`,
      type: 'charge.dispute.created',
      stripePaymentIntentId: 'pi_nowhere',
      stripeDisputeId: 'du_1',
      disputeStatus: 'needs_response',
      receivedAt: new Date('2026-01-14T00:00:00Z'),
      tries: 1,
    })),
  )
  const { data } = await toStripe.stripe.events.list({ type: 'customer.subscription.deleted' })
  for (const one of data) await storeEvent(server.services, one)
  await handleEvents(server.services)
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'expired' })
})
