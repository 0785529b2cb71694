import { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { login, SignedIn } from '#contract/auth.ts'
import { listUsers } from '#contract/users.ts'
import { createAdmin, promote, refuseTaken } from '#server/admin/administrators.ts'
import { readArguments } from '#server/admin/arguments.ts'
import { readPassword } from '#server/admin/read-password.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { audit, users } from '#server/db/schema.ts'
import { runCommand } from '#tests/support/command.ts'
import { newDatabase } from '#tests/support/database.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const EMAIL = 'haruka@example.com'
const PASSWORD = 'a lantern in the hall'
const NOW = new Date('2026-01-15T00:00:00Z')

test.each([
  [['create', 'Haruka@Example.com'], { action: 'create', email: EMAIL, name: 'haruka' }],
  [
    ['create', EMAIL, '--name', 'Haruka Mori'],
    { action: 'create', email: EMAIL, name: 'Haruka Mori' },
  ],
  [['promote', EMAIL], { action: 'promote', email: EMAIL }],
  [['remove-second-factor', EMAIL], { action: 'remove-second-factor', email: EMAIL }],
  [['create', '--help'], null],
])('the admin command understands the arguments %j', (args, command) => {
  expect(readArguments(args)).toEqual(command)
})

test.each([
  [[], 'Name a command'],
  [['demote', EMAIL], 'There is no command demote'],
  [['create'], 'Name an email address, such as: create ana@example.com'],
  [['create', 'haruka'], 'haruka: Email is invalid'],
  [['create', EMAIL, 'please'], 'please is not expected here'],
  [['create', EMAIL, '--name', ' '], 'Name is required'],
  [['create', EMAIL, '--password', PASSWORD], "Unknown option '--password'"],
  [['promote', EMAIL, '--name', 'Haruka'], '--name works only with create'],
])('the admin command refuses the arguments %j', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})

/** Answers the password prompts with `lines`. */
async function type(lines: string[], { isTTY }: { isTTY: boolean }) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  input.end(lines.map((line) => `${line}\n`).join(''))
  const password = await readPassword({ input, output }).catch((error: Error) => error.message)
  return { password, shown: String(output.read() ?? '') }
}

test('at a terminal the admin command asks for the password twice and never shows it', async () => {
  expect(await type([PASSWORD, PASSWORD], { isTTY: true })).toEqual({
    password: PASSWORD,
    shown: 'Password: \nRepeat the password: \n',
  })
  expect(await type([PASSWORD, 'another one'], { isTTY: true })).toMatchObject({
    password: 'The two passwords differ. Nothing was changed.',
  })
})

test('without a terminal the admin command reads the password from one line of standard input', async () => {
  expect(await type([PASSWORD, 'more'], { isTTY: false })).toEqual({
    password: PASSWORD,
    shown: '',
  })
})

test.each([
  [[], 'Password is required'],
  [['short'], 'Password must be at least 6 characters'],
  [['7 seven'], "An administrator's password must be at least 8 characters"],
  [['password1'], /This password is easy to guess/],
])("the administrator's password %j is refused", async (lines, sentence) => {
  for (const isTTY of [true, false]) {
    expect((await type(lines, { isTTY })).password).toMatch(sentence)
  }
})

