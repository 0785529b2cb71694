import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login, register, requestPasswordReset } from '#contract/auth.ts'
import { addFavorite } from '#contract/favorites.ts'
import { deleteAccount } from '#contract/profile.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { startSession } from '#server/auth/sessions.ts'
import { audit, paidInvoices, users } from '#server/db/schema.ts'
import { readTables } from '#tests/support/database.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const EMAIL = 'ana@example.com'
const PASSWORD = 'a lantern in the hall'
const LAST = 'You are the last administrator. Make somebody else an administrator first.'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const addAna = (user = {}) =>
  server.addUser({ name: 'Ana Prieto', email: EMAIL, password: PASSWORD, ...user })
const remove = (person: { token: string }, password = PASSWORD) =>
  server.call(person, deleteAccount, { password })
const statusOf = async (token: string) => (await server.call({ token }, getAccount, {})).status
const count = () => server.services.db.$count(users)

test('deleting an account removes all its data and ends every session immediately (checks 7, 30)', async () => {
  const { db, now } = server.services
  const ana = await server.addSubscriber({
    user: { name: 'Ana Prieto', email: EMAIL, password: PASSWORD, profilePicture: 'data:,AAAA' },
  })
  await server.addListing({ id: 'a' })
  await server.call(ana, addFavorite, { listing_id: 'a' })
  await server.call(ana, saveSearch, { name: 'For Ana Prieto', search: '' })
  await server.call(null, requestPasswordReset, { email: EMAIL })
  await db
    .insert(paidInvoices)
    .values({ id: 'in_1', userId: ana.id, amountCents: 2000, paidAt: now() })
  const elsewhere = await startSession(db, ana, now())
  await server.mails()

  const { status, headers } = await remove(ana)
  expect(status).toBe(200)
  expect(headers.get('clear-site-data')).toBe('"cache"')
  for (const token of [ana.token, elsewhere]) expect(await statusOf(token)).toBe(401)
  await server.mails()
  for (const [table, text] of await readTables(db)) {
    for (const trace of [ana.id, EMAIL, 'Ana Prieto', 'data:,AAAA']) {
      expect(text, table).not.toContain(trace)
    }
  }
  expect(await db.select().from(paidInvoices)).toMatchObject([{ amountCents: 2000, userId: null }])
})

test('a deleted person gets a mail, and can register again', async () => {
  await remove(await addAna())
  const [mail, ...others] = await server.mails()
  expect(mail).toMatchObject({ to: EMAIL, subject: 'Your Engawa account was deleted' })
  expect(mail?.text).toContain('was deleted on Jan 15, 2026 (UTC)')
  expect(others).toEqual([])
  const input = { name: 'Ana', email: EMAIL, password: PASSWORD }
  expect((await server.call(null, register, input)).status).toBe(200)
})

test('a wrong password deletes nothing, ends no session and counts as a failed login', async () => {
  const ana = await addAna()
  for (let number = 0; number < 5; number++) {
    expect(await remove(ana, 'not it')).toMatchObject({
      status: 422,
      body: { detail: 'Current password is incorrect' },
    })
  }
  expect((await remove(ana)).status).toBe(429)
  expect((await server.call(null, login, { username: EMAIL, password: PASSWORD })).status).toBe(429)
  expect(await statusOf(ana.token)).toBe(200)
  expect(await server.mails()).toEqual([])
})

test('deleting an account first ends its subscription (check 30)', async () => {
  const payments = paymentsOf(server)
  const ana = await addAna()
  await payments.pay(ana, 'pm_card_visa')
  const customer = await payments.customerOf(ana)
  expect((await remove(ana)).status).toBe(200)
  const { data } = await server.services.payments.stripe.subscriptions.list({
    ...(customer && { customer }),
    status: 'all',
  })
  expect(data).toMatchObject([{ status: 'canceled' }])
  // Stripe's events about the deleted person match no account, and must not be reported as bugs.
  await server.settle()
  await server.billingWork.runDueJobs()
})

test('while Stripe does not respond, no account is deleted', async () => {
  const payments = paymentsOf(server)
  const ana = await addAna()
  await payments.pay(ana, 'pm_card_visa')
  await server.mails()
  const mend = payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  const { status, body } = await remove(ana)
  expect({ status, detail: body.detail }).toEqual({ status: 503, detail: expect.any(String) })
  expect(await statusOf(ana.token)).toBe(200)
  mend()
  expect((await remove(ana)).status).toBe(200)
})

test('an administrator can be deleted only if another administrator is active (check 29)', async () => {
  const haruka = await server.addAdmin({ email: 'haruka@example.com', password: PASSWORD })
  expect(await remove(haruka)).toMatchObject({ status: 409, body: { detail: LAST } })
  await server.addAdmin({ isBlocked: true })
  expect(await remove(haruka)).toMatchObject({ status: 409, body: { detail: LAST } })
  const second = await server.addAdmin({ password: PASSWORD })
  expect((await remove(haruka)).status).toBe(200)
  expect(await server.services.db.select().from(audit)).toMatchObject([
    {
      action: 'user.delete',
      actorEmail: 'haruka@example.com',
      target: 'haruka@example.com',
      before: { role: 'admin' },
      after: null,
    },
  ])
  expect((await remove(second)).status).toBe(409)
})

test('when all administrators delete their accounts at once, one account stays', async () => {
  const admins = await Promise.all(
    Array.from({ length: 4 }, () => server.addAdmin({ password: PASSWORD })),
  )
  const answers = await Promise.all(admins.map((admin) => remove(admin)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
  expect(await count()).toBe(1)
})

test('two simultaneous requests to delete an account delete it only once', async () => {
  const ana: Person = await addAna()
  const answers = await Promise.all([remove(ana), remove(ana)])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  expect(await server.mails()).toHaveLength(1)
})
