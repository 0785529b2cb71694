import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { jobs, paidInvoices, subscriptions, users } from '#server/db/schema.ts'
import { endBilling } from '#server/payments/ending/cancel.ts'
import { openBillingWork } from '#server/payments/recurring/billing-work.ts'
import { compareAll, fetchUndelivered } from '#server/payments/recurring/reconcile.ts'
import { handleEvents } from '#server/payments/recurring/stripe-events.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

/** Cancels as an operator would in Stripe's dashboard. */
async function cancelAtStripe(person: { id: string; token: string }) {
  const [subscription] = await payments.liveSubscriptionsOf(person)
  await server.services.payments.stripe.subscriptions.cancel(subscription?.id ?? '')
  await server.settle()
}

const statusesOf = (people: { id: string; token: string }[]) =>
  Promise.all(people.map(async (person) => (await payments.rowOf(person))?.status))

test('the server fetches the events that Stripe could not deliver', async () => {
  const people = [await payments.addPayer(), await payments.addPayer(), await payments.addPayer()]
  await server.billingWork.runDueJobs()
  server.sandbox.webhookFaults.drop = () => true
  for (const person of people.slice(0, 2)) await cancelAtStripe(person)
  expect(await statusesOf(people)).toEqual(['active', 'active', 'active'])

  await server.advance('16 minutes')
  await server.billingWork.runDueJobs()
  expect(await statusesOf(people)).toEqual(['expired', 'expired', 'active'])
})

test('once a day all subscriptions are compared with Stripe, and the number of differences is logged', async () => {
  const people = [await payments.addPayer(), await payments.addPayer()]
  expect(await compareAll(server.services)).toEqual({
    compared: 2,
    different: 0,
    unknownPayments: 0,
    unknownRefunds: 0,
    unknownDisputes: 0,
  })
  await server.services.db
    .update(subscriptions)
    .set({ status: 'expired', endsAt: server.services.now() })
    .where(eq(subscriptions.userId, people[0]?.id ?? ''))
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await server.billingWork.runDueJobs()
  expect(warn.mock.calls).toEqual([['Of 2 subscriptions, 1 differed from the ones at Stripe']])
  warn.mockRestore()
  expect(await statusesOf(people)).toEqual(['active', 'active'])
  expect(await compareAll(server.services)).toEqual({
    compared: 2,
    different: 0,
    unknownPayments: 0,
    unknownRefunds: 0,
    unknownDisputes: 0,
  })
})

describe('when no event reports a refund', () => {
  const netPayments = async () => {
    const paid = await server.services.db.select().from(paidInvoices)
    return paid.map(({ amountCents, refundedCents }) => amountCents - refundedCents).sort()
  }

  test('the daily comparison records a refund that no event reported, and a full refund ends access', async () => {
    const [ana, ben] = [await payments.addPayer(), await payments.addPayer()]
    await compareAll(server.services)
    server.sandbox.webhookFaults.drop = () => true
    await server.advance('1 day')
    await payments.refund(ana)
    await payments.refund(ben, 500)
    expect(await netPayments()).toEqual([2000, 2000])

    expect(await compareAll(server.services)).toMatchObject({ unknownRefunds: 2 })
    expect(await netPayments()).toEqual([0, 1500])
    expect(await payments.hasAccess(ana)).toBe(false)
    expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
    expect(await payments.hasAccess(ben)).toBe(true)
    expect(await compareAll(server.services)).toMatchObject({ different: 0, unknownRefunds: 0 })
  })

  test('if Stripe fails during a comparison, a later comparison records the refund that no event has reported', async () => {
    const ana = await payments.addPayer()
    await compareAll(server.services)
    server.sandbox.webhookFaults.drop = () => true
    await payments.refund(ana)
    const restoreStripe = payments.fail({
      path: /^\/v1\/payment_intents/,
      kind: '500',
      when: 'before',
    })
    await expect(compareAll(server.services)).rejects.toThrow()
    restoreStripe()
    await server.advance('5 days')
    expect(await compareAll(server.services)).toMatchObject({ unknownRefunds: 1 })
    expect(await netPayments()).toEqual([0])
  })

  test('the log states how many refunds were found that no event had reported', async () => {
    const ana = await payments.addPayer()
    server.sandbox.webhookFaults.drop = () => true
    await payments.refund(ana)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    await server.advance('31 days')
    // By now Stripe has deleted the events about the refund.
    await server.billingWork.runDueJobs()
    expect(warn.mock.calls.flat()).toContain('Stripe had 1 refunds that Engawa did not know')
  })
})

