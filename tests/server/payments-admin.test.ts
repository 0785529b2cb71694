import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createSubscriptionForUser } from '#contract/payments.ts'
import { listSubscriptions, updateSubscription } from '#contract/users.ts'
import { audit, users } from '#server/db/schema.ts'
import { endBilling, stopRenewal } from '#server/payments/ending/cancel.ts'
import { expireComplimentaryAccess } from '#server/payments/mirror/complimentary-access.ts'
import { confirmPayment } from '#server/payments/paying/apply-subscription.ts'
import { reactivate } from '#server/payments/paying/reactivate.ts'
import { subscribe } from '#server/payments/paying/subscribe.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>
let admin: Awaited<ReturnType<TestServer['addAdmin']>>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
  admin = await server.addAdmin({ email: 'haruka@example.com' })
})

type Person = Awaited<ReturnType<TestServer['addUser']>>

interface Change {
  status?: 'active' | 'inactive'
  plan?: 'premium' | 'Free'
}

async function changeSubscription({ id }: { id: string }, change: Change) {
  const answer = await server.call(await payments.signIn(admin), updateSubscription, {
    id,
    ...change,
  })
  await server.settle()
  return answer
}

const giveAccess = async ({ id }: { id: string }, ends_at?: string) =>
  server.call(await payments.signIn(admin), createSubscriptionForUser, {
    user_id: id,
    ...(ends_at && { ends_at }),
  })

test('administrators see the subscription of each person, and Inactive for people without one', async () => {
  const ana = await server.addUser({ email: 'ana@example.com' })
  const ben = await server.addSubscriber({ user: { email: 'ben@example.com' } })
  const { body } = await server.call(admin, listSubscriptions, {})
  expect(body).toMatchObject([
    { user_id: ana.id, email: 'ana@example.com', status: 'inactive', plan: 'Free' },
    { user_id: ben.id, email: 'ben@example.com', status: 'active', plan: 'premium' },
  ])
})

