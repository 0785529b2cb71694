import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login, requestPasswordReset, resetPassword } from '#contract/auth.ts'
import { createSubscription } from '#contract/payments.ts'
import { changePassword, updateAccount } from '#contract/profile.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { startSession } from '#server/auth/sessions.ts'
import { users } from '#server/db/schema.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { payment, paymentsOf } from '#tests/support/payments.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const EMAIL = 'ana@example.com'
const PASSWORD = 'a lantern in the hall'
const NEW = 'a path through the moss'
const TAKEN = 'This email is already registered. Please use a different email.'
const WRONG = 'Current password is incorrect'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  ana = await server.addUser({ name: 'Ana Prieto', email: EMAIL, password: PASSWORD })
})

const signIn = (username: string, password: string) =>
  server.call(null, login, { username, password })
const changeEmail = (email: string, password = PASSWORD, ip?: string) =>
  server.call(ana, updateAccount, { email, password }, ip)
const choose = (new_password: string, current_password = PASSWORD) =>
  server.call(ana, changePassword, { current_password, new_password })
const statusOf = async (token: string) => (await server.call({ token }, getAccount, {})).status

async function rowOf({ id }: Person) {
  const [row] = await server.services.db.select().from(users).where(eq(users.id, id))
  return row
}

test("changing a person's name also updates the time of the account's last change", async () => {
  server.setNow('2026-01-16T00:00:00Z')
  expect(await server.call(ana, updateAccount, { name: ' Ana  Okada ' })).toMatchObject({
    status: 200,
    body: { name: 'Ana  Okada', email: EMAIL, updated_at: '2026-01-16T00:00:00.000Z' },
  })
  expect((await server.call(ana, getAccount, {})).body.user.name).toBe('Ana  Okada')
})

test.each([
  [{ name: '' }, 'Name is required', 'name'],
  [{ email: 'nowhere', password: PASSWORD }, 'Email is invalid', 'email'],
  [{ email: 'b@example.com', password: '' }, 'Password is required', 'password'],
  [{ email: 'b@example.com' }, 'Password is required', 'password'],
  [{}, 'Name is required', 'name'],
  [{ name: 'Ana', role: 'admin' }, 'role is not a field here'],
  [{ name: 'Ana', is_blocked: false }, 'is_blocked is not a field here'],
  [{ name: 'Ana', id: 'another' }, 'id is not a field here'],
  [{ name: 'Ana', status: 'active', ends_at: '2099-01-01' }, 'status is not a field here'],
  [{ name: 'Ana', email: 'b@example.com', password: PASSWORD }, 'email is not a field here'],
])(
  'the change %j of an account is refused, and changes nothing: %s',
  async (body, detail, field?) => {
    const before = await rowOf(ana)
    const response = await server.fetch('/v1/auth/me', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify(body),
    })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 422,
      body: { detail, ...(field && { field }) },
    })
    expect(await rowOf(ana)).toEqual(before)
  },
)

test('after a change of address, the person signs in with the new address, and the old address gets a mail (check 10)', async () => {
  expect(await changeEmail('Ana.Okada@Example.com ')).toMatchObject({
    status: 200,
    body: { email: 'ana.okada@example.com' },
  })
  expect((await signIn('ana.okada@example.com', PASSWORD)).status).toBe(200)
  expect((await signIn(EMAIL, PASSWORD)).status).toBe(401)
  const [mail, ...others] = await server.mails()
  expect(mail).toMatchObject({
    to: EMAIL,
    subject: 'The email address of your Engawa account was changed',
  })
  expect(mail?.text).toContain('changed to ana.okada@example.com on Jan 15, 2026 (UTC)')
  expect(others).toEqual([])
})

test('saving the current address again changes nothing', async () => {
  const before = await rowOf(ana)
  expect(await changeEmail(EMAIL)).toMatchObject({ status: 200, body: { email: EMAIL } })
  expect(await rowOf(ana)).toEqual(before)
  expect(await server.mails()).toEqual([])
})

test.each(['ben@example.com', 'BEN@Example.com', 'ｂｅｎ@example.com'])(
  'the address of another account cannot be taken, even when written as %s (check 10)',
  async (email) => {
    await server.addUser({ email: 'ben@example.com' })
    expect(await changeEmail(email)).toMatchObject({ status: 409, body: { detail: TAKEN } })
    expect((await rowOf(ana))?.email).toBe(EMAIL)
    expect(await server.mails()).toEqual([])
  },
)

