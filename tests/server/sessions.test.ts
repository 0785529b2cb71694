import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { SignedIn } from '#contract/auth.ts'
import { searchListings } from '#contract/listings.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts'
import { createApp } from '#server/app.ts'
import { findCaller, startSession, withPassword } from '#server/auth/sessions.ts'
import { sessions, users } from '#server/db/schema.ts'
import { withoutValues } from '#server/errors/error-format.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

/** Uses a session at `time`. Returns the response status. */
async function visit(user: { token: string }, time: string) {
  server.setNow(time)
  return (await server.call(user, getAccount, {})).status
}

function change(user: { id: string }, values: Partial<typeof users.$inferInsert>) {
  return server.services.db.update(users).set(values).where(eq(users.id, user.id))
}

test('the database stores only a hash of the session token (check 4)', async () => {
  const { token } = await server.addUser()
  const rows = await server.services.db.select().from(sessions)
  expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([
    createHash('sha256').update(token).digest(),
  ])
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('when the server identifies the person of a session, it does not load the profile picture', async () => {
  const ana = await server.addUser({ profilePicture: 'data:image/jpeg;base64,AAAA' })
  const { db, now } = server.services
  const { user } = (await findCaller(db, ana.token, now())) ?? {}
  expect(user).toMatchObject({ id: ana.id })
  expect(user).not.toHaveProperty('profilePicture')
})

test('a session ends thirty days after signing in, although it is in use (check 5)', async () => {
  const ana = await server.addUser()
  expect(await visit(ana, '2026-02-01T00:00:00Z')).toBe(200)
  expect(await visit(ana, '2026-02-13T23:59:59Z')).toBe(200)
  expect(await visit(ana, '2026-02-14T00:00:00Z')).toBe(401)
})

test("an administrator's session ends twelve hours after signing in, although it is in use (check 5)", async () => {
  const admin = await server.addAdmin()
  expect(await visit(admin, '2026-01-15T06:00:00Z')).toBe(200)
  expect(await visit(admin, '2026-01-15T11:59:59Z')).toBe(200)
  expect(await visit(admin, '2026-01-15T12:00:00Z')).toBe(401)
})

test('after a clock error of months is corrected, nobody is signed out and no session lasts months (check 5)', async () => {
  server.setNow('2026-06-15T00:00:00Z')
  const admin = await server.addAdmin()
  expect(await visit(admin, '2026-01-15T00:00:00Z')).toBe(200)
  expect(await visit(admin, '2026-01-15T12:00:00Z')).toBe(401)
})

test.each([
  ['user', 'admin'],
  ['admin', 'user'],
] as const)(
  "a session of a %s who became %s ends after twelve hours, like an administrator's",
  async (before, after) => {
    const ana = await server.addUser({ role: before })
    await change(ana, { role: after })
    expect(await visit(ana, '2026-01-15T12:00:00Z')).toBe(401)
  },
)

test('a demoted administrator is refused at the next request (check 8)', async () => {
  const admin = await server.addAdmin()
  expect((await server.call(admin, searchListings, {})).status).toBe(200)
  await change(admin, { role: 'user' })
  expect(await server.call(admin, searchListings, {})).toMatchObject({
    status: 403,
    body: { detail: 'An active subscription is required' },
  })
})

test('a cancelled subscription gives access until its end date, and not after (check 25)', async () => {
  const ana = await server.addSubscriber({ status: 'cancelled', endsAt: new Date('2026-02-01') })
  server.setNow('2026-01-31T23:59:59.999Z')
  expect((await server.call(ana, searchListings, {})).status).toBe(200)
  server.setNow('2026-02-01T00:00:00Z')
  expect((await server.call(ana, searchListings, {})).status).toBe(403)
})

test('a block and a deletion end every session immediately (check 7)', async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  await change(ana, { isBlocked: true })
  await server.services.db.delete(users).where(eq(users.id, ben.id))
  for (const user of [ana, ben]) {
    expect(await server.call(user, getAccount, {})).toMatchObject({
      status: 401,
      body: { detail: 'Not authenticated' },
    })
  }
})

test.each([
  ['no token', {}],
  ['an unknown token', { authorization: `Bearer ${'x'.repeat(43)}` }],
  ['another scheme', { authorization: 'Basic YW5hOnNlY3JldA==' }],
  ['an endless token', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ['nothing after the scheme', { authorization: 'Bearer ' }],
])(
  'a request with %s is refused, and the response names the authentication scheme (check 11)',
  async (_, headers) => {
    const response = await server.fetch('/v1/auth/me', { headers })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.json()).toEqual({ detail: 'Not authenticated' })
  },
)

test('if a session check fails, the server logs the error in one line, without the session token (check 11)', async () => {
  const { token } = await server.addUser()
  const reports: unknown[] = []
  const app = createApp({
    ...server.services,
    db: drizzle('postgres://127.0.0.1:1/nowhere'),
    logError: (error) => void reports.push(error),
  })
  await app.request('/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(inspect(reports, { depth: null })).toContain('Buffer')
  expect(reports.map(withoutValues)).toEqual([
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
  ])
})

test('the time of last use of a session is stored at most once an hour', async () => {
  const ana = await server.addUser()
  const lastUsed = async () =>
    (await server.services.db.select().from(sessions))[0]?.lastUsedAt.toISOString()
  await visit(ana, '2026-01-15T01:00:00Z')
  expect(await lastUsed()).toBe('2026-01-15T00:00:00.000Z')
  await visit(ana, '2026-01-15T01:00:01Z')
  expect(await lastUsed()).toBe('2026-01-15T01:00:01.000Z')
})

const PASSWORD = 'a lantern in the hall'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Signs in with this user agent. Returns the token. */
async function signIn(email: string, userAgent: string) {
  const response = await server.fetch('/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    body: new URLSearchParams({ username: email, password: PASSWORD }).toString(),
  })
  return { token: SignedIn.parse(await response.json()).access_token }
}

test('people see the current device first, and then their other devices by last use', async () => {
  const ana = await server.addUser({ password: PASSWORD })
  await server.addUser()
  server.setNow('2026-01-16T09:00:00Z')
  const phone = await signIn(ana.email, PHONE)
  server.setNow('2026-01-17T09:00:00Z')
  const curl = await signIn(ana.email, 'curl/8.5.0')
  await visit(phone, '2026-01-18T09:00:00Z')
  const { status, body } = await server.call(ana, listSessions, {})
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      sessions: [
        {
          id: expect.any(String),
          device: 'Unknown device',
          created_at: '2026-01-15T00:00:00.000Z',
          expires_at: '2026-02-14T00:00:00.000Z',
          last_used_at: '2026-01-18T09:00:00.000Z',
          is_current: true,
        },
        {
          id: expect.any(String),
          device: 'Chrome on Android',
          created_at: '2026-01-16T09:00:00.000Z',
          expires_at: '2026-02-15T09:00:00.000Z',
          last_used_at: '2026-01-18T09:00:00.000Z',
          is_current: false,
        },
        {
          id: expect.any(String),
          device: 'Unknown device',
          created_at: '2026-01-17T09:00:00.000Z',
          expires_at: '2026-02-16T09:00:00.000Z',
          last_used_at: '2026-01-17T09:00:00.000Z',
          is_current: false,
        },
      ],
    },
  })
  const [first] = (await server.call(curl, listSessions, {})).body.sessions
  expect(first).toMatchObject({ device: 'Unknown device', is_current: true })
})

