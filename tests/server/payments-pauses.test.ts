import { getUnixTime } from 'date-fns/getUnixTime'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { getOverview } from '#contract/overview.ts'
import { listSubscriptions } from '#contract/users.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>
type Person = Awaited<ReturnType<typeof payments.addPayer>>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const stripe = () => server.services.payments.stripe

/** Pauses the payments of a subscription, as the operator does in Stripe's dashboard. */
async function pause(person: Person, behavior: Behavior, resumesAt?: Date) {
  const [subscription] = await payments.liveSubscriptionsOf(person)
  await stripe().subscriptions.update(subscription?.id ?? '', {
    pause_collection: { behavior, ...(resumesAt && { resumes_at: getUnixTime(resumesAt) }) },
  })
  await server.settle()
}

async function resume(person: Person) {
  const [subscription] = await payments.liveSubscriptionsOf(person)
  await stripe().subscriptions.update(subscription?.id ?? '', { pause_collection: '' })
  await server.settle()
}

async function ownSubscription(person: Person) {
  const { body } = await server.call(await payments.signIn(person), getAccount, {})
  return body.subscription
}

async function countedSubscriptions() {
  return (await server.call(await server.addAdmin(), getOverview, {})).body.subscriptions
}

type Behavior = (typeof BEHAVIORS)[number]
const BEHAVIORS = ['void', 'keep_as_draft', 'mark_uncollectible'] as const

describe.each(BEHAVIORS)('while payments are paused at Stripe (%s)', (behavior) => {
  test('the person keeps the access, reads that payments are paused, and pays nothing', async () => {
    const ana = await payments.addPayer()
    await pause(ana, behavior)
    for (const span of ['1 month', '5 days', '1 month', '5 days']) {
      await server.advance(span)
      await server.billingWork.runDueJobs()
      expect(await payments.hasAccess(ana)).toBe(true)
      expect(await ownSubscription(ana)).toMatchObject({
        status: 'active',
        is_paused: true,
        resumes_at: null,
        payment_due: false,
        payment_failed: false,
      })
    }
    expect(await payments.countPaymentsOf(ana)).toBe(1)
  })

  test('administrators read it too, and the overview does not count the person as paying', async () => {
    const ana = await payments.addPayer()
    expect(await countedSubscriptions()).toMatchObject({ paid: 1, paused: 0 })
    await pause(ana, behavior)
    expect(await countedSubscriptions()).toMatchObject({ paid: 0, paused: 1 })
    const { body } = await server.call(await server.addAdmin(), listSubscriptions, {})
    expect(body).toMatchObject([{ user_id: ana.id, is_paused: true }])
  })

  test('resuming them restores everything, and charges only the months that follow', async () => {
    const ana = await payments.addPayer()
    await pause(ana, behavior)
    await server.advance('1 month')
    await server.advance('5 days')
    await resume(ana)
    await server.billingWork.runDueJobs()
    expect(await ownSubscription(ana)).toMatchObject({ status: 'active', is_paused: false })
    expect(await payments.hasAccess(ana)).toBe(true)
    expect(await countedSubscriptions()).toMatchObject({ paid: 1, paused: 0 })
    expect(await payments.countPaymentsOf(ana)).toBe(1)
    await server.advance('1 month')
    await server.advance('2 hours')
    expect(await payments.countPaymentsOf(ana)).toBe(2)
    expect(await payments.hasAccess(ana)).toBe(true)
  })

  test('a date for resuming is shown, and on that date the payments resume', async () => {
    const ana = await payments.addPayer()
    await pause(ana, behavior, new Date('2026-02-20T00:00:00Z'))
    expect(await ownSubscription(ana)).toMatchObject({
      is_paused: true,
      resumes_at: '2026-02-20T00:00:00.000Z',
    })
    await server.advance('40 days')
    expect(await ownSubscription(ana)).toMatchObject({ is_paused: false, resumes_at: null })
  })

  test('the person can cancel, and then has access until the end of the month', async () => {
    const ana = await payments.addPayer()
    await pause(ana, behavior)
    await server.advance('1 month')
    await server.advance('2 hours')
    expect(await payments.cancel(ana)).toMatchObject({ status: 200 })
    expect(await payments.rowOf(ana)).toMatchObject({
      status: 'cancelled',
      endsAt: new Date('2026-03-15T00:00:00Z'),
    })
    await server.advance('1 month')
    await server.billingWork.runDueJobs()
    expect(await payments.hasAccess(ana)).toBe(false)
  })
})