describe('when the admin command changes a database', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
  })

  const readAuditLog = () => server.services.db.select().from(audit)

  test('a new administrator can sign in and do everything, and the audit log records the creation', async () => {
    const { db } = server.services
    await createAdmin(db, { email: EMAIL, name: 'Haruka Mori', password: PASSWORD }, NOW)
    const { body } = await server.call(null, login, { username: EMAIL, password: PASSWORD })
    const { access_token: token } = SignedIn.parse(body)
    expect((await server.call({ token }, listUsers, {})).status).toBe(200)
    expect(await readAuditLog()).toMatchObject([
      {
        action: 'user.create',
        actorEmail: 'command line',
        target: EMAIL,
        before: null,
        after: { name: 'Haruka Mori', role: 'admin' },
      },
    ])
    expect(JSON.stringify(await readAuditLog())).not.toMatch(/argon2|lantern/)
  })

  test('an address that has an account gets no second account, and the command shows the existing account', async () => {
    const { db } = server.services
    await server.addUser({ email: 'ana@example.com', password: 'a path through the moss' })
    await server.addUser({ email: 'ben@example.com', isBlocked: true })
    await server.addAdmin({ email: EMAIL })
    for (const [email, sentence] of [
      ['ana@example.com', /account already\. npm run admin -- promote ana@example\.com makes it/],
      ['ben@example.com', /account already, which is blocked/],
      [EMAIL, /is an administrator already/],
    ] as const) {
      await expect(refuseTaken(db, email)).rejects.toThrow(sentence)
      const again = createAdmin(db, { email, name: 'Ana', password: PASSWORD }, NOW)
      await expect(again).rejects.toThrow('has an account already')
    }
    const input = { username: 'ana@example.com', password: PASSWORD }
    expect((await server.call(null, login, input)).status).toBe(401)
    expect(await readAuditLog()).toEqual([])
  })

  test('a promoted person has all rights from the next request', async () => {
    const { db } = server.services
    const ana = await server.addUser({ email: 'ana@example.com' })
    expect((await server.call(ana, listUsers, {})).status).toBe(403)
    expect(await promote(db, 'ana@example.com', NOW)).toBe(true)
    expect((await server.call(ana, listUsers, {})).status).toBe(200)
    expect(await promote(db, 'ana@example.com', NOW)).toBe(false)
    expect(await readAuditLog()).toMatchObject([
      { action: 'user.update', before: { role: 'user' }, after: { role: 'admin' } },
    ])
  })

  test('an unknown or blocked person cannot be promoted', async () => {
    const { db } = server.services
    await server.addUser({ email: 'ben@example.com', isBlocked: true })
    await expect(promote(db, 'ben@example.com', NOW)).rejects.toThrow('is blocked')
    await expect(promote(db, EMAIL, NOW)).rejects.toThrow('There is no account with')
  })
})

/** Runs the command with production settings on the database of `options`. */
function admin(args: string[], { url = '', directory = '' }: DatabaseOptions, input = '') {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://engawa.example',
    SANDBOX_PAYMENTS: 'on',
    MAIL_TO_FILES: 'on',
    DATABASE_URL: url,
    DATA_DIR: directory,
  }
  return runCommand('admin', args, { env, input })
}

test("the first administrator can be created before the server's first run and while it runs (check 58)", async () => {
  const options = await newDatabase()
  expect(await admin(['create', EMAIL], options, `${PASSWORD}\n`)).toEqual({
    code: 0,
    stdout: `${EMAIL} is an administrator now, and signs in with this password.\n`,
    stderr: '',
  })

  const { db, close } = await openDatabase({ ...options, share: false })
  try {
    const [user] = await db.select().from(users).where(eq(users.email, EMAIL))
    expect(await verifyPassword(user?.passwordHash, PASSWORD)).toBe(true)
    expect(await admin(['create', 'ken@example.com'], options, `${PASSWORD}\n`)).toMatchObject({
      code: 0,
    })
    expect(await admin(['promote', 'nobody@example.com'], options)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account with nobody@example.com. Make one with the command "create".\n',
    })
    expect(await db.$count(users)).toBe(2)
    expect(await admin(['remove-second-factor', EMAIL], options)).toEqual({
      code: 0,
      stdout: `${EMAIL} has no second factor.\n`,
      stderr: '',
    })
  } finally {
    await close()
  }
})

test('the admin command prints its usage with --help', async () => {
  const { code, stdout } = await admin(['--help'], {})
  expect(code).toBe(0)
  expect(stdout).toContain('npm run admin -- create EMAIL')
  const refused = await admin(['create'], {})
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Name an email address, such as: create ana@example.com\nnpm run admin -- --help lists the options.\n',
  })
})