test('the device list contains nothing that identifies or opens a session', async () => {
  const ana = await server.addUser()
  const text = JSON.stringify((await server.call(ana, listSessions, {})).body)
  const { tokenHash } = (await server.services.db.select().from(sessions))[0] ?? {}
  for (const secret of [ana.token, ana.id, tokenHash?.toString('hex')]) {
    expect(text).not.toContain(secret)
  }
  // The id of a session has 36 characters, and tokens have 43.
  expect(text).not.toMatch(/[\w-]{37}/)
  const { sessions: listed } = (await server.call(ana, listSessions, {})).body
  expect((await server.call({ token: listed[0]?.id ?? '' }, getAccount, {})).status).toBe(401)
})

test('the device list truncates a long browser name', async () => {
  const ana = await server.addUser({ password: PASSWORD })
  await signIn(ana.email, `Engawa/${'9'.repeat(4000)}`)
  const userAgents = (await server.services.db.select().from(sessions)).map(
    ({ userAgent }) => userAgent,
  )
  expect(userAgents.map((text) => text?.length ?? 0).sort()).toEqual([0, 400])
})

test('signing out all other devices ends every other session immediately, and the response says how many', async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  const { db, now } = server.services
  const others = [await startSession(db, ana, now()), await startSession(db, ana, now())]
  expect((await server.call(ana, endOtherSessions, {})).body).toEqual({ ended: 2 })
  for (const token of others)
    expect((await server.call({ token }, getAccount, {})).status).toBe(401)
  for (const one of [ana, ben]) expect((await server.call(one, getAccount, {})).status).toBe(200)
  expect((await server.call(ana, endOtherSessions, {})).body).toEqual({ ended: 0 })
})

test('a person ends one of their sessions, and the others continue', async () => {
  const ana = await server.addUser({ password: PASSWORD })
  server.setNow('2026-01-15T01:00:00Z')
  const phone = await signIn(ana.email, PHONE)
  server.setNow('2026-01-15T02:00:00Z')
  const curl = await signIn(ana.email, 'curl/8.5.0')
  const listed = (await server.call(ana, listSessions, {})).body.sessions
  const { id = '' } = listed.find(({ device }) => device === 'Chrome on Android') ?? {}
  expect((await server.call(ana, endSession, { id })).status).toBe(200)
  expect((await server.call(phone, getAccount, {})).status).toBe(401)
  for (const one of [ana, curl]) expect((await server.call(one, getAccount, {})).status).toBe(200)
  expect(await server.call(ana, endSession, { id })).toMatchObject({
    status: 404,
    body: { detail: 'This device is no longer signed in' },
  })
})

test("a person cannot end another person's session (check 28)", async () => {
  const [ana, ben] = [await server.addUser(), await server.addUser()]
  const [session] = (await server.call(ben, listSessions, {})).body.sessions
  expect((await server.call(ana, endSession, { id: session?.id ?? '' })).status).toBe(404)
  expect((await server.call(ben, getAccount, {})).status).toBe(200)
})

test('the device list neither shows nor counts an ended session', async () => {
  const ana = await server.addUser()
  server.setNow('2026-02-10T00:00:00Z')
  const late = { token: await startSession(server.services.db, ana, server.services.now()) }
  server.setNow('2026-02-20T00:00:00Z')
  expect((await server.call(late, listSessions, {})).body.sessions).toHaveLength(1)
  expect((await server.call(late, endOtherSessions, {})).body).toEqual({ ended: 0 })
})

test.each([
  ['the password is changed', { passwordHash: 'another' }],
  ['the person is blocked', { isBlocked: true }],
])('if %s while the server checks the password, no session starts (check 7)', async (_, values) => {
  const ana = await server.addUser({ passwordHash: 'first' })
  const { db, now } = server.services
  const compared = { id: ana.id, passwordHash: 'first' }
  const signIn = () => withPassword(db, compared, (tx, user) => startSession(tx, user, now()))
  expect(await signIn()).toEqual(expect.any(String))
  await change(ana, values)
  expect(await signIn()).toBeNull()
})
