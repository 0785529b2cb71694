import { beforeEach, expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema.ts'
import { settleAbandoned } from '#server/payments/abandoned.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

async function states() {
  const attempts = await server.services.db.select().from(paymentAttempts)
  return attempts.map(({ state }) => state)
}

test('a bank that is never answered is waited for a day, and then the try has failed', async () => {
  const ana = await server.addUser()
  await payments.pay(ana, 'pm_card_authenticationRequired')
  await server.advance('23 hours')
  await settleAbandoned(server.services)
  expect(await states()).toEqual(['requires_action'])
  await server.advance('1 hour')
  await settleAbandoned(server.services)
  expect(await states()).toEqual(['failed'])
  expect(await payments.liveOf(ana)).toEqual([])
})

test('a payment of which nobody has asked what became of it counts by what Stripe says', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.answerBank(body, 'pass')
  await server.advance('1 day')
  await server.billingWork.runDueJobs()
  expect(await states()).toEqual(['succeeded'])
  expect(await payments.hasAccess(ana)).toBe(true)
})
