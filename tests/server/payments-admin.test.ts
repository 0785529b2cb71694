import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createSubscriptionForUser } from '#contract/payments.ts'
import { listSubscriptions, updateSubscription } from '#contract/users.ts'
import { audit, users } from '#server/db/schema.ts'
import { confirmPayment } from '#server/payments/apply-subscription.ts'
import { endBilling, stopRenewal } from '#server/payments/cancel.ts'
import { expireGift } from '#server/payments/gifts.ts'
import { reactivate } from '#server/payments/reactivate.ts'
import { subscribe } from '#server/payments/subscribe.ts'
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

async function set({ id }: { id: string }, change: Change) {
  const answer = await server.call(await payments.signIn(admin), updateSubscription, {
    id,
    ...change,
  })
  await server.settle()
  return answer
}

const give = async ({ id }: { id: string }, ends_at?: string) =>
  server.call(await payments.signIn(admin), createSubscriptionForUser, {
    user_id: id,
    ...(ends_at && { ends_at }),
  })

test('administrators see what everybody has, also those who have nothing', async () => {
  const ana = await server.addUser({ email: 'ana@example.com' })
  const ben = await server.addSubscriber({ user: { email: 'ben@example.com' } })
  const { body } = await server.call(admin, listSubscriptions, {})
  expect(body).toMatchObject([
    { user_id: ana.id, email: 'ana@example.com', status: 'inactive', plan: 'Free' },
    { user_id: ben.id, email: 'ben@example.com', status: 'active', plan: 'premium' },
  ])
})

test('a subscription that is set to Inactive ends access and billing at once, whatever Stripe tells later', async () => {
  const ana = await payments.addPayer()
  expect((await set(ana, { status: 'inactive' })).body).toMatchObject({
    user_id: ana.id,
    status: 'inactive',
    plan: 'premium',
  })
  expect(await payments.liveOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
  await server.advance('2 months')
  await server.billingWork.runDueJobs()
  expect(await payments.rowOf(ana)).toMatchObject({
    status: 'inactive',
    override: 'inactive',
    stripeStatus: 'canceled',
  })
  expect(await payments.paymentsBy(ana)).toBe(1)
})

test('a plan that is set to Free does the same', async () => {
  const ana = await payments.addPayer()
  expect((await set(ana, { plan: 'Free' })).body).toMatchObject({
    status: 'inactive',
    plan: 'Free',
  })
  expect(await payments.liveOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('a subscription that is set to Active is a gift, for which nobody is charged', async () => {
  const ana = await server.addUser()
  expect((await set(ana, { status: 'active' })).body).toMatchObject({
    status: 'active',
    plan: 'premium',
    payment_provider: 'manual',
    ends_at: null,
  })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('3 months')
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.atStripe(ana)).toEqual([])
})

test.each([
  [{ status: 'inactive' }, 'Free'],
  [{ plan: 'Free' }, 'Free'],
  [{ plan: 'premium' }, 'premium'],
] as const)('%o gives no subscription to somebody who never had one', async (change, plan) => {
  const ana = await server.addUser()
  expect(await set(ana, change)).toMatchObject({
    status: 200,
    body: { status: 'inactive', plan, ends_at: null },
  })
  expect((await server.call(admin, listSubscriptions, {})).body).toMatchObject([
    { user_id: ana.id, status: 'inactive', plan },
  ])
  expect(await payments.subscriptionOf(ana)).toBeNull()

  // What they pay for later is as old as the payment.
  await server.advance('3 days')
  await payments.pay(ana)
  await server.settle()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    plan: 'premium',
    created_at: '2026-01-18T00:00:00.000Z',
  })
})

test('a payment that was begun after a subscription was set to Inactive is closed when that is done again', async () => {
  const ana = await payments.addPayer()
  await set(ana, { status: 'inactive' })
  await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(await payments.liveOf(ana)).toHaveLength(1)
  await set(ana, { status: 'inactive' })
  expect(await payments.liveOf(ana)).toEqual([])
})

test('what is paid stays as it is when it is set to Active', async () => {
  const ana = await payments.addPayer()
  expect((await set(ana, { status: 'active', plan: 'premium' })).body).toMatchObject({
    status: 'active',
    payment_provider: 'stripe',
  })
  expect(await payments.liveOf(ana)).toHaveLength(1)
})

test('who was set to Inactive and then to Active has access and pays nothing', async () => {
  const ana = await payments.addPayer()
  await set(ana, { status: 'inactive' })
  await set(ana, { status: 'active' })
  expect(await payments.hasAccess(ana)).toBe(true)
  await server.advance('3 months')
  await server.billingWork.runDueJobs()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.paymentsBy(ana)).toBe(1)
})

test('access that was given to a former payer can be cancelled by that person', async () => {
  const ana = await payments.addPayer()
  await set(ana, { status: 'inactive' })
  await set(ana, { status: 'active' })
  expect((await payments.cancel(ana)).status).toBe(200)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-14T00:00:00.000Z',
  })
})

