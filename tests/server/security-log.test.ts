import { beforeEach, expect, test } from 'vitest'
import { login, logout, resetPassword, verifyResetCode } from '#contract/auth.ts'
import { getOwnData } from '#contract/own-data.ts'
import { changePassword, deleteAccount, updateAccount } from '#contract/profile.ts'
import { listSecurityLog } from '#contract/security-log.ts'
import { endOtherSessions, endSession, listSessions, revokeSession } from '#contract/sessions.ts'
import { blockUser, updateUser } from '#contract/users.ts'
import { deleteOldSecurityEvents } from '#server/auth/security-log.ts'
import { revocationTokenOf, startSession } from '#server/auth/sessions.ts'
import { securityEvents } from '#server/db/schema.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const NEW = 'a path through the moss'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

let server: TestServer
let admin: Person
let ana: Person
beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ email: 'haruka@example.com', password: PASSWORD })
  ana = await server.addUser({ email: 'ana@example.com', password: PASSWORD })
})

const readLog = async (search: { search?: string; kind?: string; page?: number } = {}) =>
  (await server.call(admin, listSecurityLog, search)).body

/** The kinds and details of Ana's events, newest first. */
const eventsOfAna = async () =>
  (await readLog({ search: 'ana@' })).results.map(({ kind, detail }) =>
    detail === null ? kind : `${kind}: ${detail}`,
  )

const signIn = (email: string, password: string) =>
  server.call(null, login, { username: email, password })

test('a sign-in is logged with account, address and device', async () => {
  await server.fetch(
    '/v1/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': PHONE },
      body: new URLSearchParams({ username: 'Ana@Example.com', password: PASSWORD }).toString(),
    },
    '198.51.100.7',
  )
  expect((await readLog()).results).toEqual([
    {
      id: expect.any(Number),
      at: '2026-01-15T00:00:00.000Z',
      kind: 'sign-in',
      email: 'ana@example.com',
      ip: '198.51.100.7',
      device: 'Chrome on Android',
      detail: null,
    },
  ])
})

test('refused sign-ins are logged, also those for an unknown address', async () => {
  await signIn('ana@example.com', 'not it')
  await signIn('nobody@example.com', 'not it')
  await server.call(admin, blockUser, { id: ana.id, block: true })
  await signIn('ana@example.com', PASSWORD)
  const { results } = await readLog({ kind: 'sign-in-refused' })
  expect(results.map(({ email, detail }) => [email, detail])).toEqual([
    ['ana@example.com', 'The account is blocked'],
    ['nobody@example.com', 'Wrong email or password'],
    ['ana@example.com', 'Wrong email or password'],
  ])
})

test('ends of sessions are logged, with the device of a session that another device ended', async () => {
  const { db, now } = server.services
  await startSession(db, ana, now(), PHONE)
  const listed = (await server.call(ana, listSessions, {})).body.sessions
  await server.call(ana, endSession, { id: listed.find((one) => !one.is_current)?.id ?? '' })
  await startSession(db, ana, now())
  await server.call(ana, endOtherSessions, {})
  await server.call(ana, endOtherSessions, {})
  const offline = await startSession(db, ana, now())
  for (let sent = 0; sent < 2; sent++)
    await server.call(null, revokeSession, { receipt: revocationTokenOf(offline) })
  await server.call(ana, logout, {})
  expect(await eventsOfAna()).toEqual([
    'sign-out',
    'sign-out',
    'session-ended: All other sessions (1)',
    'session-ended: Chrome on Android',
  ])
})

test('changes of a password and an address are logged, and refusals of the current password', async () => {
  await server.call(ana, changePassword, { current_password: 'not it', new_password: NEW })
  await server.call(ana, changePassword, { current_password: PASSWORD, new_password: NEW })
  await server.call(ana, deleteAccount, { password: 'not it' })
  await server.call(ana, updateAccount, { email: 'ana2@example.com', password: NEW })
  expect(await eventsOfAna()).toEqual([
    'email-changed: To ana2@example.com',
    'password-refused',
    'password-changed',
    'password-refused',
  ])
})

test('a refused reset code is logged, and the address without an account too', async () => {
  const code = { email: 'ana@example.com', code: '000000' }
  await server.call(null, verifyResetCode, code)
  await server.call(null, resetPassword, { ...code, new_password: NEW })
  await server.call(null, verifyResetCode, { ...code, email: 'nobody@example.com' })
  const { results } = await readLog({ kind: 'code-refused' })
  expect(results.map(({ email }) => email)).toEqual([
    'nobody@example.com',
    'ana@example.com',
    'ana@example.com',
  ])
})

test('changes by an administrator are logged for the account, with the name of the administrator', async () => {
  const { id, name, email } = ana
  await server.call(admin, updateUser, { id, name, email, role: 'admin', password: NEW })
  await server.call(admin, updateUser, { id, name: 'Anna', email, role: 'admin' })
  await server.call(admin, blockUser, { id, block: true })
  await server.call(admin, blockUser, { id, block: false })
  expect(await eventsOfAna()).toEqual([
    'account-unblocked: by haruka@example.com',
    'account-blocked: by haruka@example.com',
    'role-changed: From user to admin by haruka@example.com',
    'password-changed: by haruka@example.com',
  ])
})

test('the log is found by part of an address and by IP address, page by page', async () => {
  await server.services.db.insert(securityEvents).values(
    Array.from({ length: 60 }, (_, number) => ({
      at: new Date(Date.UTC(2026, 0, 1, 0, number)),
      ...{ kind: 'sign-in', email: `person-${number}@example.com`, ip: '203.0.113.9' },
    })),
  )
  const pages = [await readLog({ search: '203.0.113.9' }), await readLog({ page: 2 })]
  expect(pages.map(({ results, total_count }) => [results.length, total_count])).toEqual([
    [50, 60],
    [10, 60],
  ])
  expect(pages[0]?.results[0]?.email).toBe('person-59@example.com')
  expect((await readLog({ search: 'PERSON-7@' })).results).toHaveLength(1)
  expect((await readLog({ search: '%' })).results).toEqual([])
})

test('an event is deleted after 180 days', async () => {
  await signIn('ana@example.com', PASSWORD)
  const { db } = server.services
  await deleteOldSecurityEvents(db, new Date('2026-07-14T00:00:00Z'))
  expect(await db.$count(securityEvents)).toBe(1)
  await deleteOldSecurityEvents(db, new Date('2026-07-14T00:00:01Z'))
  expect(await db.$count(securityEvents)).toBe(0)
})

test("the events of an account are part of the person's data, and are deleted with the account", async () => {
  await signIn('ana@example.com', PASSWORD)
  await signIn('haruka@example.com', 'not it')
  expect((await server.call(ana, getOwnData, {})).body.security_events).toEqual([
    {
      at: '2026-01-15T00:00:00.000Z',
      event: 'sign-in',
      ip: '192.0.2.1',
      user_agent: null,
      detail: null,
    },
  ])
  await server.call(ana, deleteAccount, { password: PASSWORD })
  expect((await readLog()).results.map(({ email }) => email)).toEqual(['haruka@example.com'])
})
