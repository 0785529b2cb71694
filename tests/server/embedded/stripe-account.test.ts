import { beforeEach, expect, test } from 'vitest'
import { updateSubscription } from '#contract/users.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServerWithStripeAccount } from '#tests/support/stripe-account.ts'

/**
 * These tests pass both against a Stripe test account and in the sandbox. They cover neither broken
 * connections, nor confirmations at the bank, nor Stripe's events.
 */
let server: Awaited<ReturnType<typeof startServerWithStripeAccount>>
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServerWithStripeAccount()
  payments = paymentsOf(server)
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ACTIVATED = { success: true, message: 'Subscription activated successfully!' }

type Person = Awaited<ReturnType<typeof server.addUser>>

async function addPayer() {
  const person = await server.addUser()
  expect((await payments.pay(person)).body).toEqual(ACTIVATED)
  return person
}

/**
 * Advances the time to `hours` hours after the end of the paid month. Stripe charges the renewal in
 * the second hour.
 */
async function advancePastPeriodEnd(person: Person, hours: number) {
  const { ends_at } = (await payments.subscriptionOf(person)) ?? {}
  await server.advanceTo(new Date(Date.parse(String(ends_at)) + hours * HOUR_MS))
}

test('the price at Stripe equals the price that people see', async () => {
  await server.services.payments.checkPrice()
})

test('paying ten times at once gives one subscription and one charge, and opens the listings', async () => {
  const ana = await server.addUser()
  await Promise.all(Array.from({ length: 10 }, () => payments.pay(ana)))
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect(await payments.hasAccess(ana)).toBe(true)
})

test.each(['pm_card_visa_chargeDeclined', 'pm_card_chargeCustomerFail'])(
  'the card %s is refused and leaves no subscription that could be charged, and a good card then pays once',
  async (card) => {
    const ana = await server.addUser()
    expect((await payments.pay(ana, card)).status).toBe(402)
    expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
    expect(await payments.hasAccess(ana)).toBe(false)
    expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
    expect(await payments.countPaymentsOf(ana)).toBe(1)
  },
)

test('an unconfirmed payment gives no access, and another card can replace it', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  expect(body).toMatchObject({ requires_action: true, action_type: 'payment' })
  expect(await payments.hasAccess(ana)).toBe(false)
  expect((await payments.pay(ana)).body).toEqual(ACTIVATED)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('reactivating, or paying with another card, resumes a cancelled subscription without a charge', async () => {
  const ana = await addPayer()
  expect((await payments.cancel(ana)).status).toBe(200)
  expect((await payments.reactivate(ana)).status).toBe(200)
  expect((await payments.cancel(ana)).status).toBe(200)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })
  expect((await payments.renew(ana, 'pm_card_mastercard')).body).toEqual(ACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  expect(await payments.cardBrandOf(ana)).toBe('mastercard')
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a subscription is charged again after a month', async () => {
  const ana = await addPayer()
  await advancePastPeriodEnd(ana, 2)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('a cancelled subscription ends with its paid month, is not charged again, and can be renewed afterwards', async () => {
  const ana = await addPayer()
  await payments.cancel(ana)
  await advancePastPeriodEnd(ana, 2)
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect((await payments.renew(ana)).body).toEqual(ACTIVATED)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
})

test('a failed renewal leaves three days of access, and can be paid without a second subscription', async () => {
  const ana = await addPayer()
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await advancePastPeriodEnd(ana, 2)
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ payment_failed: true })
  await advancePastPeriodEnd(ana, 1)
  expect(await payments.hasAccess(ana)).toBe(false)
  expect((await payments.renew(ana)).body).toEqual(ACTIVATED)
  expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('if a person cancels while a renewal is unpaid, there is no later charge', async () => {
  const ana = await addPayer()
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await advancePastPeriodEnd(ana, 2)
  await payments.hasAccess(ana)
  expect((await payments.cancel(ana)).status).toBe(200)
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect((await payments.invoicesOf(ana)).map(({ status }) => status)).toEqual(['void', 'paid'])
  await server.advanceTo(new Date(server.services.now().getTime() + 20 * DAY_MS))
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('when an administrator sets the status to Inactive, a paid subscription ends immediately', async () => {
  const ana = await addPayer()
  const admin = await payments.signIn({ ...(await server.addAdmin()) })
  await server.call(admin, updateSubscription, { id: ana.id, status: 'inactive' })
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
})
