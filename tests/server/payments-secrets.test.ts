import Stripe from 'stripe'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { printBug } from '#server/errors/error-format.ts'
import { readTables } from '#tests/support/database.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

test('no card, token or payment secret is stored or printed (check 53)', async () => {
  const printed: unknown[] = []
  for (const method of ['log', 'info', 'warn', 'debug'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((...line) => void printed.push(line))
    onTestFinished(() => spy.mockRestore())
  }
  const ana = await payments.addPayer()
  const ben = await server.addUser()
  await payments.pay(ben, 'pm_card_visa_chargeDeclined')
  const { body } = await payments.pay(ben, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await payments.confirm(ben)
  await payments.changeCard(ana, 'pm_card_chargeCustomerFail')
  await server.advance('1 month')
  await server.advance('2 hours')
  await server.billingWork.runDueJobs()

  const traces = JSON.stringify([await readTables(server.services.db), printed])
  expect(traces).toContain(ana.id)
  expect(traces).not.toMatch(/pm_card|_secret_|sk_test|whsec_/)
  expect(traces).not.toMatch(/\b(4242|4000|5555)\d{12}\b/)
})

test('a Stripe error is printed without the request and without secrets (checks 11, 53)', () => {
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
  // The type requires a whole payment, but the test needs only these fields.
  const error = Stripe.errors.StripeError.generate(answer as unknown as Stripe.StripeRawError)
  printBug(error, 'here')
  const line = print.mock.calls.flat().map(String).join(' ')
  print.mockRestore()
  expect(line).toContain('StripeCardError card_declined')
  expect(line).toContain('req_1234')
  expect(line).not.toMatch(/pm_1234|_secret_/)
})