test('setting a subscription to Inactive ends access and billing immediately, whatever events arrive later', async () => {
  const ana = await payments.addPayer()
  expect((await changeSubscription(ana, { status: 'inactive' })).body).toMatchObject({
    user_id: ana.id,
    status: 'inactive',
    plan: 'premium',
  })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
  await server.advance('2 months')
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({
    status: 'inactive',
    override: 'inactive',
    stripeStatus: 'canceled',
  })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('setting the plan to Free also ends access and billing immediately', async () => {
  const ana = await payments.addPayer()
  expect((await changeSubscription(ana, { plan: 'Free' })).body).toMatchObject({
    status: 'inactive',
    plan: 'Free',
  })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('setting a subscription to Active gives free access, without a charge', async () => {
  const ana = await server.addUser()
  expect((await changeSubscription(ana, { status: 'active' })).body).toMatchObject({
    status: 'active',
    plan: 'premium',
    payment_provider: 'manual',
    ends_at: null,
  })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('3 months')
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.subscriptionsAtStripe(ana)).toEqual([])
})

test.each([
  [{ status: 'inactive' }, 'Free'],
  [{ plan: 'Free' }, 'Free'],
  [{ plan: 'premium' }, 'premium'],
] as const)(
  "an administrator's decision %o gives no subscription to a person who never had one",
  async (change, plan) => {
    const ana = await server.addUser()
    expect(await changeSubscription(ana, change)).toMatchObject({
      status: 200,
      body: { status: 'inactive', plan, ends_at: null },
    })
    expect((await server.call(admin, listSubscriptions, {})).body).toMatchObject([
      { user_id: ana.id, status: 'inactive', plan },
    ])
    expect(await payments.subscriptionOf(ana)).toBeNull()

    // If the person pays later, the subscription starts at the payment, not at the decision.
    await server.advance('3 days')
    await payments.pay(ana)
    await server.settle()
    expect(await payments.subscriptionOf(ana)).toMatchObject({
      status: 'active',
      plan: 'premium',
      created_at: '2026-01-18T00:00:00.000Z',
    })
  },
)

test('if a person starts a payment while Inactive, an administrator cancels it by setting Inactive once more', async () => {
  const ana = await payments.addPayer()
  await changeSubscription(ana, { status: 'inactive' })
  await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  await changeSubscription(ana, { status: 'inactive' })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
})

test('setting a paid subscription to Active changes nothing', async () => {
  const ana = await payments.addPayer()
  expect((await changeSubscription(ana, { status: 'active', plan: 'premium' })).body).toMatchObject(
    {
      status: 'active',
      payment_provider: 'stripe',
    },
  )
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('a person set to Inactive and then to Active has access and pays nothing', async () => {
  const ana = await payments.addPayer()
  await changeSubscription(ana, { status: 'inactive' })
  await changeSubscription(ana, { status: 'active' })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('3 months')
  await server.billingWork.runDueJobs()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a former payer can cancel complimentary access', async () => {
  const ana = await payments.addPayer()
  await changeSubscription(ana, { status: 'inactive' })
  await changeSubscription(ana, { status: 'active' })
  expect((await payments.cancel(ana)).status).toBe(200)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-14T00:00:00.000Z',
  })
})

test('complimentary access continues if an administrator extends it just before the server expires it', async () => {
  const ana = await server.addUser()
  await giveAccess(ana, '2026-02-01T00:00:00Z')
  expect(await expireComplimentaryAccess(server.services, ana.id)).toMatchObject({
    status: 'active',
  })
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('complimentary access replaces an unpaid renewal', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('4 days')
  await server.billingWork.runDueJobs()
  await changeSubscription(ana, { status: 'active' })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  await server.advance('1 month')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test("repeating an administrator's decision changes nothing", async () => {
  const ana = await payments.addPayer()
  const first = await changeSubscription(ana, { status: 'inactive' })
  await server.advance('1 day')
  expect((await changeSubscription(ana, { status: 'inactive' })).body).toEqual(first.body)
  await changeSubscription(ana, { plan: 'Free' })
  expect((await changeSubscription(ana, { plan: 'Free' })).body).toMatchObject({
    status: 'inactive',
    plan: 'Free',
    ends_at: first.body.ends_at,
  })
})

test('after an administrator sets a subscription to Inactive or Active, the person can pay and gets access', async () => {
  const ana = await payments.addPayer()
  for (const change of [{ status: 'inactive', plan: 'Free' }, { status: 'active' }] as const) {
    await changeSubscription(ana, change)
    expect((await payments.pay(ana)).body.success).toBe(true)
    await server.settle()
    expect(await payments.rowOf(ana)).toMatchObject({
      status: 'active',
      plan: 'premium',
      paymentProvider: 'stripe',
      override: null,
    })
    expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
    await changeSubscription(ana, { status: 'inactive' })
  }
})

test('complimentary access with an end date ends on that date', async () => {
  const ana = await server.addUser()
  expect(await giveAccess(ana, '2026-02-01T00:00:00Z')).toMatchObject({
    status: 200,
    body: { success: true },
  })
  server.setNow('2026-01-31T23:59:59Z')
  expect(await payments.hasAccess(ana)).toBe(true)
  server.setNow('2026-02-01T00:00:00Z')
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'expired' })
})

test('complimentary access without an end date does not end', async () => {
  const ana = await server.addUser()
  await giveAccess(ana)
  await server.advance('20 months')
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('complimentary access cannot be given to a payer, an administrator or an unknown person, nor with an end date in the past', async () => {
  const ana = await payments.addPayer()
  expect((await giveAccess(ana)).status).toBe(409)
  expect((await giveAccess(admin)).status).toBe(409)
  expect((await changeSubscription(admin, { status: 'active' })).status).toBe(409)
  expect((await giveAccess({ id: 'nobody' })).status).toBe(404)
  expect((await changeSubscription({ id: 'nobody' }, { status: 'active' })).status).toBe(404)
  expect((await giveAccess(await server.addUser(), '2026-01-14T00:00:00Z')).status).toBe(422)
  // In UTC, this time falls in the year 10000, which is out of range.
  expect((await giveAccess(await server.addUser(), '9999-12-31T23:00:00-02:00')).status).toBe(422)
})

test.each([{ status: 'inactive' }, { plan: 'Free' }] as const)(
  "if a person starts a payment after an administrator's decision %o, repeating the decision cancels the payment",
  async (decision) => {
    const ana = await payments.addPayer()
    await changeSubscription(ana, decision)
    const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
    expect(body.requires_action).toBe(true)
    await changeSubscription(ana, decision)
    expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
    expect(await payments.authenticate(body, 'pass')).toBe(400)
    expect(await payments.countPaymentsOf(ana)).toBe(1)
  },
)

test('the audit log shows who changed whose subscription, from what to what', async () => {
  const ana = await server.addUser({ email: 'ana@example.com' })
  await giveAccess(ana)
  await changeSubscription(ana, { status: 'inactive' })
  expect(await server.services.db.select().from(audit).orderBy(audit.id)).toMatchObject([
    {
      actorEmail: 'haruka@example.com',
      ip: '192.0.2.1',
      action: 'subscription.give',
      targetId: ana.id,
      target: 'ana@example.com',
      before: null,
      after: { status: 'active', payment_provider: 'manual' },
    },
    {
      action: 'subscription.update',
      before: { status: 'active' },
      after: { status: 'inactive', override: 'inactive' },
    },
  ])
})

test("while Stripe does not respond, no administrator's decision about a subscription takes effect", async () => {
  const ana = await payments.addPayer()
  const restoreStripe = payments.fail({ method: 'DELETE', path: /./, kind: '500', when: 'before' })
  expect((await changeSubscription(ana, { status: 'inactive' })).status).toBe(503)
  restoreStripe()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await server.services.db.select().from(audit)).toEqual([])
})

test('a blocked person keeps the paid time, and is not charged again', async () => {
  const ana = await payments.addPayer()
  await stopRenewal(server.services, ana.id)
  await stopRenewal(server.services, ana.id)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-15T00:00:00.000Z',
  })
  await server.advance('2 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test.each([
  ['given access', (ana: Person) => giveAccess(ana)],
  ['set to Active', (ana: Person) => changeSubscription(ana, { status: 'active' })],
  ['set to Inactive', (ana: Person) => changeSubscription(ana, { status: 'inactive' })],
  ['set to Free', (ana: Person) => changeSubscription(ana, { plan: 'Free' })],
  ['blocked', (ana: Person) => stopRenewal(server.services, ana.id)],
  ['who cancels', (ana: Person) => payments.cancel(ana)],
])(
  'a person %s while a payment waits for confirmation cannot complete the payment',
  async (_, decide) => {
    const ana = await server.addUser()
    const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
    await decide(ana)
    expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
    expect(await payments.authenticate(body, 'pass')).toBe(400)
    expect(await payments.confirm(ana)).toMatchObject({
      status: 402,
      body: { detail: 'This payment was not confirmed in time, and nothing was charged.' },
    })
    expect(await payments.countPaymentsOf(ana)).toBe(0)
  },
)

test('if a person is blocked while their request waits for the payment lock, the request is refused', async () => {
  const ana = await server.addUser()
  const ben = await payments.addPayer()
  await payments.cancel(ben)
  const { services } = server
  await services.db.update(users).set({ isBlocked: true })
  const token = 'pm_card_visa'
  for (const { id: userId } of [ana, ben]) {
    const waiting = [
      subscribe(services, { userId, token, ip: 'local' }),
      confirmPayment(services, { userId, ip: 'local' }),
      reactivate(services, userId),
    ]
    for (const one of waiting) await expect(one).rejects.toMatchObject({ status: 403 })
  }
  expect(await payments.subscriptionsAtStripe(ana)).toEqual([])
  expect(await payments.subscriptionsAtStripe(ben)).toMatchObject([{ cancel_at_period_end: true }])
})

test('a deleted person is never charged again, not even for a payment waiting for the bank', async () => {
  const ana = await payments.addPayer()
  const ben = await server.addUser()
  await payments.pay(ben, 'pm_card_authenticationRequired')
  const { stripe } = server.services.payments
  for (const person of [ana, ben]) {
    const { data } = await stripe.subscriptions.list({
      customer: await payments.customerOf(person),
    })
    expect(data).toHaveLength(1)
    await endBilling(server.services, person.id, async (tx) => {
      expect(await stripe.subscriptions.retrieve(data[0]?.id ?? '')).toMatchObject({
        status: expect.stringMatching(/^(canceled|incomplete_expired)$/),
      })
      await tx.delete(users).where(eq(users.id, person.id))
    })
  }
  await server.settle()
  await server.billingWork.runDueJobs()
})

test('while Stripe does not respond, no account can be deleted', async () => {
  const ana = await payments.addPayer()
  payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  const deleting = endBilling(server.services, ana.id, async () => {
    throw new Error('The person was deleted')
  })
  await expect(deleting).rejects.toMatchObject({ status: 503 })
})
