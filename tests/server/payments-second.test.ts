import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { audit, users } from '#server/db/schema.ts'
import { endBilling, stopRenewal } from '#server/payments/ending/cancel.ts'
import { compareAll } from '#server/payments/recurring/reconcile.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

type Person = Awaited<ReturnType<TestServer['addUser']>>
const CREATING = { method: 'POST', path: /^\/v1\/subscriptions$/ }
const stripe = () => server.services.payments.stripe

/** Returns the person's subscriptions that can still be charged, across all customer records. */
async function liveSubscriptionsOf({ id }: { id: string }) {
  const { data } = await stripe().subscriptions.list({ status: 'all', limit: 100 })
  const own = data.filter(({ metadata }) => metadata.user_id === id)
  return own.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
}

/** Returns all payments minus all refunds, in cents. */
async function netRevenueCents() {
  const { data } = await stripe().invoices.list({ status: 'paid', limit: 100 })
  const refunds = await stripe().refunds.list({ limit: 100 })
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return (
    sum(data.map(({ amount_paid }) => amount_paid)) - sum(refunds.data.map(({ amount }) => amount))
  )
}

/** Creates a subscription directly at Stripe, as an operator could. */
async function subscribeAtStripe({ id }: { id: string }, customer: string) {
  const method = await stripe().paymentMethods.attach('pm_card_mastercard', { customer })
  return stripe().subscriptions.create({
    customer,
    items: [{ price: server.services.payments.settings.priceId }],
    default_payment_method: method.id,
    metadata: { user_id: id },
  })
}

async function addCustomer({ id, email }: Pick<Person, 'id' | 'email'>) {
  const customer = await stripe().customers.create({ email, metadata: { user_id: id } })
  return customer.id
}

test('a delayed request creates no second subscription if it arrives after a payment by another card', async () => {
  const ana = await server.addUser()
  const delayed = payments.delay(CREATING)
  expect((await payments.pay(ana)).status).toBe(503)
  delayed.stop()
  expect((await payments.pay(ana, 'pm_card_mastercard')).body.success).toBe(true)
  await delayed.deliver()
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.cardBrandOf(ana)).toBe('mastercard')
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await netRevenueCents()).toBe(4000)
  expect(await server.services.db.select().from(audit)).toEqual([])
})

test('a delayed request and a retry with the same card create one subscription', async () => {
  const ana = await server.addUser()
  const delayed = payments.delay(CREATING)
  expect((await payments.pay(ana)).status).toBe(503)
  delayed.stop()
  expect((await payments.pay(ana)).body.success).toBe(true)
  await delayed.deliver()
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netRevenueCents()).toBe(2000)
})

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['cancelled', (ana) => payments.cancel(ana)],
  ['was blocked', ({ id }) => stopRenewal(server.services, id)],
  [
    'was deleted',
    ({ id }) =>
      endBilling(server.services, id, async (tx) => {
        await tx.delete(users).where(eq(users.id, id))
      }),
  ],
])('a delayed payment request that arrives after the person %s charges nobody', async (_, end) => {
  const ana = await server.addUser()
  const delayed = payments.delay(CREATING)
  expect((await payments.pay(ana)).status).toBe(503)
  delayed.stop()
  await end(ana)
  await delayed.deliver()
  expect(await liveSubscriptionsOf(ana)).toEqual([])
  expect(await netRevenueCents()).toBe(0)
})

test('a second subscription is ended, refunded, recorded and reported once', async () => {
  const ana = await payments.addPayer()
  const [first] = await liveSubscriptionsOf(ana)
  const second = await subscribeAtStripe(ana, (await payments.customerOf(ana)) ?? '')
  await server.settle()
  expect(await liveSubscriptionsOf(ana)).toMatchObject([{ id: first?.id }])
  expect(await netRevenueCents()).toBe(2000)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  expect(await server.services.db.select().from(audit)).toMatchObject([
    {
      actorEmail: 'Engawa',
      action: 'subscription.refund',
      targetId: ana.id,
      before: { stripe_subscription_id: second.id },
      after: { stripe_subscription_id: first?.id, refunded_cents: 2000 },
    },
  ])
  const mails = await server.mails()
  const refunded = mails.filter(({ subject }) => subject.includes('refunded'))
  expect(refunded).toMatchObject([{ text: expect.stringContaining('refunded $20.00') }])
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await netRevenueCents()).toBe(4000)
})

test('if ending a second subscription fails, the next run of the payment jobs ends it, and the subscription is reported once', async () => {
  const ana = await payments.addPayer()
  const restoreStripe = payments.fail({ method: 'DELETE', path: /./, kind: '500', when: 'before' })
  await subscribeAtStripe(ana, (await payments.customerOf(ana)) ?? '')
  await server.settle()
  expect(await liveSubscriptionsOf(ana)).toHaveLength(2)
  restoreStripe()
  await server.billingWork.runDueJobs()
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netRevenueCents()).toBe(2000)
  expect(await server.services.db.select().from(audit)).toHaveLength(1)
})

