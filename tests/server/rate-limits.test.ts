import { beforeEach, expect, test } from 'vitest'
import { checkEmail, login, register } from '#contract/auth.ts'
import { countAttempts } from '#server/auth/rate-limits.ts'
import { rateLimits } from '#server/db/schema.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const RIGHT_PASSWORD = 'a long walk home'
const WRONG_PASSWORD = 'a short walk home'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

function signIn(email: string, password: string, ip?: string) {
  return server.call(null, login, { username: email, password }, ip)
}

async function failToSignIn(email: string, times: number, ip?: string) {
  for (let i = 0; i < times; i++) expect((await signIn(email, WRONG_PASSWORD, ip)).status).toBe(401)
}

test('after five wrong passwords, even the right password is refused until the stated time is over (check 3)', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  await failToSignIn(email, 5)
  server.setNow('2026-01-15T00:05:30Z')
  const { status, body, headers } = await signIn(email, RIGHT_PASSWORD)
  expect(status).toBe(429)
  expect(body).toEqual({ detail: 'Too many failed logins. Please try again in 10 minutes.' })
  expect(headers.get('retry-after')).toBe('570')

  server.setNow('2026-01-15T00:14:59Z')
  expect((await signIn(email, RIGHT_PASSWORD)).body.detail).toContain(
    'Please try again in 1 second.',
  )
  server.setNow('2026-01-15T00:15:00Z')
  expect((await signIn(email, RIGHT_PASSWORD)).status).toBe(200)
})

test('after a clock error of months is corrected, a login limit still lasts only minutes', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  server.setNow('2026-04-15T00:00:00Z')
  await failToSignIn(email, 5)
  server.setNow('2026-01-15T00:00:00Z')
  await failToSignIn(email, 5)
  expect((await signIn(email, RIGHT_PASSWORD)).body.detail).toContain(
    'Please try again in 15 minutes.',
  )
})

test('further login attempts do not prolong the wait', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  await failToSignIn(email, 5)
  server.setNow('2026-01-15T00:14:00Z')
  for (let i = 0; i < 60; i++) expect((await signIn(email, WRONG_PASSWORD)).status).toBe(429)
  server.setNow('2026-01-15T00:15:00Z')
  await failToSignIn(email, 5)
})

test('wrong passwords of a stranger do not lock out the owner of an account (check 3)', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  await failToSignIn(email, 5, '198.51.100.7')
  expect((await signIn(email, RIGHT_PASSWORD, '198.51.100.7')).status).toBe(429)
  expect((await signIn(email, RIGHT_PASSWORD, '203.0.113.9')).status).toBe(200)
})

test('signing in resets the count of wrong passwords', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  await failToSignIn(email, 4)
  expect((await signIn(email, RIGHT_PASSWORD)).status).toBe(200)
  await failToSignIn(email, 5)
})

test('fifty failed logins from one IP address block this IP address, across all accounts (check 3)', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  for (let i = 0; i < 50; i++) await failToSignIn(`${i}@example.com`, 1)
  expect((await signIn(email, RIGHT_PASSWORD)).status).toBe(429)
  expect((await signIn(email, RIGHT_PASSWORD, '203.0.113.9')).status).toBe(200)
})

test('login attempts from a blocked client do not count against the account', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  for (let i = 0; i < 50; i++) await failToSignIn(`${i}@example.com`, 1)
  server.setNow('2026-01-15T00:14:59Z')
  for (let i = 0; i < 9; i++) expect((await signIn(email, RIGHT_PASSWORD)).status).toBe(429)
  server.setNow('2026-01-15T00:15:00Z')
  expect((await signIn(email, RIGHT_PASSWORD)).status).toBe(200)
})

test('successful logins are never limited', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  const others = await Promise.all(
    Array.from({ length: 3 }, () => server.addUser({ password: RIGHT_PASSWORD })),
  )
  for (const one of others) await failToSignIn(one.email, 1)
  const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(email, RIGHT_PASSWORD)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('of a hundred passwords guessed at once, the server checks five (check 3)', async () => {
  const { email } = await server.addUser({ password: RIGHT_PASSWORD })
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => signIn(email, WRONG_PASSWORD)),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('a client can check whether an address has an account at most ten times a minute and a hundred times a day (check 21)', async () => {
  const ask = () => server.call(null, checkEmail, { email: 'ana@example.com' })
  for (let minute = 0; minute < 10; minute++) {
    server.setNow(`2026-01-15T00:0${minute}:00Z`)
    for (let i = 0; i < 10; i++) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/Please try again in (60 seconds|24 hours)\.$/) },
    })
  }
  server.setNow('2026-01-15T00:10:00Z')
  const { status, headers } = await ask()
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe(String(24 * 3600 - 600))
  server.setNow('2026-01-16T00:00:00Z')
  expect((await ask()).status).toBe(200)
})

test('at most forty accounts an hour can be registered from one IP address', async () => {
  const newcomer = (i: number) => ({
    name: 'Ana',
    email: `${i}@example.com`,
    password: RIGHT_PASSWORD,
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => server.call(null, register, newcomer(i))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  expect((await server.call(null, register, newcomer(60), '203.0.113.9')).status).toBe(200)
})

test.each([
  ['2001:db8:0:7::1', '2001:db8:0:7:ffff::9', true],
  ['2001:db8:0:7::1', '2001:db8:0:8::1', false],
  ['2001:db8::1', '2001:db8:0:0:1:2:3:4', true],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
])('the IP addresses %s and %s share a rate limit: %s', async (one, other, together) => {
  const { db, now } = server.services
  for (let i = 0; i < 10; i++)
    await countAttempts(db, [{ limit: 'checkEmailInAMinute', ip: one }], now())
  const next = countAttempts(db, [{ limit: 'checkEmailInAMinute', ip: other }], now())
  if (together) await expect(next).rejects.toMatchObject({ status: 429 })
  else await next
})

test('a stored counter of a rate limit does not reveal whose requests it counts', async () => {
  await failToSignIn('ana@example.com', 1, '198.51.100.7')
  const rows = await server.services.db.select().from(rateLimits)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/ana|example|198/)
})
