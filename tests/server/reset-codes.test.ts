import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login, requestPasswordReset, resetPassword, verifyResetCode } from '#contract/auth.ts'
import { mailResetCode } from '#server/auth/reset-codes.ts'
import { mails, resetCodes, users } from '#server/db/schema.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { testDatabase } from '#tests/support/database.ts'
import { recordStatements } from '#tests/support/record-statements.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const EMAIL = 'ana@example.com'
const OLD = 'a lantern in the hall'
const NEW = 'a path through the moss'
const SENT = { message: 'If the email exists, a verification code has been sent.' }
const WRONG = 'This code is wrong or no longer valid. Check it, or go back and ask for a new one.'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const addAna = (user = {}) => server.addUser({ email: EMAIL, password: OLD, ...user })
const request = (email = EMAIL, ip?: string) =>
  server.call(null, requestPasswordReset, { email }, ip)
const verify = (code: string, email = EMAIL, ip?: string) =>
  server.call(null, verifyResetCode, { email, code }, ip)
const reset = (code: string, ip?: string) =>
  server.call(null, resetPassword, { email: EMAIL, code, new_password: NEW }, ip)
const signIn = (password: string) => server.call(null, login, { username: EMAIL, password })

/** Returns the code in the newest mail to Ana. */
async function mailedCode() {
  const texts = (await server.mails()).filter(({ to }) => to === EMAIL).map(({ text }) => text)
  const [, code] = texts.at(-1)?.match(/verification code is (\d{6})$/m) ?? []
  if (!code) throw new Error('No code was mailed')
  return code
}

async function newCode() {
  await request()
  return mailedCode()
}

/** Returns a code that differs from the mailed code. */
function wrong(code: string, by = 1) {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0')
}

test('setting a new password with a mailed code works once, ends every session and starts no new session (checks 9, 13, 18)', async () => {
  const ana = await addAna()
  const code = await newCode()
  expect(await reset(code)).toMatchObject({ status: 200, body: { message: 'Password updated.' } })
  expect((await server.call(ana, getAccount, {})).status).toBe(401)
  expect((await signIn(OLD)).status).toBe(401)
  expect((await signIn(NEW)).status).toBe(200)
  expect(await reset(code)).toMatchObject({ status: 422, body: { detail: WRONG } })
})

test.each([
  ['user', 'iloveyou1', 'This password is easy to guess. Please choose another one.'],
  ['admin', 'x7#kQ!m', "An administrator's password must be at least 8 characters"],
] as const)(
  'a code of a %s cannot set the password %s, and stays valid',
  async (role, password, detail) => {
    await addAna({ role })
    const code = await newCode()
    const input = { email: EMAIL, code, new_password: password }
    expect(await server.call(null, resetPassword, input)).toMatchObject({
      status: 422,
      body: { detail },
    })
    expect((await server.call(null, resetPassword, { ...input, new_password: NEW })).status).toBe(
      200,
    )
  },
)

test('a mail reports the password change, and says what to do if another person changed the password', async () => {
  await addAna()
  await reset(await newCode())
  const [, notice] = await server.mails()
  expect(notice).toMatchObject({ to: EMAIL, subject: 'Your Engawa password was changed' })
  expect(notice?.text).toContain('was changed on Jan 15, 2026 (UTC)')
  expect(notice?.text).toContain('\nhttps://engawa.example/forgot-password\n')
})

test('the mail with a reset code says how long the code is valid, and its subject does not contain the code', async () => {
  await addAna({ name: 'Win at evil.example' })
  const code = await newCode()
  const [mail] = await server.mails()
  expect(mail?.subject).toBe('Your Engawa verification code')
  expect(mail?.text).toContain('within 10 minutes')
  expect(mail?.text).not.toContain('evil.example')
  expect(code).toHaveLength(6)
})

test('neither the reset code nor its mail stays in the database (check 12)', async () => {
  await addAna()
  const code = await newCode()
  const { db } = server.services
  const [row] = await db.select().from(resetCodes)
  expect(row?.codeHash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(row)).not.toContain(code)
  expect(await db.$count(mails)).toBe(0)
})

test('a request for a reset code gets the same response for an active, a blocked and an unknown account, and only the active account gets a code (checks 16, 18)', async () => {
  await addAna()
  await server.addUser({ email: 'blocked@example.com', isBlocked: true })
  for (const email of [EMAIL, 'nobody@example.com', 'blocked@example.com']) {
    expect(await request(email)).toMatchObject({ status: 200, body: SENT })
  }
  expect((await server.mails()).map(({ to }) => to)).toEqual([EMAIL])
})

