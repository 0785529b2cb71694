import { beforeEach, expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema.ts'
import { openAttempt, updateAttempt } from '#server/payments/paying/attempts.ts'
import { settleAbandoned } from '#server/payments/recurring/abandoned.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

async function attemptStates() {
  const attempts = await server.services.db.select().from(paymentAttempts)
  return attempts.map(({ state }) => state)
}

test('a payment that the person never confirms fails after a day', async () => {
  const ana = await server.addUser()
  await payments.pay(ana, 'pm_card_authenticationRequired')
  await server.advance('23 hours')
  await settleAbandoned(server.services)
  expect(await attemptStates()).toEqual(['requires_action'])
  await server.advance('1 hour')
  await settleAbandoned(server.services)
  expect(await attemptStates()).toEqual(['failed'])
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
})

test('a payment whose result nobody has requested gets the result that Stripe reports', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await server.advance('1 day')
  await server.billingWork.runDueJobs()
  expect(await attemptStates()).toEqual(['succeeded'])
  expect(await payments.hasAccess(ana)).toBe(true)
})

test('a payment attempt that the person never confirmed fails, even if an earlier payment succeeded', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await payments.pay(ana, 'pm_card_authenticationRequiredOnSetup')
  await server.advance('1 day')
  await settleAbandoned(server.services)
  expect((await attemptStates()).sort()).toEqual(['failed', 'succeeded'])
})

test('if a person pays again while the server settles an abandoned attempt, the new attempt stays open', async () => {
  const ana = await server.addUser()
  await payments.pay(ana, 'pm_card_authenticationRequired')
  await server.advance('1 day')
  const { db, now, payments: shared } = server.services
  const { runExclusive } = shared
  // Simulates a person who pays again at the last moment: after the job has found the abandoned
  // attempt, but before the job gets the lock to settle this attempt.
  shared.runExclusive = async (key, task) => {
    shared.runExclusive = runExclusive
    const [abandoned] = await db.select().from(paymentAttempts)
    if (abandoned) await updateAttempt(db, abandoned, { state: 'failed', now: now() })
    await openAttempt(db, { userId: ana.id, token: 'pm_card_visa', now: now() })
    return runExclusive(key, task)
  }
  await settleAbandoned(server.services)
  expect((await attemptStates()).sort()).toEqual(['failed', 'open'])
})