test('a gift that is prolonged in the moment of its end goes on', async () => {
  const ana = await server.addUser()
  await give(ana, '2026-02-01T00:00:00Z')
  expect(await expireGift(server.services, ana.id)).toMatchObject({ status: 'active' })
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('a gift takes the place of what is owed', async () => {
  const ana = await payments.addDebtor()
  await server.advance('4 days')
  await server.billingWork.runDueJobs()
  await set(ana, { status: 'active' })
  expect(await payments.liveOf(ana)).toEqual([])
  await server.advance('1 month')
  expect(await payments.paymentsBy(ana)).toBe(1)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('a decision that is made twice is as one', async () => {
  const ana = await payments.addPayer()
  const first = await set(ana, { status: 'inactive' })
  await server.advance('1 day')
  expect((await set(ana, { status: 'inactive' })).body).toEqual(first.body)
  await set(ana, { plan: 'Free' })
  expect((await set(ana, { plan: 'Free' })).body).toMatchObject({
    status: 'inactive',
    plan: 'Free',
    ends_at: first.body.ends_at,
  })
})

test('a person may pay after any decision, and what they pay for counts', async () => {
  const ana = await payments.addPayer()
  for (const change of [{ status: 'inactive', plan: 'Free' }, { status: 'active' }] as const) {
    await set(ana, change)
    expect((await payments.pay(ana)).body.success).toBe(true)
    await server.settle()
    expect(await payments.rowOf(ana)).toMatchObject({
      status: 'active',
      plan: 'premium',
      paymentProvider: 'stripe',
      override: null,
    })
    expect(await payments.liveOf(ana)).toHaveLength(1)
    await set(ana, { status: 'inactive' })
  }
})

test('access is given until a day, and ends on it', async () => {
  const ana = await server.addUser()
  expect(await give(ana, '2026-02-01T00:00:00Z')).toMatchObject({
    status: 200,
    body: { success: true },
  })
  server.setNow('2026-01-31T23:59:59Z')
  expect(await payments.hasAccess(ana)).toBe(true)
  server.setNow('2026-02-01T00:00:00Z')
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.rowOf(ana)).toMatchObject({ status: 'expired' })
})

test('access without a day has no end', async () => {
  const ana = await server.addUser()
  await give(ana)
  await server.advance('20 months')
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('access cannot be given to those who pay, to administrators, to nobody, or in the past', async () => {
  const ana = await payments.addPayer()
  expect((await give(ana)).status).toBe(409)
  expect((await give(admin)).status).toBe(409)
  expect((await set(admin, { status: 'active' })).status).toBe(409)
  expect((await give({ id: 'nobody' })).status).toBe(404)
  expect((await set({ id: 'nobody' }, { status: 'active' })).status).toBe(404)
  expect((await give(await server.addUser(), '2026-01-14T00:00:00Z')).status).toBe(422)
  // The year 10000 in UTC.
  expect((await give(await server.addUser(), '9999-12-31T23:00:00-02:00')).status).toBe(422)
})

test.each([{ status: 'inactive' }, { plan: 'Free' }] as const)(
  'a decision of %o that is made again closes a payment that was begun in between',
  async (decision) => {
    const ana = await payments.addPayer()
    await set(ana, decision)
    const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
    expect(body.requires_action).toBe(true)
    await set(ana, decision)
    expect(await payments.liveOf(ana)).toEqual([])
    expect(await payments.answerBank(body, 'pass')).toBe(400)
    expect(await payments.paymentsBy(ana)).toBe(1)
  },
)

test('what an administrator has done can be read afterwards: who, to whom, from what to what', async () => {
  const ana = await server.addUser({ email: 'ana@example.com' })
  await give(ana)
  await set(ana, { status: 'inactive' })
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

test('when Stripe does not answer nothing is decided', async () => {
  const ana = await payments.addPayer()
  const heal = payments.fail({ method: 'DELETE', path: /./, kind: '500', when: 'before' })
  expect((await set(ana, { status: 'inactive' })).status).toBe(503)
  heal()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await server.services.db.select().from(audit)).toEqual([])
})

test('who is blocked keeps what they paid for, and is charged no more', async () => {
  const ana = await payments.addPayer()
  await stopRenewal(server.services, ana.id)
  await stopRenewal(server.services, ana.id)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-15T00:00:00.000Z',
  })
  await server.advance('2 months')
  expect(await payments.paymentsBy(ana)).toBe(1)
})

test.each([
  ['given access', (ana: Person) => give(ana)],
  ['set to Active', (ana: Person) => set(ana, { status: 'active' })],
  ['set to Inactive', (ana: Person) => set(ana, { status: 'inactive' })],
  ['set to Free', (ana: Person) => set(ana, { plan: 'Free' })],
  ['blocked', (ana: Person) => stopRenewal(server.services, ana.id)],
  ['about to cancel', (ana: Person) => payments.cancel(ana)],
])('who is %s while their bank asks about a payment cannot make it any more', async (_, decide) => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await decide(ana)
  expect(await payments.liveOf(ana)).toEqual([])
  expect(await payments.answerBank(body, 'pass')).toBe(400)
  expect(await payments.confirm(ana)).toMatchObject({
    status: 402,
    body: { detail: 'This payment was not confirmed in time, and nothing was charged.' },
  })
  expect(await payments.paymentsBy(ana)).toBe(0)
})

test('who is blocked while they wait for their turn to pay does not pay', async () => {
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
  expect(await payments.atStripe(ana)).toEqual([])
  expect(await payments.atStripe(ben)).toMatchObject([{ cancel_at_period_end: true }])
})

test('who is deleted pays for nothing any more, not even for what their bank still asks about', async () => {
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

test('nobody is deleted while Stripe does not answer', async () => {
  const ana = await payments.addPayer()
  payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  const deleting = endBilling(server.services, ana.id, async () => {
    throw new Error('The person was deleted')
  })
  await expect(deleting).rejects.toMatchObject({ status: 503 })
})
