import { beforeEach, expect, test } from 'vitest'
import { createKeyedMutex } from '#server/concurrency/concurrency.ts'
import { paymentAttempts, paymentLocks } from '#server/db/schema.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const CREATING = { method: 'POST', path: /^\/v1\/subscriptions$/ }
const NOT_CHARGED_TWICE = {
  status: 503,
  body: {
    detail:
      'The payment provider is not answering. Please try again: you will not be charged twice.',
  },
}

async function expectPaidOnce(person: { id: string; token: string }) {
  await server.settle()
  expect(await payments.subscriptionsAtStripe(person)).toHaveLength(1)
  expect(await payments.countPaymentsOf(person)).toBe(1)
  expect(await payments.hasAccess(person)).toBe(true)
}

test('if a response of Stripe is lost, the server retries the request, and the person gets one subscription', async () => {
  const ana = await server.addUser()
  server.sandbox.faults.push({ ...CREATING, kind: 'reset', when: 'after', times: 1 })
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test('while Stripe is unreachable, no payment reports success, and all attempts together charge the person once', async () => {
  const ana = await server.addUser()
  server.sandbox.webhookFaults.drop = () => true
  for (const fault of [
    { kind: '500', when: 'before' },
    { kind: 'reset', when: 'after' },
  ] as const) {
    const restoreStripe = payments.fail({ ...CREATING, ...fault })
    expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
    restoreStripe()
  }
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test('when Stripe is overloaded, nobody is charged, and the request is retried', async () => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({ ...CREATING, kind: '429', when: 'before' })
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test("paying again reports success if Stripe's event about the first payment has arrived meanwhile", async () => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({ ...CREATING, kind: 'reset', when: 'after' })
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.pay(ana)).toMatchObject({ status: 200, body: { success: true } })
  await expectPaidOnce(ana)
})

test('if a response of Stripe was lost and the first card has paid, another card is not charged', async () => {
  const ana = await server.addUser()
  server.sandbox.webhookFaults.drop = () => true
  const restoreStripe = payments.fail({ ...CREATING, kind: 'reset', when: 'after' })
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  expect(await payments.pay(ana, 'pm_card_mastercard')).toMatchObject({
    status: 409,
    body: { detail: 'You already have an active subscription' },
  })
  await expectPaidOnce(ana)
})

test("if Stripe's response about a card that was not charged is lost, another card can pay", async () => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({ ...CREATING, kind: 'reset', when: 'after' })
  expect(await payments.pay(ana, 'pm_card_authenticationRequired')).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  expect((await payments.pay(ana, 'pm_card_mastercard')).body.success).toBe(true)
  await server.settle()
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test.each([
  ['creating the customer', /^\/v1\/customers$/],
  ['attaching the card', /\/attach$/],
  ['choosing the card', /^\/v1\/customers\/\w+$/],
])('a payment interrupted at %s is completed when the person pays again', async (_, path) => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({ method: 'POST', path, kind: 'reset', when: 'after' })
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test('a renewal is not paid twice if a response of Stripe is lost', async () => {
  const ana = await payments.addPayer()
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await server.advance('1 month')
  await server.advance('2 hours')
  const restoreStripe = payments.fail({
    method: 'POST',
    path: /\/pay$/,
    kind: 'reset',
    when: 'after',
  })
  expect(await payments.renew(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('a day after Stripe failed during a payment, paying again with the same card starts a new attempt, because the idempotency key of the first attempt has expired', async () => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({ ...CREATING, kind: '500', when: 'before' })
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  await server.advance('25 hours')
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test("a response that a proxy sends in place of Stripe's does not count as success", async () => {
  const ana = await payments.addPayer()
  payments.fail({ method: 'POST', path: /^\/v1\/subscriptions\//, kind: 'odd', when: 'before' })
  expect((await payments.cancel(ana)).status).toBe(503)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
})

test('when the customer was deleted at Stripe, paying creates a new customer', async () => {
  const ana = await payments.addPayer()
  const [{ customer } = { customer: '' }] = await payments.subscriptionsAtStripe(ana)
  await server.services.payments.stripe.customers.del(String(customer))
  await server.settle()
  expect(await payments.hasAccess(ana)).toBe(false)
  expect((await payments.renew(ana)).body.success).toBe(true)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('if a response of Stripe is lost while the server cancels a declined payment, the next attempt to pay completes this cancellation', async () => {
  const ana = await server.addUser()
  const restoreStripe = payments.fail({
    method: 'POST',
    path: /\/void$/,
    kind: 'reset',
    when: 'after',
  })
  expect(await payments.pay(ana, 'pm_card_chargeCustomerFail')).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(body.requires_action).toBe(true)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('a payment that one process has started is not started again by a second process', async () => {
  const ana = await server.addUser()
  const { untilHeld, release } = payments.holdNext(CREATING)
  const held = payments.pay(ana)
  await untilHeld()
  // Deleting the lock makes the second process treat the first as dead.
  await server.services.db.delete(paymentLocks)
  server.services.payments.runExclusive = createKeyedMutex()
  expect(await payments.pay(ana)).toMatchObject(NOT_CHARGED_TWICE)
  release()
  expect((await held).body.success).toBe(true)
  expect((await payments.pay(ana)).body.success).toBe(true)
  await expectPaidOnce(ana)
})

test('if paying again starts a new payment, the response contains the result of the new payment', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('30 days')
  await server.advance('20 hours')
  const restoreStripe = payments.fail({
    method: 'POST',
    path: /^\/v1\/subscriptions\//,
    kind: '500',
    when: 'before',
  })
  const card = 'pm_card_chargeCustomerFail'
  expect(await payments.pay(ana, card)).toMatchObject(NOT_CHARGED_TWICE)
  restoreStripe()
  await server.advance('6 hours')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
  expect((await payments.pay(ana, card)).status).toBe(402)
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('half a day after an unconfirmed payment, paying again with the same card starts a new attempt, because the idempotency key of the first attempt may expire soon', async () => {
  const ana = await server.addUser()
  const card = 'pm_card_authenticationRequired'
  expect((await payments.pay(ana, card)).body.requires_action).toBe(true)
  await server.advance('13 hours')
  expect((await payments.pay(ana, card)).body.requires_action).toBe(true)
  const attempts = await server.services.db.select().from(paymentAttempts)
  expect(attempts.map(({ state }) => state).sort()).toEqual(['failed', 'requires_action'])
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('for half a day after a payment, paying again with the same card reports success without a second charge; later, the server says that the subscription is already active', async () => {
  const ana = await payments.addPayer()
  await server.advance('11 hours')
  expect(await payments.pay(ana)).toMatchObject({ status: 200, body: { success: true } })
  await server.advance('2 hours')
  expect(await payments.pay(ana)).toMatchObject({
    status: 409,
    body: { detail: 'You already have an active subscription' },
  })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test("one person's successful payment is not reported to another person who uses the same test card", async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  await payments.pay(ana)
  await payments.pay(ben, 'pm_card_mastercard')
  expect((await payments.pay(ben)).status).toBe(409)
  expect(await payments.countPaymentsOf(ben)).toBe(1)
})

test('if another card pays the invoice while the server cancels a declined payment, the response reports success', async () => {
  const ana = await server.addUser()
  const { untilHeld, release } = payments.holdNext({ method: 'POST', path: /\/void$/ })
  const paying = payments.pay(ana, 'pm_card_chargeCustomerFail')
  await untilHeld()
  const [invoice] = await payments.invoicesOf(ana)
  const customer = (await payments.customerOf(ana)) ?? ''
  const { stripe } = server.services.payments
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.invoices.pay(invoice?.id ?? '', { payment_method: card })
  release()
  expect(await paying).toMatchObject({ status: 200, body: { success: true } })
  await expectPaidOnce(ana)
})