test("if the server has lost a customer's id at Stripe, it finds the customer again", async () => {
  const ana = await payments.addPayer()
  await server.services.db.delete(subscriptions)
  await server.services.db.update(users).set({ stripeCustomerId: null })
  await compareAll(server.services)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('after a person is deleted, the comparison with Stripe finds no difference', async () => {
  const ana = await payments.addPayer()
  await endBilling(server.services, ana.id, async (tx) => {
    await tx.delete(users)
  })
  expect(await compareAll(server.services)).toMatchObject({ compared: 0, different: 0 })
})

test('the server reports a customer who pays at Stripe but has no account here', async () => {
  const reports: unknown[] = []
  server = await startServer({ logError: (error) => reports.push(error) })
  payments = paymentsOf(server)
  await payments.addPayer()
  await server.services.db.delete(users)
  await compareAll(server.services)
  expect(reports).toMatchObject([
    { message: expect.stringContaining('belongs to no account that we know') },
  ])
})

test('a subscription unknown to Stripe gives no access until the person pays here', async () => {
  const ana = await server.addSubscriber({
    user: { stripeCustomerId: 'cus_of_another_account' },
    paymentProvider: 'stripe',
    stripeSubscriptionId: 'sub_of_another_account',
    stripeStatus: 'active',
  })
  expect(await compareAll(server.services)).toMatchObject({ compared: 1, different: 1 })
  expect(await payments.rowOf(ana)).toMatchObject({
    status: 'expired',
    endsAt: new Date('2026-01-15T00:00:00Z'),
  })
  expect(await payments.hasAccess(ana)).toBe(false)
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('only one of two processes runs the payment jobs that are due', async () => {
  await payments.addPayer()
  const asked = payments.fail({
    path: /^\/v1\/events$/,
    kind: { until: Promise.resolve() },
    when: 'before',
  })
  const other = openBillingWork(server.services)
  await Promise.all([server.billingWork.runDueJobs(), other.runDueJobs()])
  await server.billingWork.runDueJobs()
  expect(asked()).toBe(1)
})

test('setting the clock back does not stop the regular payment jobs', async () => {
  await server.services.db
    .insert(jobs)
    .values({ name: 'subscriptions.ended', ranAt: new Date('2027-01-01T00:00:00Z') })
  const ana = await server.addSubscriber({ endsAt: new Date('2026-01-14T00:00:00Z') })
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'expired' })
})

test('while Stripe does not respond, the regular payment jobs wait, and they run as soon as Stripe responds', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  const restoreStripe = payments.fail({ path: /./, kind: '500', when: 'before' })
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({ endsAt: new Date('2026-02-15T00:00:00Z') })
  restoreStripe()
  await server.advance('1 minute')
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({ endsAt: new Date('2026-03-15T00:00:00Z') })
})

test("the server's first query for events asks for the oldest events that Stripe keeps", async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await cancelAtStripe(ana)
  await server.advance('29 days')
  await fetchUndelivered(server.services, null)
  await handleEvents(server.services)
  expect(await statusesOf([ana])).toEqual(['expired'])
})

test("the server's next query for events finds an event that Stripe lists late", async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await cancelAtStripe(ana)
  await server.advance('30 minutes')
  await fetchUndelivered(server.services, server.services.now())
  await handleEvents(server.services)
  expect(await statusesOf([ana])).toEqual(['expired'])
})

describe('after an outage of Stripe', () => {
  test('the server fetches all events since its last successful query', async () => {
    const ana = await payments.addPayer()
    await server.billingWork.runDueJobs()
    server.sandbox.webhookFaults.drop = () => true
    await cancelAtStripe(ana)
    const restoreStripe = payments.fail({ path: /./, kind: '500', when: 'before' })
    for (let quarters = 0; quarters < 8; quarters++) {
      await server.advance('15 minutes')
      await server.billingWork.runDueJobs()
    }
    restoreStripe()
    await server.advance('15 minutes')
    await server.billingWork.runDueJobs()
    expect(await statusesOf([ana])).toEqual(['expired'])
  })

  test('a comparison that failed is repeated within a quarter of an hour, not a day later', async () => {
    const ana = await payments.addPayer()
    const { db } = server.services
    const restoreStripe = payments.fail({ path: /./, kind: '500', when: 'before' })
    await server.billingWork.runDueJobs()
    restoreStripe()
    await db.update(subscriptions).set({ stripeStatus: 'unpaid' })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await server.advance('15 minutes')
    await server.billingWork.runDueJobs()
    expect(warn.mock.calls).toEqual([['Of 1 subscriptions, 1 differed from the ones at Stripe']])
    warn.mockRestore()
    expect(await payments.rowOf(ana)).toMatchObject({ stripeStatus: 'active' })
  })
})

describe('where Stripe refuses to search for customers', () => {
  test.each([
    ['a person who never paid', () => server.addUser()],
    ['a subscriber', () => payments.addPayer()],
  ])('%s can subscribe, cancel and delete the account', async (_, add) => {
    const person = await add()
    payments.fail({ path: /\/customers\/search$/, kind: 'refused', when: 'before' })
    expect([200, 409]).toContain((await payments.pay(person)).status)
    expect(await payments.liveSubscriptionsOf(person)).toHaveLength(1)
    expect(await payments.cancel(person)).toMatchObject({ status: 200 })
    await endBilling(server.services, person.id, async () => {})
    expect(await payments.liveSubscriptionsOf(person)).toEqual([])
  })

  test('a person who never paid can delete the account', async () => {
    const ana = await server.addUser()
    payments.fail({ path: /\/customers\/search$/, kind: 'refused', when: 'before' })
    await expect(endBilling(server.services, ana.id, async () => {})).resolves.toBeUndefined()
  })
})

test('if the server dies while it ends a subscription, the draft of the renewal is not charged', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  payments.fail({ path: /\/(finalize|void)$/, kind: 'reset', when: 'before' })
  await expect(endBilling(server.services, ana.id, async () => {})).rejects.toThrow()
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  await server.advance('2 hours')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})
