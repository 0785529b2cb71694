import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { paidInvoices, subscriptionChanges, users } from '#server/db/schema.ts'
import { endBilling } from '#server/payments/ending/cancel.ts'
import { compareAll } from '#server/payments/recurring/reconcile.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const paid = () => server.services.db.select().from(paidInvoices).orderBy(paidInvoices.paidAt)
const days = async () => (await paid()).map(({ paidAt }) => paidAt.toISOString().slice(0, 10))

test('the server records each payment once, with its date, in cents', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await paid()).toMatchObject([
    { userId: ana.id, amountCents: 2000, paidAt: new Date('2026-01-15T00:00:00Z') },
    { userId: ana.id, amountCents: 2000, paidAt: new Date('2026-02-15T01:00:00Z') },
  ])
  expect((await paid()).map(({ id }) => id).sort()).toEqual(
    (await payments.invoicesOf(ana)).map(({ id }) => id).sort(),
  )
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 0 })
})

test('the server does not record refused and unconfirmed payments', async () => {
  await payments.pay(await server.addUser(), 'pm_card_chargeDeclined')
  await payments.pay(await server.addUser(), 'pm_card_authenticationRequired')
  await server.settle()
  expect(await paid()).toEqual([])
})

test('a single event is enough for the server to record the payments of all months whose events were lost', async () => {
  await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('3 months')
  server.sandbox.webhookFaults.drop = null
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await days()).toEqual([
    '2026-01-15',
    '2026-02-15',
    '2026-03-15',
    '2026-04-15',
    '2026-05-15',
  ])
})

test('if no event arrives, the server fetches payments from Stripe', async () => {
  server.sandbox.webhookFaults.drop = () => true
  await payments.addPayer()
  expect(await days()).toEqual([])
  await server.billingWork.runDueJobs()
  expect(await days()).toEqual(['2026-01-15'])
})

test('the first comparison with Stripe finds all past payments, and the next comparison finds the payments since then', async () => {
  server.sandbox.webhookFaults.drop = () => true
  const ana = await payments.addPayer()
  await server.advance('5 months')
  await server.advance('2 hours')
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 6 })
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 1 })
  expect(await paid()).toHaveLength(await payments.countPaymentsOf(ana))
})

test('the next comparison with Stripe records the payments that a failed comparison missed', async () => {
  server.sandbox.webhookFaults.drop = () => true
  await payments.addPayer()
  await server.advance('6 months')
  const restoreStripe = payments.fail({ path: /^\/v1\/invoices$/, kind: '500', when: 'before' })
  await expect(compareAll(server.services)).rejects.toThrow()
  restoreStripe()
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 6 })
})

test("Stripe's events are kept until their payment is recorded", async () => {
  const restoreStripe = payments.fail({ path: /^\/v1\/invoices$/, kind: '500', when: 'before' })
  await payments.addPayer()
  expect(await days()).toEqual([])
  restoreStripe()
  await server.billingWork.runDueJobs()
  expect(await days()).toEqual(['2026-01-15'])
})

test('the payments of a deleted person stay, and the comparison with Stripe finds payments that no event reported', async () => {
  const ana = await payments.addPayer()
  server.sandbox.webhookFaults.drop = () => true
  const ben = await payments.addPayer()
  for (const { id } of [ana, ben]) {
    await endBilling(server.services, id, async (tx) => {
      await tx.delete(users).where(eq(users.id, id))
    })
  }
  expect(await paid()).toMatchObject([{ userId: null, amountCents: 2000 }])
  await compareAll(server.services)
  expect(await paid()).toMatchObject([{ userId: null }, { userId: null, amountCents: 2000 }])
  expect(await server.services.db.select().from(subscriptionChanges)).toHaveLength(4)
})

test('payments to the same Stripe account for other products are ignored', async () => {
  const reports: unknown[] = []
  server = await startServer({ logError: (error) => reports.push(error) })
  const { stripe, settings } = server.services.payments
  const { id: customer } = await stripe.customers.create({ email: 'somebody@example.com' })
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.create({
    customer,
    items: [{ price: settings.priceId }],
    default_payment_method: card,
  })
  await server.settle()
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 0 })
  expect(await paid()).toEqual([])
})

test('each payment is recorded with its own amount, under the person who made it', async () => {
  server.sandbox.webhookFaults.drop = () => true
  const people = [await payments.addPayer(), await payments.addPayer()]
  const ben = await server.addUser()
  const { stripe, settings } = server.services.payments
  const { product } = await stripe.prices.retrieve(settings.priceId)
  // Ben subscribed at an earlier price of the plan.
  const { id: price } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1550,
    recurring: { interval: 'month' },
    product: String(product),
  })
  const { id: customer } = await stripe.customers.create({ metadata: { user_id: ben.id } })
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: card,
    metadata: { user_id: ben.id },
  })
  await compareAll(server.services)
  const noted = (await paid()).map(({ userId, amountCents }) => `${userId} ${amountCents}`)
  expect(noted.sort()).toEqual([...people.map(({ id }) => `${id} 2000`), `${ben.id} 1550`].sort())
})

test('the next comparison with Stripe records an invoice that is paid long after it was created', async () => {
  const ana = await payments.addPastDuePayer()
  server.sandbox.webhookFaults.drop = () => true
  await compareAll(server.services)
  await server.advance('5 days')
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await compareAll(server.services)).toMatchObject({ unknownPayments: 1 })
  expect(await days()).toEqual(['2026-01-15', '2026-02-20'])
})