test('if two people change to the same e-mail address at the same time, only one of them gets the address', async () => {
  const ben = await server.addUser({ password: PASSWORD })
  const input = { email: 'both@example.com', password: PASSWORD }
  const answers = await Promise.all([ana, ben].map((one) => server.call(one, updateAccount, input)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('if the password is replaced while the address changes, the address stays', async () => {
  const { db } = await openTestDatabase()
  const reset = async () => db.update(users).set({ passwordHash: await hashPassword(NEW) })
  server = await startServer({ db: beforeTransaction(db, reset) })
  ana = await server.addUser({ email: EMAIL, password: PASSWORD })
  expect(await changeEmail('new@example.com')).toMatchObject({
    status: 409,
    body: { detail: 'Your password was changed elsewhere in the meantime. Please try again.' },
  })
  expect((await rowOf(ana))?.email).toBe(EMAIL)
  expect(await server.mails()).toEqual([])
})

test('changing the email address needs the current password, and a wrong password does not end the session (check 10)', async () => {
  expect(await changeEmail('new@example.com', 'not it')).toMatchObject({
    status: 422,
    body: { detail: WRONG },
  })
  expect((await rowOf(ana))?.email).toBe(EMAIL)
  expect(await statusOf(ana.token)).toBe(200)
})

test('a reset code that was mailed to the old address does not work after the address has changed', async () => {
  await server.call(null, requestPasswordReset, { email: EMAIL })
  const [code = ''] = (await server.mails())[0]?.text.match(/\d{6}/) ?? []
  await changeEmail('new@example.com')
  const answers = await Promise.all(
    [EMAIL, 'new@example.com'].map((email) =>
      server.call(null, resetPassword, { email, code, new_password: NEW }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422])
})

test('Stripe receives the new e-mail address of a person, at the latest with the next payment (check 10)', async () => {
  const payments = paymentsOf(server)
  const customerEmail = async () => {
    const customer = await server.services.payments.stripe.customers.retrieve(
      (await rowOf(ana))?.stripeCustomerId ?? '',
    )
    return 'email' in customer ? customer.email : undefined
  }
  await server.call(ana, createSubscription, payment('pm_card_visa'))
  await changeEmail('second@example.com')
  await server.mails()
  expect(await customerEmail()).toBe('second@example.com')

  const mend = payments.fail({ path: /^\/v1\/customers\//, kind: '500', when: 'before' })
  expect((await changeEmail('third@example.com')).status).toBe(200)
  await server.mails()
  expect(mend()).toBeGreaterThan(0)
  expect(await customerEmail()).toBe('second@example.com')
  await server.settle()
  await payments.cancel(ana)
  await server.advance('31 days')
  await payments.renew(ana)
  expect(await customerEmail()).toBe('third@example.com')
})

test('a new password ends every other session, and is reported by mail (check 9)', async () => {
  const elsewhere = await startSession(server.services.db, ana, server.services.now())
  expect((await choose(NEW)).status).toBe(200)
  expect(await statusOf(ana.token)).toBe(200)
  expect(await statusOf(elsewhere)).toBe(401)
  expect((await signIn(EMAIL, PASSWORD)).status).toBe(401)
  expect((await signIn(EMAIL, NEW)).status).toBe(200)
  expect(await server.mails()).toMatchObject([
    { to: EMAIL, subject: 'Your Engawa password was changed' },
  ])
})

test('changing the password needs the current password, and a wrong password ends no session (check 9)', async () => {
  const elsewhere = await startSession(server.services.db, ana, server.services.now())
  expect(await choose(NEW, 'not it')).toMatchObject({ status: 422, body: { detail: WRONG } })
  expect(await statusOf(ana.token)).toBe(200)
  expect(await statusOf(elsewhere)).toBe(200)
  expect((await signIn(EMAIL, PASSWORD)).status).toBe(200)
  expect(await server.mails()).toEqual([])
})

test.each([
  ['short', 'Password must be at least 6 characters'],
  ['password1', /This password is easy to guess/],
])('the password “%s” is refused', async (password, detail) => {
  expect(await choose(password)).toMatchObject({
    status: 422,
    body: { detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
  })
})

test.each(['role', 'is_admin', 'is_blocked', 'id', 'plan', 'ends_at', 'profile_picture'])(
  'a request that changes the name cannot also set %s (checks 23, 44)',
  async (field) => {
    const response = await server.fetch('/v1/auth/me', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify({ name: 'Ana Okada', [field]: 'http://10.0.0.1/admin' }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ detail: `${field} is not a field here` })
    expect((await rowOf(ana))?.name).toBe('Ana Prieto')
  },
)

test('of two simultaneous password changes, one succeeds', async () => {
  const answers = await Promise.all([choose(NEW), choose('a bell over the pond')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('wrong passwords count towards the login limit, whether a person signs in or changes the email address or the password', async () => {
  for (let number = 0; number < 2; number++) await choose(NEW, 'not it')
  for (let number = 0; number < 2; number++) await changeEmail('new@example.com', 'not it')
  await signIn(EMAIL, 'not it')
  const { status, body } = await choose(NEW)
  expect({ status, detail: body.detail }).toEqual({
    status: 429,
    detail: 'Too many failed logins. Please try again in 15 minutes.',
  })
  expect((await signIn(EMAIL, PASSWORD)).status).toBe(429)
  server.setNow('2026-01-15T00:15:00Z')
  expect((await choose(NEW)).status).toBe(200)
})
