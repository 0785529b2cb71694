import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { checkEmail, login, logout, register, SignedIn } from '#contract/auth.ts'
import { revokeSession } from '#contract/sessions.ts'
import { isOutdated } from '#server/auth/passwords.ts'
import { sessions, users } from '#server/db/schema.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const newcomer = { name: 'Ana Prieto', email: 'ana@example.com', password: 'a long walk home' }
const taken = 'This email is already registered. Please use a different email.'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

function signIn(email: string, password: string) {
  return server.call(null, login, { username: email, password })
}

/** Signs in, and returns the new session with its account. */
async function signedIn(email: string, password: string) {
  return SignedIn.parse((await signIn(email, password)).body)
}

test('a person registers, signs in, and is identified by the token', async () => {
  const registered = await server.call(null, register, newcomer)
  expect(registered).toMatchObject({
    status: 200,
    body: { name: 'Ana Prieto', email: 'ana@example.com', role: 'user', is_active: true },
  })

  const { status, body } = await signIn('ana@example.com', 'a long walk home')
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: registered.body, subscription: null })
  const account = await server.call({ token: SignedIn.parse(body).access_token }, getAccount, {})
  expect(account.body).toEqual({
    user: registered.body,
    subscription: null,
    display: expect.objectContaining({ currency: 'USD', area_unit: 'm2' }),
    revision: expect.any(String),
    needs_second_factor: false,
  })
})

test('the response to a sign-in contains the subscription', async () => {
  const { email, id } = await server.addSubscriber({
    status: 'cancelled',
    endsAt: new Date('2026-02-01T00:00:00Z'),
    user: { password: 'a long walk home' },
  })
  expect((await signedIn(email, 'a long walk home')).subscription).toEqual({
    user_id: id,
    status: 'cancelled',
    plan: 'premium',
    payment_provider: 'manual',
    ends_at: '2026-02-01T00:00:00.000Z',
    created_at: '2026-01-15T00:00:00.000Z',
    payment_failed: false,
    payment_due: false,
    confirm_url: null,
    is_paused: false,
    resumes_at: null,
    card: null,
  })
})

test('an address can be registered only once, in whatever spelling (check 10)', async () => {
  await server.call(null, register, newcomer)
  for (const email of ['ANA@example.com', ' ana@example.com ', 'ａｎａ@example.com']) {
    expect(await server.call(null, register, { ...newcomer, email })).toMatchObject({
      status: 409,
      body: { detail: taken, code: 'email_taken', field: 'email' },
    })
    const { body } = await server.call(null, checkEmail, { email })
    expect(body).toEqual({ exists: true })
  }
  const { body } = await server.call(null, checkEmail, { email: 'ben@example.com' })
  expect(body).toEqual({ exists: false })
})

test('of twenty simultaneous registrations of one address, one succeeds (check 22)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.call(null, register, newcomer)),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(19)
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 409, body: { detail: taken } })
  }
})

test('every email address that registration accepts can be stored', async () => {
  // The database may convert some letters to lower case differently than JavaScript does.
  for (const letter of ['İ', 'ẞ', 'Σ', 'Ა', 'ǅ', 'K', '\u{1e921}']) {
    const email = `a${letter}@example.com`
    expect((await server.call(null, register, { ...newcomer, email })).status, letter).toBe(200)
  }
})

test.each([
  ...['role', 'is_admin', 'is_blocked', 'id', 'plan', 'status', 'ends_at'],
  ...['__proto__', 'constructor'],
])('a registration cannot set %s (check 23)', async (field) => {
  const body = JSON.stringify(newcomer).replace('{', `{"${field}":"admin",`)
  const headers = { 'content-type': 'application/json' }
  const response = await server.fetch('/v1/auth/register', { method: 'POST', headers, body })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({ detail: `${field} is not a field here` })
  expect(await server.services.db.$count(users)).toBe(0)
})

test('an unknown address and a wrong password get the same response (check 1)', async () => {
  const { email } = await server.addUser({ password: 'a long walk home' })
  const refusal = { status: 401, body: { detail: 'Incorrect email or password' } }
  const wrong = await signIn(email, 'a short walk home')
  const unknown = await signIn('nobody@example.com', 'a short walk home')
  expect(wrong).toMatchObject(refusal)
  expect(unknown).toMatchObject(refusal)
  expect([...unknown.headers]).toEqual([...wrong.headers])
})

