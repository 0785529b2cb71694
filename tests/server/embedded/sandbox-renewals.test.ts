import { expect, test } from 'vitest'
import { stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type World = Awaited<ReturnType<typeof testSandbox>>

/** Adds a subscription whose next renewal will be declined. */
async function failingSubscriber(world: World) {
  const { stripe, subscriber } = world
  const { customer, subscription } = await subscriber()
  const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
  return { customer, id: subscription.id, end: subscription.items.data[0]?.current_period_end ?? 0 }
}

test('in the payment sandbox, a cancelled subscription ends at the end of its paid month, without another charge', async () => {
  const world = await testSandbox()
  const { stripe, subscriber } = world
  const { subscription } = await subscriber()
  const cancelled = await stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
  })
  const end = subscription.items.data[0]?.current_period_end
  expect(cancelled).toMatchObject({ status: 'active', cancel_at: end })
  await world.advanceClock(32 * DAY_MS)
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: end,
  })
  expect((await stripe.invoices.list()).data).toHaveLength(1)
  const late = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(await stripeErrorOf(late)).toMatchObject({
    status: 400,
    code: 'invalid_canceled_subscription_fields',
  })
  expect(await stripeErrorOf(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
    status: 404,
  })
})

test('the payment sandbox invoices a renewal when its month begins, and charges it an hour later', async () => {
  const world = await testSandbox()
  const { sandbox, subscriber } = world
  const { subscription } = await subscriber()
  const end = subscription.items.data[0]?.current_period_end ?? 0
  await sandbox.advance(new Date(end * 1000 + HOUR_MS - 1000))
  const draft = await world.latestInvoice(subscription.id)
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' })
  await world.advanceClock(1000)
  expect(await world.latestInvoice(subscription.id)).toMatchObject({
    id: draft.id,
    status: 'paid',
  })
})

test('in the payment sandbox, the draft invoice of a renewal can be stopped and voided before it is charged', async () => {
  const world = await testSandbox()
  const { sandbox, stripe, subscriber } = world
  const { subscription } = await subscriber()
  const end = subscription.items.data[0]?.current_period_end ?? 0
  await sandbox.advance(new Date(end * 1000))
  const { id } = await world.latestInvoice(subscription.id)
  await stripe.invoices.update(id, { auto_advance: false })
  await world.advanceClock(DAY_MS)
  expect((await stripe.invoices.retrieve(id)).status).toBe('draft')
  await stripe.invoices.finalizeInvoice(id, { auto_advance: false })
  expect(await stripeErrorOf(stripe.invoices.finalizeInvoice(id))).toMatchObject({ status: 400 })
  await stripe.invoices.voidInvoice(id)
  expect(await stripeErrorOf(stripe.invoices.voidInvoice(id))).toMatchObject({
    code: 'invoice_not_open',
  })
  await world.advanceClock(20 * DAY_MS)
  expect((await stripe.invoices.list({ status: 'paid' })).data).toHaveLength(1)
})

test('in the payment sandbox, if a subscription is cancelled immediately, its open renewal stays unpaid', async () => {
  const world = await testSandbox()
  const { stripe } = world
  const { id } = await failingSubscriber(world)
  await world.advanceClock(32 * DAY_MS)
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
  expect(await world.latestInvoice(id)).toMatchObject({ status: 'open', auto_advance: false })
  await world.advanceClock(40 * DAY_MS)
  expect(await world.latestInvoice(id)).toMatchObject({ status: 'open', attempt_count: 1 })
})

test('in the payment sandbox, a failed renewal can be paid with another card, which also pays the next renewal', async () => {
  const world = await testSandbox()
  const { stripe } = world
  const { id, customer } = await failingSubscriber(world)
  await world.advanceClock(32 * DAY_MS)
  const invoice = await world.latestInvoice(id)
  expect(await stripeErrorOf(stripe.invoices.pay(invoice.id))).toMatchObject({
    code: 'card_declined',
  })
  // A manual attempt does not count as one of the automatic retries.
  expect(await world.latestInvoice(id)).toMatchObject({
    attempt_count: 1,
    next_payment_attempt: invoice.next_payment_attempt,
  })
  const { id: card } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: card })
  const paid = await stripe.invoices.pay(invoice.id, { payment_method: card, off_session: false })
  expect(paid).toMatchObject({ status: 'paid', amount_paid: 2000, amount_remaining: 0 })
  expect(await stripeErrorOf(stripe.invoices.pay(invoice.id))).toMatchObject({
    code: 'invoice_already_paid',
  })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await world.advanceClock(31 * DAY_MS)
  expect((await stripe.invoices.list({ status: 'paid' })).data).toHaveLength(3)
})

test('the payment sandbox lists invoices by creation time', async () => {
  const { stripe, subscriber, advanceClock } = await testSandbox()
  await subscriber()
  await advanceClock(62 * DAY_MS)
  const all = await stripe.invoices.list()
  expect(all.data).toHaveLength(3)
  const since = await stripe.invoices.list({ created: { gte: all.data[1]?.created ?? 0 } })
  expect(since.data).toEqual(all.data.slice(0, 2))
})

test('in the payment sandbox, no renewal succeeds automatically with a card that always needs confirmation', async () => {
  const world = await testSandbox()
  const { subscription } = await world.subscriber('pm_card_authenticationRequired')
  const { id, client_secret } = await world.latestIntent(subscription.id)
  const yes = { client_secret: String(client_secret), outcome: 'pass' }
  expect((await world.sendFromPage('POST', `/3ds/${id}`, yes)).body.status).toBe('succeeded')
  expect((await world.sendFromPage('POST', `/3ds/${id}`, yes)).status).toBe(400)
  await world.advanceClock(32 * DAY_MS)
  expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  expect((await world.latestIntent(subscription.id)).status).toBe('requires_action')
})

test('in the payment sandbox, a card that was confirmed in advance needs no confirmation at the next renewal', async () => {
  const world = await testSandbox()
  const { stripe, subscriber, sendFromPage } = world
  const { subscription, customer } = await subscriber()
  const method = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
    customer,
  })
  const intent = await stripe.setupIntents.create({
    customer,
    payment_method: method.id,
    confirm: true,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  expect(intent.status).toBe('requires_action')
  const answer = { client_secret: String(intent.client_secret), outcome: 'pass' }
  expect((await sendFromPage('POST', `/3ds/${intent.id}`, answer)).body.status).toBe('succeeded')
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
  await world.advanceClock(32 * DAY_MS)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('the payment sandbox does not charge a deleted customer again', async () => {
  const world = await testSandbox()
  const { stripe, subscriber } = world
  const { subscription, customer } = await subscriber()
  await stripe.customers.del(customer)
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ id: customer, deleted: true })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
  expect(await stripeErrorOf(stripe.customers.update(customer, { name: 'x' }))).toMatchObject({
    status: 404,
  })
  await world.advanceClock(60 * DAY_MS)
  expect((await stripe.invoices.list()).data).toHaveLength(1)
})
