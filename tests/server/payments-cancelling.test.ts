import { beforeEach, expect, test } from 'vitest'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

/** Sets an end date for the subscription at Stripe. */
async function setEnd(person: { id: string; token: string }, day: string) {
  const [{ id } = { id: '' }] = await payments.liveSubscriptionsOf(person)
  const { stripe } = server.services.payments
  await stripe.subscriptions.update(id, { cancel_at: Date.parse(day) / 1000 })
  await server.settle()
}

const CANCELLED = { success: true, message: 'Subscription cancelled successfully' }
const REACTIVATED = { success: true, message: 'Subscription reactivated successfully!' }
const END = '2026-02-15T00:00:00.000Z'

test('a cancelled subscription gives access until the paid time ends, and not after', async () => {
  const ana = await payments.addPayer()
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: END })

  // Only the server's clock advances, so no event from Stripe reports the end.
  server.setNow('2026-02-14T23:59:59Z')
  expect(await payments.hasAccess(ana)).toBe(true)
  server.setNow(END)
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('a cancelled subscription continues when reactivated, and can be cancelled again', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })
  expect(await payments.liveSubscriptionsOf(ana)).toMatchObject([{ cancel_at_period_end: false }])

  // Stripe must carry out the second cancellation, and not only repeat the stored response to the
  // first cancellation.
  await payments.cancel(ana)
  expect(await payments.liveSubscriptionsOf(ana)).toMatchObject([{ cancel_at_period_end: true }])
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.liveSubscriptionsOf(ana)).toMatchObject([{ cancel_at_period_end: false }])
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('an end date that is set at Stripe and lies in the paid month ends access, and reactivating removes it', async () => {
  const ana = await payments.addPayer()
  const day = '2026-02-01T00:00:00.000Z'
  await setEnd(ana, day)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: day })
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })

  await setEnd(ana, day)
  await server.advance('17 days')
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired', ends_at: day })
})

test('if an end date in a later month is set at Stripe, the subscription stays active, and the person can still cancel it earlier', async () => {
  const ana = await payments.addPayer()
  await setEnd(ana, '2026-05-01T00:00:00.000Z')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: END })
  await server.advance('4 months')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('reactivating says that there is no subscription, if there never was one', async () => {
  const ana = await server.addUser()
  expect(await payments.reactivate(ana)).toMatchObject({
    status: 409,
    body: { detail: 'You have no subscription to reactivate.' },
  })
})

test('after a subscription has ended, paying by card renews it instead of adding a second one', async () => {
  const ana = await payments.addPayer()
  const { created_at } = (await payments.subscriptionOf(ana)) ?? {}
  await payments.cancel(ana)
  await server.advance('31 days')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired', ends_at: END })
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect(await payments.reactivate(ana)).toMatchObject({
    status: 409,
    body: { detail: 'This subscription can no longer be reactivated. Please renew it.' },
  })

  expect((await payments.renew(ana, 'pm_card_mastercard')).body.success).toBe(true)
  await server.settle()
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', created_at })
  expect(await payments.liveSubscriptionsOf(ana)).toHaveLength(1)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test.each(['pay', 'renew'] as const)(
  'if a person enters a new card before a cancelled subscription ends (%s), the subscription resumes with this card, and nothing is charged yet',
  async (way) => {
    const ana = await payments.addPayer()
    await payments.cancel(ana)
    expect((await payments[way](ana, 'pm_card_mastercard')).body.success).toBe(true)
    await server.settle()
    expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })
    expect(await payments.subscriptionsAtStripe(ana)).toHaveLength(1)
    expect(await payments.countPaymentsOf(ana)).toBe(1)
    expect(await payments.cardBrandOf(ana)).toBe('mastercard')
  },
)

test('if the bank must confirm the new card, a cancelled subscription resumes only after the confirmation', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  expect(body).toMatchObject({ success: false, requires_action: true, action_type: 'setup' })
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })
  expect(await payments.liveSubscriptionsOf(ana)).toMatchObject([{ cancel_at_period_end: true }])

  await payments.authenticate(body, 'pass')
  expect((await payments.confirm(ana)).body.success).toBe(true)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  await server.advance('32 days')
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('if the confirmation of a new card fails, a cancelled subscription stays cancelled', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  await payments.authenticate(body, 'fail')
  expect((await payments.confirm(ana)).status).toBe(402)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: END })
})