test('a blocked person learns of the block only after the right password, and gets no session (check 7)', async () => {
  const { email } = await server.addUser({ password: 'a long walk home', isBlocked: true })
  const before = await server.services.db.$count(sessions)
  expect(await signIn(email, 'a short walk home')).toMatchObject({
    status: 401,
    body: { detail: 'Incorrect email or password' },
  })
  expect(await signIn(email, 'a long walk home')).toMatchObject({
    status: 403,
    body: { detail: 'This account is blocked' },
  })
  expect(await server.services.db.$count(sessions)).toBe(before)
})

test('a common password cannot be chosen, but a person who already has one can sign in', async () => {
  expect(await server.call(null, register, { ...newcomer, password: 'Password123' })).toMatchObject(
    {
      status: 422,
      body: {
        detail: 'This password is easy to guess. Please choose another one.',
      },
    },
  )
  const { email } = await server.addUser({ password: 'Password123' })
  expect((await signIn(email, 'Password123')).status).toBe(200)
})

test.each([
  'iloveyou1',
  'ILoveYou1',
  'football1',
  'liverpool1',
  '88888888',
  '121212',
  'abcdefgh',
  '87654321',
])('the common password %s cannot be chosen when registering', async (password) => {
  expect(await server.call(null, register, { ...newcomer, password })).toMatchObject({
    status: 422,
    body: { detail: 'This password is easy to guess. Please choose another one.' },
  })
})

test('an administrator whose password is shorter than 8 characters must choose a new one before signing in', async () => {
  const { email, id } = await server.addUser({ password: 'x7#kQ!' })
  expect((await signIn(email, 'x7#kQ!')).status).toBe(200)
  await server.services.db.update(users).set({ role: 'admin' }).where(eq(users.id, id))
  expect(await signIn(email, 'x7#kQ!')).toMatchObject({
    status: 403,
    body: {
      detail:
        'Administrators need a password of at least 8 characters. Choose a new one with “Forgot password?”.',
    },
  })
})

test('signing in replaces a hash of a lower cost by a hash of the current cost (check 2)', async () => {
  const { db } = server.services
  const cheap = await hash('a long walk home', { memoryCost: 4096 })
  const { email, id } = await server.addUser({ passwordHash: cheap })
  expect((await signIn(email, 'a long walk home')).status).toBe(200)
  const [row] = await db.select().from(users).where(eq(users.id, id))
  expect(isOutdated(row?.passwordHash ?? cheap)).toBe(false)
  expect((await signIn(email, 'a long walk home')).status).toBe(200)
})

test('logging out ends only this session (check 6)', async () => {
  const { email } = await server.addUser({ password: 'a long walk home' })
  const phone = { token: (await signedIn(email, 'a long walk home')).access_token }
  const laptop = { token: (await signedIn(email, 'a long walk home')).access_token }

  expect((await server.call(phone, logout, {})).status).toBe(200)
  expect((await server.call(phone, getAccount, {})).status).toBe(401)
  expect((await server.call(phone, logout, {})).status).toBe(401)
  expect((await server.call(laptop, getAccount, {})).status).toBe(200)
})

test('a revocation token can only end its session, and is stored as a hash (checks 4, 6)', async () => {
  const { email } = await server.addUser({ password: 'a long walk home' })
  const { access_token: token, receipt: revocationToken } = await signedIn(
    email,
    'a long walk home',
  )
  const laptop = { token: (await signedIn(email, 'a long walk home')).access_token }
  const stored = JSON.stringify(await server.services.db.select().from(sessions))
  expect(stored).not.toContain(revocationToken)
  expect(stored).not.toContain(Buffer.from(revocationToken).toString('hex'))
  expect((await server.call({ token: revocationToken }, getAccount, {})).status).toBe(401)
  expect((await server.call({ token }, getAccount, {})).status).toBe(200)

  const revoke = (revocationToken: string) =>
    server.call(null, revokeSession, { receipt: revocationToken })
  expect((await revoke(revocationToken)).body).toEqual({})
  expect((await server.call({ token }, getAccount, {})).status).toBe(401)
  expect((await server.call(laptop, getAccount, {})).status).toBe(200)
  // The response does not reveal whether there was a session.
  expect((await revoke(revocationToken)).body).toEqual({})
  expect((await revoke(laptop.token)).body).toEqual({})
  expect((await server.call(laptop, getAccount, {})).status).toBe(200)
})

test("logging out clears the browser's cache, and a refused log-out does not (check 50)", async () => {
  const person = await server.addUser()
  const cleared = async () => (await server.call(person, logout, {})).headers.get('clear-site-data')
  expect(await cleared()).toBe('"cache"')
  expect(await cleared()).toBeNull()
})