test('the time of the response to a request for a reset code does not depend on whether an account exists (check 16)', async () => {
  const tasks: (() => Promise<void>)[] = []
  server = await startServer({ background: { run: (task) => void tasks.push(task) } })
  await addAna()
  for (const email of [EMAIL, 'nobody@example.com']) {
    expect(await request(email)).toMatchObject({ status: 200, body: SENT })
  }
  expect(tasks).toHaveLength(2)
  expect(await server.services.db.$count(resetCodes)).toBe(0)
})

test('when a person requests and tries a reset code, the server runs the same statements whether or not an account exists (check 16)', async () => {
  const statements: string[] = []
  server = await startServer({ db: recordStatements(await testDatabase(), statements) })
  await addAna({ profilePicture: 'data:image/jpeg;base64,' })
  await server.addUser({ email: 'blocked@example.com', isBlocked: true })
  const traces: string[][] = []
  for (const email of [EMAIL, 'nobody@example.com', 'blocked@example.com']) {
    statements.splice(0)
    for (const time of [1, 2]) {
      await request(email, `198.51.100.${time}`)
      await server.mails()
      // Try more codes than the limit allows, so that the statements of refused tries are compared
      // too. Each request for a new code resets the count of tries.
      for (let number = 0; number < 7; number++) await verify('000000', email, email)
    }
    traces.push(statements.splice(0))
  }
  const [known, ...others] = traces
  expect(known).toContain('insert mails')
  expect(others).toEqual([known, known])
  expect((await server.mails()).map(({ to }) => to)).toEqual([EMAIL, EMAIL])
  expect(await server.services.db.$count(mails)).toBe(0)
})

test('a login runs the same statements whether or not an account exists (check 1)', async () => {
  const statements: string[] = []
  server = await startServer({ db: recordStatements(await testDatabase(), statements) })
  await addAna()
  const traces: string[][] = []
  for (const username of [EMAIL, 'nobody@example.com']) {
    statements.splice(0)
    for (let number = 0; number < 7; number++) {
      await server.call(null, login, { username, password: 'not it' }, username)
    }
    traces.push(statements.splice(0))
  }
  expect(traces[1]).toEqual(traces[0])
})

test('a person who is blocked after requesting a reset code cannot use the code, and stays blocked (check 18)', async () => {
  const ana = await addAna()
  const code = await newCode()
  const { db } = server.services
  await db.update(users).set({ isBlocked: true }).where(eq(users.id, ana.id))
  expect((await verify(code)).body).toEqual({ valid: false })
  expect((await reset(code)).status).toBe(422)
  expect(await db.select().from(users)).toMatchObject([{ isBlocked: true }])
})

test('a reset code is valid for ten minutes (check 13)', async () => {
  await addAna()
  const code = await newCode()
  server.setNow('2026-01-15T00:09:59.999Z')
  expect((await verify(code)).body).toEqual({ valid: true })
  server.setNow('2026-01-15T00:10:00Z')
  expect((await verify(code)).body).toEqual({ valid: false })
  expect(await reset(code)).toMatchObject({ status: 422, body: { detail: WRONG } })
})

test('a new reset code replaces the previous one (check 13)', async () => {
  await addAna()
  const first = await newCode()
  let second = await newCode()
  if (second === first) second = await newCode()
  expect((await verify(first)).body).toEqual({ valid: false })
  expect((await verify(second)).body).toEqual({ valid: true })
})

test("one person's reset code does not open another person's account (check 12)", async () => {
  await addAna()
  await server.addUser({ email: 'ben@example.com' })
  const code = await newCode()
  await request('ben@example.com')
  await server.mails()
  const ben = await server.call(null, resetPassword, {
    email: 'ben@example.com',
    code,
    new_password: NEW,
  })
  expect(ben.status).toBe(422)
})

test('after five wrong reset codes, counted over code checks and password resets, even the right code is refused (check 14)', async () => {
  await addAna()
  const code = await newCode()
  for (let number = 1; number <= 3; number++) {
    expect((await verify(wrong(code, number))).body).toEqual({ valid: false })
  }
  expect((await reset(wrong(code, 4))).status).toBe(422)
  expect((await verify(code)).body).toEqual({ valid: true })
  expect((await reset(wrong(code, 5))).status).toBe(422)

  expect((await verify(code, EMAIL, '198.51.100.7')).body).toEqual({ valid: false })
  expect(await reset(code, '198.51.100.7')).toMatchObject({ status: 422, body: { detail: WRONG } })
  expect((await signIn(OLD)).status).toBe(200)

  expect((await reset(await newCode())).status).toBe(200)
})

test('the right reset code can be checked any number of times (check 14)', async () => {
  await addAna()
  const code = await newCode()
  for (let time = 0; time < 8; time++) expect((await verify(code)).body).toEqual({ valid: true })
  expect((await reset(code)).status).toBe(200)
})

