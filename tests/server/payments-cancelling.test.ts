import { beforeEach, expect, test, vi } from 'vitest'
import type { Fault } from '#server/sandbox/http/faults.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const CANCELLED = { success: true, message: 'Subscription cancelled successfully' }
const REACTIVATED = { success: true, message: 'Subscription reactivated successfully!' }
const END = '2026-02-15T00:00:00.000Z'

test('a cancelled subscription gives access to the second it is paid to, and not after', async () => {
  const ana = await payments.addPayer()
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: END })

  // The clock of the server alone: nothing has been heard of Stripe.
  server.setNow('2026-02-14T23:59:59Z')
  expect(await payments.hasAccess(ana)).toBe(true)
  server.setNow(END)
  expect(await payments.hasAccess(ana)).toBe(false)
})

test('what was cancelled goes on when it is reactivated, and can be cancelled again', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })
  expect(await payments.liveOf(ana)).toMatchObject([{ cancel_at_period_end: false }])

  // Not answered from the memory of the first time.
  await payments.cancel(ana)
  expect(await payments.liveOf(ana)).toMatchObject([{ cancel_at_period_end: true }])
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })
})

test('once it has ended it is renewed with a card, as the same subscription of the same person', async () => {
  const ana = await payments.addPayer()
  const { created_at } = (await payments.subscriptionOf(ana)) ?? {}
  await payments.cancel(ana)
  await server.advance('31 days')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired', ends_at: END })
  expect(await payments.paymentsBy(ana)).toBe(1)
  expect(await payments.reactivate(ana)).toMatchObject({
    status: 409,
    body: { detail: 'This subscription can no longer be reactivated. Please renew it.' },
  })

  expect((await payments.renew(ana, 'pm_card_mastercard')).body.success).toBe(true)
  await server.settle()
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', created_at })
  expect(await payments.liveOf(ana)).toHaveLength(1)
  expect(await payments.paymentsBy(ana)).toBe(2)
})

test.each(['pay', 'renew'] as const)(
  'a card entered before the end (%s) lets it go on with that card, and is not charged today',
  async (way) => {
    const ana = await payments.addPayer()
    await payments.cancel(ana)
    expect((await payments[way](ana, 'pm_card_mastercard')).body.success).toBe(true)
    await server.settle()
    expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: END })
    expect(await payments.atStripe(ana)).toHaveLength(1)
    expect(await payments.paymentsBy(ana)).toBe(1)
    expect(await payments.brandOf(ana)).toBe('mastercard')
  },
)

test('a bank that asks about such a card is answered before anything goes on', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  expect(body).toMatchObject({ success: false, requires_action: true, action_type: 'setup' })
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })
  expect(await payments.liveOf(ana)).toMatchObject([{ cancel_at_period_end: true }])

  await payments.answerBank(body, 'pass')
  expect((await payments.confirm(ana)).body.success).toBe(true)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  await server.advance('32 days')
  expect(await payments.hasAccess(ana)).toBe(true)
  expect(await payments.paymentsBy(ana)).toBe(2)
})

test('a card that the person does not confirm changes nothing', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  await payments.answerBank(body, 'fail')
  expect((await payments.confirm(ana)).status).toBe(402)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled', ends_at: END })
})

test('what is owed is forgiven to those who cancel, and their access ends at once', async () => {
  const ana = await payments.addDebtor()
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'active',
    payment_failed: true,
  })

  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.liveOf(ana)).toEqual([])
  expect(await payments.hasAccess(ana)).toBe(false)
  await server.advance('1 month')
  expect(await payments.paymentsBy(ana)).toBe(1)
  expect((await payments.invoicesOf(ana)).map(({ status }) => status)).toEqual(['void', 'paid'])
})

test('whose access has ended with what they owe can still cancel, and is charged no more', async () => {
  const ana = await payments.addDebtor()
  await server.advance('4 days')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.liveOf(ana)).toEqual([])
  await server.advance('1 month')
  expect(await payments.paymentsBy(ana)).toBe(1)
})

test('who has nothing has nothing to cancel or to take up again', async () => {
  const ana = await server.addUser()
  expect(await payments.cancel(ana)).toMatchObject({
    status: 409,
    body: { detail: 'There is no active subscription to cancel' },
  })
  expect((await payments.reactivate(ana)).status).toBe(409)
})

test('access that was given without an end can be cancelled and taken up again, like any other', async () => {
  const ana = await server.addSubscriber()
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({
    status: 'cancelled',
    ends_at: '2026-02-14T00:00:00.000Z',
  })
  expect((await payments.reactivate(ana)).body).toEqual(REACTIVATED)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active', ends_at: null })
})

test('access that was given until a day ends on it, and is not made longer by cancelling', async () => {
  const ana = await server.addSubscriber({ endsAt: new Date(END) })
  expect((await payments.cancel(ana)).status).toBe(409)
  expect((await payments.reactivate(ana)).status).toBe(409)
  server.setNow(END)
  expect(await payments.hasAccess(ana)).toBe(false)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired', ends_at: END })
})

test('what ends at Stripe in the moment it is cancelled has ended, and that is no trouble', async () => {
  const ana = await payments.addPayer()
  const [{ id } = { id: '' }] = await payments.atStripe(ana)
  let go = () => {}
  const until = new Promise<void>((resolve) => {
    go = resolve
  })
  const held: Fault = {
    method: 'POST',
    path: /subscriptions/,
    kind: { until },
    when: 'before',
    times: 1,
  }
  server.sandbox.faults.push(held)
  const cancelling = payments.cancel(ana)
  await vi.waitFor(() => expect(held.times).toBe(0))
  await server.services.payments.stripe.subscriptions.cancel(id)
  go()
  expect((await cancelling).status).toBe(200)
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'expired' })
})

test('when Stripe does not answer, nothing is said to be cancelled', async () => {
  const ana = await payments.addPayer()
  const heal = payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  expect(await payments.cancel(ana)).toMatchObject({
    status: 503,
    body: { detail: 'The payment provider is not answering. Please try again in a moment.' },
  })
  heal()
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  expect((await payments.cancel(ana)).body).toEqual(CANCELLED)
})
