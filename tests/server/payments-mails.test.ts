import { beforeEach, expect, test } from 'vitest'
import { updateSubscription } from '#contract/users.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  payments = paymentsOf(server)
})

const STARTED = 'Your Engawa subscription has started'
const CANCELLED = 'Your Engawa subscription is cancelled'
const FAILED = 'Your payment for Engawa failed'
const ENDED = 'Your access to Engawa has ended'

/** Returns the subjects of all mails, in sending order. */
async function mailSubjects() {
  await server.billingWork.runDueJobs()
  await server.settle()
  return (await server.mails()).map(({ subject }) => subject)
}

test('a new subscriber gets one mail with the date of the next payment', async () => {
  const ana = await payments.addPayer()
  expect(await mailSubjects()).toEqual([STARTED])
  const [mail] = await server.mails()
  expect(mail).toMatchObject({ to: expect.stringContaining(ana.id) })
  expect(mail?.text).toContain('Next billing date: Feb 15, 2026 (UTC)')
})

test('a paid renewal sends no mail', async () => {
  await payments.addPayer()
  await server.advance('1 month')
  await server.advance('2 hours')
  expect(await mailSubjects()).toEqual([STARTED])
})

test('if a payment needs confirmation, the welcome mail is sent only after the confirmation', async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await server.settle()
  expect(await mailSubjects()).toEqual([])
  await payments.authenticate(body, 'pass')
  await payments.confirm(ana)
  expect(await mailSubjects()).toEqual([STARTED])
})

test('cancelling sends a mail with the date on which access ends, and the end of access sends another', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await payments.cancel(ana)
  expect(await mailSubjects()).toEqual([STARTED, CANCELLED])
  expect((await server.mails())[1]?.text).toContain('You keep your access until Feb 15, 2026 (UTC)')
  await server.advance('1 month')
  await server.advance('1 day')
  expect(await mailSubjects()).toEqual([STARTED, CANCELLED, ENDED])
})

test('the end of access sends a mail even if Stripe sends no event', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  server.sandbox.webhookFaults.drop = () => true
  await server.advance('1 month')
  await server.advance('1 day')
  expect(await mailSubjects()).toEqual([STARTED, CANCELLED, ENDED])
})

test('a failed renewal sends one mail, with the last day to pay', async () => {
  await payments.addPastDuePayer()
  expect(await mailSubjects()).toEqual([STARTED, FAILED])
  expect((await server.mails())[1]?.text).toContain('you keep your access until Feb 18, 2026 (UTC)')
  await server.advance('4 days')
  expect(await mailSubjects()).toEqual([STARTED, FAILED, ENDED])
  await server.advance('20 days')
  expect(await mailSubjects()).toEqual([STARTED, FAILED, ENDED])
})

test('if the bank asks for a confirmation after a failed renewal has ended the access, the person gets a mail', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('4 days')
  await server.billingWork.runDueJobs()
  expect(await payments.hasAccess(ana)).toBe(false)
  await payments.changeCard(ana, 'pm_card_authenticationRequired')
  await server.advance('5 days')
  await server.settle()
  const last = (await server.mails()).at(-1)
  expect(last?.subject).toBe('Please confirm your payment for Engawa')
  expect(last?.text).toContain('Your access has ended because the payment is missing.')
})

test('a returning subscriber gets a welcome mail again', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('1 month')
  await server.advance('1 day')
  await payments.renew(ana)
  expect(await mailSubjects()).toEqual([STARTED, CANCELLED, ENDED, STARTED])
})

test('a person gets a mail when an administrator ends the access, but no mail about complimentary access', async () => {
  const ana = await payments.addPayer()
  const admin = await server.addAdmin()
  await server.call(admin, updateSubscription, { id: ana.id, status: 'inactive' })
  await server.call(admin, updateSubscription, { id: ana.id, status: 'active' })
  expect(await mailSubjects()).toEqual([STARTED, ENDED])
})
