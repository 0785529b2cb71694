import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { blockUser, deleteUser } from '#contract/users.ts'
import { users } from '#server/db/schema.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>
let admin: Awaited<ReturnType<TestServer['addAdmin']>>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
  admin = await server.addAdmin()
})

const block = async ({ id }: { id: string }) =>
  server.call(await payments.signIn(admin), blockUser, { id, block: true })

/** Makes Stripe fail until the returned function is called. */
const failStripe = () =>
  payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })

const renewingSubscriptions = async (person: { id: string; token: string }) =>
  (await payments.liveSubscriptionsOf(person)).filter(
    ({ cancel_at_period_end }) => !cancel_at_period_end,
  )

test('a blocked person is not charged again', async () => {
  const ana = await payments.addPayer()
  expect((await block(ana)).body).toMatchObject({ is_renewal_unstopped: false })
  await server.advance('2 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('if a person is blocked while Stripe is down, they lose access immediately, and are not charged after Stripe is back', async () => {
  const ana = await payments.addPayer()
  const restoreStripe = failStripe()
  expect(await block(ana)).toMatchObject({
    status: 200,
    body: { is_blocked: true, is_renewal_unstopped: true },
  })
  expect(await payments.hasAccess(ana)).toBe(false)
  await server.billingWork.runDueJobs()
  expect(restoreStripe()).toBeGreaterThan(0)
  expect(await renewingSubscriptions(ana)).toHaveLength(1)

  await server.advance('20 minutes')
  await server.billingWork.runDueJobs()
  await server.settle()
  expect(await renewingSubscriptions(ana)).toEqual([])
  await server.advance('2 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('after a block, neither an unpaid renewal nor a payment waiting for the bank is charged', async () => {
  const ana = await payments.addPastDuePayer()
  const ben = await server.addUser()
  const { body } = await payments.pay(ben, 'pm_card_authenticationRequired')
  await server.services.db.update(users).set({ isBlocked: true })
  await server.billingWork.runDueJobs()
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.liveSubscriptionsOf(ben)).toEqual([])
  expect(await payments.authenticate(body, 'pass')).toBe(400)
})

test('a cancelled draft renewal is never charged to a blocked person', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  const { stripe } = server.services.payments
  const [{ id } = { id: '' }] = await payments.subscriptionsAtStripe(ana)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await server.settle()
  await server.services.db.update(users).set({ isBlocked: true }).where(eq(users.id, ana.id))
  await server.billingWork.runDueJobs()
  await server.advance('2 hours')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test("the server's regular payment jobs do not cancel the renewal of a person who is not blocked", async () => {
  const ana = await payments.addPayer()
  await server.billingWork.runDueJobs()
  expect(await renewingSubscriptions(ana)).toHaveLength(1)
})

test('a paying person is deleted only after the subscription has ended, and not while Stripe is down', async () => {
  const ana = await payments.addPayer()
  const id = { id: ana.id }
  const restoreStripe = failStripe()
  expect(await server.call(admin, deleteUser, id)).toMatchObject({ status: 503 })
  expect(await payments.hasAccess(ana)).toBe(true)
  restoreStripe()
  const { stripeCustomerId: customer } = (await server.services.db.select().from(users)).find(
    (user) => user.id === ana.id,
  ) ?? { stripeCustomerId: null }
  expect((await server.call(admin, deleteUser, id)).status).toBe(200)
  const { stripe } = server.services.payments
  const { data } = await stripe.subscriptions.list({ customer: customer ?? '', status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
})