test.each([
  ['with a card that would be charged', 'pm_card_visa'],
  ['with a card that would fail', 'pm_card_chargeCustomerFail'],
])(
  'if a subscription %s is cancelled while the invoice of its renewal is a draft, the new month is not charged',
  async (_, card) => {
    const ana = await payments.addPayer()
    await payments.changeCard(ana, card)
    await server.advance('1 month')
    expect(await payments.subscriptionOf(ana)).toMatchObject({
      status: 'active',
      payment_due: true,
    })
    expect((await payments.invoicesOf(ana)).map(({ status }) => status)).toEqual(['draft', 'paid'])

    expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
    expect(await payments.subscriptionOf(ana)).toMatchObject({
      status: 'expired',
      payment_due: false,
      ends_at: END,
    })
    expect(await payments.hasAccess(ana)).toBe(false)
    await payments.pay(ana)
    await payments.cancel(ana)
    await server.advance('1 month')
    expect((await payments.invoicesOf(ana)).map(({ status }) => status)).toEqual([
      'paid',
      'void',
      'paid',
    ])
    const texts = (await server.mails()).map(({ text }) => text)
    expect(texts[1]).toContain('You will not be charged again.')
  },
)

test('a renewal charged at the moment of the cancellation is valid, and is the last charge', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  const [draft] = await payments.invoicesOf(ana)
  const { untilHeld, release } = payments.holdNext({ method: 'POST', path: /^\/v1\/invoices\// })
  const cancelling = payments.cancel(ana)
  await untilHeld()
  await server.services.payments.stripe.invoices.pay(draft?.id ?? '')
  release()
  expect((await cancelling).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-03-15T00:00:00.000Z',
  })
  await server.advance('1 month')
  await server.advance('1 day')
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('if a subscription is cancelled at Stripe in the first hour of a renewal, the payment is still due until the person cancels in the app', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  const { stripe } = server.services.payments
  const [{ id } = { id: '' }] = await payments.subscriptionsAtStripe(ana)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await server.settle()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    payment_due: true,
  })
  expect((await server.mails()).at(-1)?.text).toContain('will still be charged US$20.00')
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  await server.advance('1 month')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('cancelling an unpaid renewal cancels the debt and ends access immediately', async () => {
  const ana = await payments.addPastDuePayer()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: true,
  })

  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
  await server.advance('1 month')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
  expect((await payments.invoicesOf(ana)).map(({ status }) => status)).toEqual(['void', 'paid'])
})

test('a person whose access ended because of an unpaid renewal can still cancel, and is not charged again', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('4 days')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
  await server.advance('1 month')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a person without a subscription has nothing to cancel or resume', async () => {
  const ana = await server.addUser()
  expect(await payments.cancel(ana)).toMatchObject({
    status: 409,
    body: { detail: 'There is no active subscription to cancel' },
  })
  expect((await payments.reactivate(ana)).status).toBe(409)
})

test('complimentary access without an end date can be cancelled and resumed', async () => {
  const ana = await server.addSubscriber()
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-14T00:00:00.000Z',
  })
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: null })
})

test('cancelled complimentary access cannot be resumed after its end', async () => {
  const ana = await server.addSubscriber()
  await payments.cancel(ana)
  server.setNow('2026-02-14T00:00:00Z')
  expect((await payments.reactivate(ana)).status).toBe(409)
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('complimentary access with an end date ends on that date, and cancelling does not extend the access', async () => {
  const ana = await server.addSubscriber({ endsAt: new Date(END) })
  expect((await payments.cancel(ana)).status).toBe(409)
  expect((await payments.reactivate(ana)).status).toBe(409)
  server.setNow(END)
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired', ends_at: END })
})

test('cancelling succeeds even if the subscription ends at Stripe at the same moment', async () => {
  const ana = await payments.addPayer()
  const [{ id } = { id: '' }] = await payments.subscriptionsAtStripe(ana)
  const { untilHeld, release } = payments.holdNext({ method: 'POST', path: /subscriptions/ })
  const cancelling = payments.cancel(ana)
  await untilHeld()
  await server.services.payments.stripe.subscriptions.cancel(id)
  release()
  expect((await cancelling).status).toBe(200)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
})

test('while Stripe does not respond, nothing is reported as cancelled', async () => {
  const ana = await payments.addPayer()
  const restoreStripe = payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  expect(await payments.cancel(ana)).toMatchObject({
    status: 503,
    body: { detail: 'The payment provider is not answering. Please try again in a moment.' },
  })
  restoreStripe()
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
})