test('if a person has an unpaid and a paid subscription, the server keeps the paid one and refunds nothing', async () => {
  const ana = await payments.addPastDuePayer()
  const second = await subscribeAtStripe(ana, (await payments.customerOf(ana)) ?? '')
  await server.settle()
  expect(await liveSubscriptionsOf(ana)).toMatchObject([{ id: second.id }])
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: false,
  })
  expect(await netRevenueCents()).toBe(4000)
})

test('cancelling stops all subscriptions, even one that no event has reported', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await subscribeAtStripe(ana, await addCustomer(ana))
  expect((await payments.cancel(ana)).status).toBe(200)
  expect(await liveSubscriptionsOf(ana)).toMatchObject([{ cancel_at_period_end: true }])
  expect(await netRevenueCents()).toBe(2000)
  await server.advance('2 months')
  expect(await netRevenueCents()).toBe(2000)
})

test('if a person gets a newer customer record at Stripe, the server still uses the record that has the subscription', async () => {
  const ana = await payments.addPayer()
  const customer = await payments.customerOf(ana)
  server.sandbox.webhookFaults.drop = () => true
  await addCustomer(ana)
  expect((await payments.pay(ana, 'pm_card_mastercard')).status).toBe(409)
  expect(await payments.customerOf(ana)).toBe(customer)
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netRevenueCents()).toBe(2000)
})

test('the comparison with Stripe ends and refunds a second subscription of the same customer', async () => {
  const ana = await payments.addPayer()
  const [first] = await liveSubscriptionsOf(ana)
  server.sandbox.webhookFaults.drop = () => true
  await subscribeAtStripe(ana, (await payments.customerOf(ana)) ?? '')
  await compareAll(server.services)
  expect(await liveSubscriptionsOf(ana)).toMatchObject([{ id: first?.id }])
  expect(await netRevenueCents()).toBe(2000)
})

test('if an operator has refunded a second subscription by hand, the server ends this subscription and records the refund', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await subscribeAtStripe(ana, (await payments.customerOf(ana)) ?? '')
  await payments.refund(ana)
  await compareAll(server.services)
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netRevenueCents()).toBe(2000)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await server.services.db.select().from(audit)).toMatchObject([
    { action: 'subscription.refund', after: { refunded_cents: 2000 } },
  ])
})

test('a deleted person is not charged through any customer record', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await subscribeAtStripe(ana, await addCustomer(ana))
  await endBilling(server.services, ana.id, async (tx) => {
    await tx.delete(users).where(eq(users.id, ana.id))
  })
  expect(await liveSubscriptionsOf(ana)).toEqual([])
})

test.each([
  ['an event', async () => server.settle()],
  ['the daily comparison', async () => void (await compareAll(server.services))],
])("%s finds the subscriptions of a person's second customer record", async (way, learn) => {
  server.sandbox.webhookFaults.drop = way === 'an event' ? null : () => true
  const ana = await payments.addPayer()
  const other = await addCustomer(ana)
  await subscribeAtStripe(ana, other)
  await learn()
  expect(await liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await netRevenueCents()).toBe(2000)
  // Stripe keeps the customer record, so its payments can still be looked up.
  expect(await stripe().customers.retrieve(other)).not.toHaveProperty('deleted')
})

test("if a person's only live subscription is on a second customer record, the server switches to this record", async () => {
  const ana = await payments.addPayer()
  await stripe().subscriptions.cancel((await liveSubscriptionsOf(ana))[0]?.id ?? '')
  const other = await addCustomer(ana)
  await subscribeAtStripe(ana, other)
  await server.settle()
  expect(await payments.customerOf(ana)).toBe(other)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect((await payments.cancel(ana)).status).toBe(200)
  await server.advance('2 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a second customer record without purchases is deleted', async () => {
  const ana = await payments.addPayer()
  const other = await addCustomer(ana)
  await server.settle()
  expect(await stripe().customers.retrieve(other)).toMatchObject({ deleted: true })
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('however often responses are lost, Stripe gets only one customer for a person', async () => {
  const ana = await server.addUser()
  const delayed = payments.delay({ method: 'POST', path: /^\/v1\/customers$/ })
  expect((await payments.pay(ana)).status).toBe(503)
  delayed.stop()
  expect((await payments.pay(ana, 'pm_card_mastercard')).body.success).toBe(true)
  await delayed.deliver()
  expect((await stripe().customers.list({ email: ana.email })).data).toHaveLength(1)
})

test('a person who pays again a day later, with a new e-mail address, keeps the same customer record at Stripe', async () => {
  const ana = await server.addUser()
  server.sandbox.webhookFaults.drop = () => true
  const restoreStripe = payments.fail({
    method: 'POST',
    path: /^\/v1\/customers$/,
    kind: 'reset',
    when: 'after',
  })
  expect((await payments.pay(ana)).status).toBe(503)
  restoreStripe()
  await server.advance('25 hours')
  await server.services.db.update(users).set({ email: 'ana@new.example' })
  expect((await payments.pay(ana)).body.success).toBe(true)
  const { data } = await stripe().customers.list()
  expect(data).toMatchObject([{ email: 'ana@new.example' }])
})