test('when a person tries reset codes, an unknown address gets the same responses as an address with a code (check 16)', async () => {
  await addAna()
  const code = await newCode()
  for (let number = 1; number <= 6; number++) {
    const [known, unknown] = [
      await verify(wrong(code, number)),
      await verify(wrong(code, number), 'nobody@example.com'),
    ]
    expect(unknown).toMatchObject({ status: known.status, body: known.body })
  }
})

test('when two people use the same reset code at once, one of them sets the password (check 13)', async () => {
  await addAna()
  const code = await newCode()
  const answers = await Promise.all([reset(code), reset(code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('for one account, a client can request at most three reset codes an hour and five a day, and a request over the limit gets the same response as any other (check 15)', async () => {
  await addAna()
  const mailsAfter = async (requests: number) => {
    for (let number = 0; number < requests; number++) {
      expect(await request()).toMatchObject({ status: 200, body: SENT })
    }
    return (await server.mails()).length
  }
  expect(await mailsAfter(5)).toBe(3)
  server.setNow('2026-01-15T01:00:00Z')
  expect(await mailsAfter(5)).toBe(5)
  server.setNow('2026-01-15T12:00:00Z')
  expect(await mailsAfter(5)).toBe(5)
  server.setNow('2026-01-16T00:00:00Z')
  expect(await mailsAfter(1)).toBe(6)
})

/** Requests codes from many networks, as a stranger does who wants to use up the owner's codes. */
async function requestFromStrangers(networks: number) {
  for (let network = 0; network < networks; network++) {
    for (let number = 0; number < 6; number++) await request(EMAIL, `203.0.113.${network}`)
  }
  return (await server.mails()).length
}

test('a stranger cannot use up the reset codes that the owner requests from another network (check 15)', async () => {
  await addAna()
  expect(await requestFromStrangers(1)).toBe(3)
  await request()
  expect(await server.mails()).toHaveLength(4)
})

test('strangers with many networks get at most twenty reset codes a day mailed to an account, and the owner still gets one on a network from which they have signed in (check 15)', async () => {
  await addAna()
  expect((await signIn(OLD)).status).toBe(200)
  expect(await requestFromStrangers(10)).toBe(20)
  await request(EMAIL, '198.51.100.200')
  expect(await server.mails()).toHaveLength(20)
  await request()
  expect(await server.mails()).toHaveLength(21)
})

test('a network from which only another person has signed in is a stranger to the account', async () => {
  await addAna()
  const ben = await server.addUser({ password: OLD })
  await server.call(null, login, { username: ben.email, password: OLD }, '198.51.100.200')
  expect(await requestFromStrangers(10)).toBe(20)
  await request(EMAIL, '198.51.100.200')
  expect(await server.mails()).toHaveLength(20)
})

test('a client can request at most ten mails with reset codes an hour, and a request over the limit gets the same response as any other (check 15)', async () => {
  for (let number = 0; number < 12; number++) {
    const { email } = await server.addUser()
    expect(await request(email)).toMatchObject({ status: 200, body: SENT })
  }
  expect(await server.mails()).toHaveLength(10)
})

test('a client can try at most thirty reset codes, counted across all accounts, and then must wait', async () => {
  for (let number = 0; number < 30; number++) {
    expect((await verify('123456', `${number}@example.com`)).status).toBe(200)
  }
  const { status, headers } = await verify('123456', 'one.more@example.com')
  expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 429, wait: '900' })
})

test.each(['１２３４５６', '١٢٣٤٥٦', '12345', '1234567', '12 456', ' 123456', ''])(
  'a reset code written as “%s” is refused',
  async (code) => {
    const { status, body } = await verify(code)
    expect({ status, detail: body.detail }).toEqual({
      status: 422,
      detail: 'Enter the 6-digit code sent to your email.',
    })
  },
)

test('a person locked out by wrong passwords can sign in after setting a new password', async () => {
  await addAna()
  for (let time = 0; time < 6; time++) await signIn('not it')
  expect((await signIn(OLD)).status).toBe(429)
  await reset(await newCode())
  expect((await signIn(NEW)).status).toBe(200)
})

test('a reset code that could not be mailed while it was valid is not mailed later', async () => {
  const sent: string[] = []
  let isDown = true
  await addAna()
  const { background: _, ...services } = server.services
  await mailResetCode(server.services, EMAIL)
  const queue = openMailQueue({
    ...services,
    logError: vi.fn(),
    mayGetAlerts: async () => true,
    send: async ({ subject }) => {
      if (isDown) throw new Error('connect ECONNREFUSED')
      sent.push(subject)
    },
  })
  await queue.drain()
  isDown = false
  server.setNow('2026-01-15T00:10:00Z')
  await queue.drain()
  expect(sent).toEqual([])
  expect(await server.services.db.$count(mails)).toBe(0)
})
