import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { beforeEach, expect, test, vi } from 'vitest'
import { printBug } from '#server/report.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

/** Everything that the database holds, as text. */
async function dump() {
  const { db } = server.services
  const { rows } = await db.execute<{ table: string }>(
    sql`select quote_ident(tablename) as table from pg_tables where schemaname = 'public'`,
  )
  const tables = await Promise.all(
    rows.map(({ table }) => db.execute(sql.raw(`select * from ${table}`))),
  )
  return JSON.stringify(tables.map((table) => table.rows))
}

test('neither a card, nor its token, nor a secret to pay with is kept or printed', async () => {
  const printed: unknown[] = []
  const spies = (['log', 'info', 'warn', 'debug'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line)),
  )
  const ana = await payments.addPayer()
  const ben = await server.addUser()
  await payments.pay(ben, 'pm_card_visa_chargeDeclined')
  const { body } = await payments.pay(ben, 'pm_card_authenticationRequired')
  await payments.answerBank(body, 'pass')
  await payments.confirm(ben)
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await server.advance('1 month')
  await server.advance('2 hours')
  await server.billingWork.runDueJobs()
  for (const spy of spies) spy.mockRestore()

  const traces = (await dump()) + JSON.stringify(printed)
  expect(traces).toContain(ana.id)
  expect(traces).not.toMatch(/pm_card|_secret_|sk_test|whsec_/)
  expect(traces).not.toMatch(/\b(4242|4000|5555)\d{12}\b/)
})

test('an error of Stripe is printed without what was sent and without secrets', () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = {
    type: 'card_error' as const,
    code: 'card_declined',
    message: "No such PaymentMethod: 'pm_1234'",
    requestId: 'req_1234',
    statusCode: 402,
    headers: {},
    payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret_2' },
  }
  // An answer of Stripe, as far as it matters: the type wants a whole payment.
  const error = Stripe.errors.StripeError.generate(answer as unknown as Stripe.StripeRawError)
  printBug(error, 'here')
  const line = print.mock.calls.flat().map(String).join(' ')
  print.mockRestore()
  expect(line).toContain('StripeCardError card_declined')
  expect(line).toContain('req_1234')
  expect(line).not.toMatch(/pm_1234|_secret_/)
})
