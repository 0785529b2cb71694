import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { login, requestPasswordReset, resetPassword, SignedIn } from '#contract/auth.ts'
import { getOwnData } from '#contract/own-data.ts'
import { changePassword } from '#contract/profile.ts'
import {
  addAuthenticator,
  addPasskey,
  confirmSignIn,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/second-factor.ts'
import { listSecurityLog } from '#contract/security-log.ts'
import { listUsers, updateUser } from '#contract/users.ts'
import { promote, removeSecondFactor as removeByCommand } from '#server/admin/administrators.ts'
import {
  audit,
  authenticators,
  passkeys,
  pendingSignIns,
  recoveryCodes,
  secondFactorSetups,
  securityEvents,
  sessions,
  users,
} from '#server/db/schema.ts'
import { sweep } from '#server/jobs/cleanup-job.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const EMAIL = 'haruka@example.com'
const MINUTE_MS = 60_000

let server: TestServer
let haruka: Person
beforeEach(async () => {
  server = await startServer({ requiresSecondFactor: true })
  haruka = await server.addAdmin({ email: EMAIL, password: PASSWORD })
})

/** Moves the clock ahead. The test server starts at midnight of January 15. */
function waitMinutes(minutes: number) {
  server.setNow(new Date(server.services.now().getTime() + minutes * MINUTE_MS).toISOString())
}

/** The code that an app with this secret shows `steps` of 30 seconds from now. */
function codeOf(secret: string, steps = 0) {
  const timestamp = server.services.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

function differentFrom(code: string) {
  return code.replace(/.$/, (digit) => String((Number(digit) + 5) % 10))
}

/** Adds an authenticator app. Returns its secret and the recovery codes. */
async function addApp(person: { token: string } = haruka) {
  const { secret } = (await server.call(person, startAuthenticator, { password: PASSWORD })).body
  const added = await server.call(person, addAuthenticator, { code: codeOf(secret) })
  expect(added.status).toBe(200)
  // The code that added the app counts as used, so continue with the next code.
  waitMinutes(1)
  return { secret, recoveryCodes: added.body.recovery_codes ?? [] }
}

async function addDevice(person: { token: string } = haruka) {
  const device = passkeyDevice()
  const { challenge } = (await server.call(person, startPasskey, { password: PASSWORD })).body
  const added = await server.call(person, addPasskey, device.create(challenge))
  expect(added.status).toBe(200)
  return { device, recoveryCodes: added.body.recovery_codes }
}

/** Signs in with the right password, and returns the second step. */
async function enterPassword(email = EMAIL, password = PASSWORD) {
  const { body } = await server.call(null, login, { username: email, password })
  if (!('second_step' in body)) throw new Error('The account has no second factor')
  return body.second_step
}

const confirm = (input: Parameters<typeof server.call<typeof confirmSignIn>>[2], ip?: string) =>
  server.call(null, confirmSignIn, input, ip)

const WRONG_CODE = {
  status: 422,
  body: { detail: 'This code is wrong or was used before. Wait for the next code in your app.' },
}
const EXPIRED = {
  status: 401,
  body: { detail: 'This sign-in has expired. Please enter your password again.' },
}
const PASSKEY_REFUSED = {
  status: 401,
  body: { detail: 'This passkey was not accepted. Please enter your password again.' },
}
const SETUP_NEEDED = {
  status: 403,
  body: {
    detail:
      'Administrators need a second factor. Set up a passkey or an authenticator app in Account Settings first.',
  },
}

describe('an administrator without a second factor', () => {
  test('gets no answer from the endpoints of administrators until they have set one up', async () => {
    expect(await server.call(haruka, listUsers, {})).toMatchObject(SETUP_NEEDED)
    expect((await server.call(haruka, getAccount, {})).body.needs_second_factor).toBe(true)
    const { body } = await server.call(null, login, { username: EMAIL, password: PASSWORD })
    expect(SignedIn.parse(body).needs_second_factor).toBe(true)
    await addApp()
    expect((await server.call(haruka, listUsers, {})).status).toBe(200)
    expect((await server.call(haruka, getAccount, {})).body.needs_second_factor).toBe(false)
  })

  test('needs none where none is required, but may set one up', async () => {
    const open = await startServer()
    const admin = await open.addAdmin({ password: PASSWORD })
    expect((await open.call(admin, listUsers, {})).status).toBe(200)
    expect((await open.call(admin, getAccount, {})).body.needs_second_factor).toBe(false)
    expect((await open.call(admin, startPasskey, { password: PASSWORD })).status).toBe(200)
  })

  test.each(['by an administrator', 'by the command line'])(
    'who was promoted %s must set one up too',
    async (by) => {
      await addApp()
      const ana = await server.addUser({ email: 'ana@example.com', password: PASSWORD })
      expect((await server.call(ana, getAccount, {})).body.needs_second_factor).toBe(false)
      if (by === 'by an administrator') {
        const { id, name, email } = ana
        const edit = { id, name, email, role: 'admin' as const }
        expect((await server.call(haruka, updateUser, edit)).status).toBe(200)
      } else await promote(server.services.db, ana.email, server.services.now())
      expect(await server.call(ana, listUsers, {})).toMatchObject(SETUP_NEEDED)
      await addDevice(ana)
      expect((await server.call(ana, listUsers, {})).status).toBe(200)
    },
  )

  test('whose last second factor was removed must set one up again', async () => {
    await addApp()
    await server.call(haruka, removeSecondFactor, { factor: 'authenticator', password: PASSWORD })
    expect(await server.call(haruka, listUsers, {})).toMatchObject(SETUP_NEEDED)
    expect(await server.services.db.$count(recoveryCodes)).toBe(0)
  })
})

describe('the setup', () => {
  test('needs the current password, and wrong passwords are counted and logged', async () => {
    for (const endpoint of [startPasskey, startAuthenticator, renewRecoveryCodes]) {
      expect(await server.call(haruka, endpoint, { password: 'not it' })).toMatchObject({
        status: 422,
        body: { detail: 'Current password is incorrect' },
      })
    }
    const remove = { factor: 'authenticator' as const, password: 'not it' }
    expect((await server.call(haruka, removeSecondFactor, remove)).status).toBe(422)
    await server.call(haruka, startPasskey, { password: 'not it' })
    expect((await server.call(haruka, startPasskey, { password: PASSWORD })).status).toBe(429)
    const logged = await server.services.db.select().from(securityEvents)
    expect(logged.map(({ kind }) => kind)).toEqual(Array(5).fill('password-refused'))
  })

  test('of the first second factor gives ten recovery codes once, and ends all other sessions', async () => {
    const other = await server.call(null, login, { username: EMAIL, password: PASSWORD })
    const { recoveryCodes: codes } = await addApp()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/)
    const { access_token: token } = SignedIn.parse(other.body)
    expect((await server.call({ token }, getAccount, {})).status).toBe(401)
    expect((await server.call(haruka, getAccount, {})).status).toBe(200)
    expect((await addDevice()).recoveryCodes).toBeNull()
    const stored = JSON.stringify(await server.services.db.select().from(recoveryCodes))
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  test('of an authenticator app needs a right code, within ten minutes', async () => {
    const start = () => server.call(haruka, startAuthenticator, { password: PASSWORD })
    const { secret, uri } = (await start()).body
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Engawa:haruka%40example\.com\?/)
    const add = (code: string) => server.call(haruka, addAuthenticator, { code })
    expect((await add(differentFrom(codeOf(secret)))).status).toBe(422)
    waitMinutes(10)
    expect(await add(codeOf(secret))).toMatchObject({
      status: 409,
      body: { detail: 'The setup has expired. Please start again.' },
    })
    expect(await server.services.db.$count(authenticators)).toBe(0)
    const again = (await start()).body.secret
    expect((await add(codeOf(secret))).status).toBe(422)
    expect((await add(codeOf(again))).status).toBe(200)
  })

  test('uses a challenge for one passkey only, whether right or wrong', async () => {
    const device = passkeyDevice()
    const { challenge } = (await server.call(haruka, startPasskey, { password: PASSWORD })).body
    const wrong = device.create(challenge, { origin: 'https://engawa.evil' })
    expect((await server.call(haruka, addPasskey, wrong)).status).toBe(422)
    expect((await server.call(haruka, addPasskey, device.create(challenge))).status).toBe(409)
    expect(await server.services.db.$count(passkeys)).toBe(0)
  })

  test.each([
    ['another site', { origin: 'https://engawa.example.evil' }],
    ['another domain', { rpId: 'evil.example' }],
    ['a device that did not verify the person', { isVerified: false }],
  ])('refuses a passkey of %s', async (_, deviation) => {
    const { challenge } = (await server.call(haruka, startPasskey, { password: PASSWORD })).body
    const created = passkeyDevice().create(challenge, deviation)
    expect((await server.call(haruka, addPasskey, created)).status).toBe(422)
  })

  test('refuses a passkey that another account has', async () => {
    const { device } = await addDevice()
    const ana = await server.addAdmin({ password: PASSWORD })
    const { challenge } = (await server.call(ana, startPasskey, { password: PASSWORD })).body
    expect((await server.call(ana, addPasskey, device.create(challenge))).status).toBe(409)
  })

  test('allows ten passkeys for an account', async () => {
    for (let count = 0; count < 10; count++) await addDevice()
    expect((await server.call(haruka, startPasskey, { password: PASSWORD })).status).toBe(409)
  })

  test('takes the domain of passkeys from the configuration, whatever the request says', async () => {
    const response = await server.fetch('/v1/auth/second-factor/passkeys/start', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${haruka.token}`,
        'content-type': 'application/json',
        host: 'evil.example',
        origin: 'https://evil.example',
      },
      body: JSON.stringify({ password: PASSWORD }),
    })
    expect(await response.json()).toMatchObject({ rp_id: 'engawa.example' })
  })

  test('shows other people nothing, and removes nothing of theirs', async () => {
    await addDevice()
    const [passkey] = await server.services.db.select().from(passkeys)
    const ana = await server.addAdmin({ password: PASSWORD })
    expect((await server.call(ana, getSecondFactor, {})).body).toEqual({
      ...{ is_required: true, passkeys: [], authenticator: null, recovery_codes: 0 },
    })
    const removal = { factor: passkey?.id ?? '', password: PASSWORD }
    expect((await server.call(ana, removeSecondFactor, removal)).status).toBe(404)
    expect(await server.services.db.$count(passkeys)).toBe(1)
  })

  test('is told by mail and in the security log, like each later change', async () => {
    const { device } = await addDevice()
    await addApp()
    await server.call(haruka, renewRecoveryCodes, { password: PASSWORD })
    const [passkey] = (await server.call(haruka, getSecondFactor, {})).body.passkeys
    const removal = { factor: passkey?.id ?? '', password: PASSWORD }
    expect((await server.call(haruka, removeSecondFactor, removal)).status).toBe(200)
    const { body } = await server.call(haruka, listSecurityLog, {})
    expect(body.results.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['second-factor-removed', 'A passkey'],
      ['recovery-codes-renewed', null],
      ['second-factor-added', 'An authenticator app'],
      ['second-factor-added', 'A passkey'],
    ])
    expect((await server.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [EMAIL, 'A second factor was added to your Engawa account'],
      [EMAIL, 'A second factor was added to your Engawa account'],
      [EMAIL, 'Your Engawa account has new recovery codes'],
      [EMAIL, 'A second factor was removed from your Engawa account'],
    ])
    const { second_factors } = (await server.call(haruka, getOwnData, {})).body
    expect(second_factors).toMatchObject([{ kind: 'authenticator', last_used_at: null }])
    const step = await enterPassword()
    expect(step).toMatchObject({ passkey: null, has_authenticator: true })
    const answer = device.answer('no challenge')
    expect(await confirm({ sign_in: step.sign_in, ...answer })).toMatchObject(PASSKEY_REFUSED)
  })
})

describe('a sign-in of a person with a second factor', () => {
  test('starts no session with the password alone, and one with a passkey', async () => {
    const { device } = await addDevice()
    const { body } = await server.call(null, login, { username: EMAIL, password: PASSWORD })
    expect(body).not.toHaveProperty('access_token')
    expect(body).not.toHaveProperty('user')
    expect(await server.services.db.$count(sessions)).toBe(1)
    const step = await enterPassword()
    expect(step.passkey).toMatchObject({
      rp_id: 'engawa.example',
      credentials: [{ id: device.id, transports: ['internal'] }],
    })
    // The text that names the sign-in opens nothing.
    expect((await server.call({ token: step.sign_in }, getAccount, {})).status).toBe(401)
    const answer = device.answer(step.passkey?.challenge ?? '')
    const confirmed = await confirm({ sign_in: step.sign_in, ...answer })
    expect(confirmed).toMatchObject({ status: 200, body: { user: { email: EMAIL } } })
    const { access_token: token } = SignedIn.parse(confirmed.body)
    expect((await server.call({ token }, listUsers, {})).status).toBe(200)
  })

  test('accepts a passkey once, for its own challenge, site, domain and person', async () => {
    const { device } = await addDevice()
    const used = await enterPassword()
    const answer = device.answer(used.passkey?.challenge ?? '')
    expect((await confirm({ sign_in: used.sign_in, ...answer })).status).toBe(200)
    expect(await confirm({ sign_in: used.sign_in, ...answer })).toMatchObject(EXPIRED)

    const next = await enterPassword()
    expect(await confirm({ sign_in: next.sign_in, ...answer })).toMatchObject(PASSKEY_REFUSED)
    // A refused passkey also uses up the sign-in.
    const late = device.answer(next.passkey?.challenge ?? '')
    expect(await confirm({ sign_in: next.sign_in, ...late })).toMatchObject(EXPIRED)

    for (const deviation of [
      { origin: 'https://engawa.example.evil' },
      { origin: 'http://engawa.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ]) {
      const { sign_in, passkey } = await enterPassword()
      const wrong = device.answer(passkey?.challenge ?? '', deviation)
      expect(await confirm({ sign_in, ...wrong }, '198.51.100.7')).toMatchObject(PASSKEY_REFUSED)
    }
    const stranger = await server.addAdmin({ email: 'ken@example.com', password: PASSWORD })
    const { device: other } = await addDevice(stranger)
    const { sign_in, passkey } = await enterPassword()
    const foreign = other.answer(passkey?.challenge ?? '')
    expect(await confirm({ sign_in, ...foreign })).toMatchObject(PASSKEY_REFUSED)
  })

  test('refuses a copied passkey, whose counter falls behind', async () => {
    const { device } = await addDevice()
    const answer = async (counter: number) => {
      const { sign_in, passkey } = await enterPassword()
      const signed = device.answer(passkey?.challenge ?? '', { counter })
      return (await confirm({ sign_in, ...signed })).status
    }
    expect(await answer(7)).toBe(200)
    expect(await answer(7)).toBe(401)
    expect(await answer(8)).toBe(200)
  })

  test('accepts a code once, and none that is older', async () => {
    const { secret } = await addApp()
    const first = await enterPassword()
    const second = await enterPassword()
    const code = codeOf(secret)
    expect((await confirm({ sign_in: first.sign_in, code })).status).toBe(200)
    expect(await confirm({ sign_in: first.sign_in, code })).toMatchObject(EXPIRED)
    expect(await confirm({ sign_in: second.sign_in, code })).toMatchObject(WRONG_CODE)
    const earlier = codeOf(secret, -1)
    expect(await confirm({ sign_in: second.sign_in, code: earlier })).toMatchObject(WRONG_CODE)
    expect((await confirm({ sign_in: second.sign_in, code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('accepts the code that the app showed half a minute ago, and no older code', async () => {
    const { secret } = await addApp()
    waitMinutes(5)
    const { sign_in } = await enterPassword()
    expect(await confirm({ sign_in, code: codeOf(secret, -2) })).toMatchObject(WRONG_CODE)
    expect(await confirm({ sign_in, code: codeOf(secret, 2) })).toMatchObject(WRONG_CODE)
    expect((await confirm({ sign_in, code: codeOf(secret, -1) })).status).toBe(200)
  })

  test('refuses the code with which the app was added', async () => {
    const { secret } = (await server.call(haruka, startAuthenticator, { password: PASSWORD })).body
    const code = codeOf(secret)
    await server.call(haruka, addAuthenticator, { code })
    const { sign_in } = await enterPassword()
    expect(await confirm({ sign_in, code })).toMatchObject(WRONG_CODE)
  })

  test.each([
    ['one sign-in', true],
    ['two sign-ins', false],
  ])('starts one session when one code confirms %s at the same time', async (_, isOne) => {
    const { secret } = await addApp()
    const first = await enterPassword()
    const second = isOne ? first : await enterPassword()
    const before = await server.services.db.$count(sessions)
    const code = codeOf(secret)
    const answers = await Promise.all(
      [first, second, first, second].map(({ sign_in }) => confirm({ sign_in, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await server.services.db.$count(sessions)).toBe(before + 1)
  })

  test('can be confirmed for ten minutes', async () => {
    const { secret } = await addApp()
    const { sign_in } = await enterPassword()
    waitMinutes(9)
    const late = await enterPassword()
    waitMinutes(1)
    expect(await confirm({ sign_in, code: codeOf(secret) })).toMatchObject(EXPIRED)
    expect((await confirm({ sign_in: late.sign_in, code: codeOf(secret) })).status).toBe(200)
    await enterPassword()
    await server.call(haruka, startPasskey, { password: PASSWORD })
    waitMinutes(10)
    await sweep(server.services)
    expect(await server.services.db.$count(pendingSignIns)).toBe(0)
    expect(await server.services.db.$count(secondFactorSetups)).toBe(0)
  })

  test('stops after five wrong codes from any network, and the passkey still works', async () => {
    const { secret } = await addApp()
    const { device } = await addDevice()
    const { sign_in } = await enterPassword()
    const wrong = differentFrom(codeOf(secret))
    for (let tries = 0; tries < 5; tries++) {
      const answer = await confirm({ sign_in, code: wrong }, `198.51.100.${tries}`)
      expect(answer).toMatchObject(WRONG_CODE)
    }
    const again = await enterPassword()
    expect(await confirm({ sign_in: again.sign_in, code: codeOf(secret) })).toMatchObject({
      status: 429,
      body: { detail: 'Too many wrong codes. Please try again in 15 minutes.' },
    })
    const signed = device.answer(again.passkey?.challenge ?? '')
    expect((await confirm({ sign_in: again.sign_in, ...signed })).status).toBe(200)
    waitMinutes(15)
    const later = await enterPassword()
    expect((await confirm({ sign_in: later.sign_in, code: codeOf(secret) })).status).toBe(200)
  })

  test('stops after five wrong recovery codes from one network', async () => {
    const { recoveryCodes: codes } = await addApp()
    const { sign_in } = await enterPassword()
    const wrong = '0000-0000-0000-0000-0000-0000'
    for (let tries = 0; tries < 5; tries++) {
      expect((await confirm({ sign_in, recovery_code: wrong })).status).toBe(422)
    }
    const right = { sign_in, recovery_code: codes[0] ?? '' }
    expect((await confirm(right)).status).toBe(429)
    expect((await confirm(right, '198.51.100.7')).status).toBe(200)
  })

  test('stops after thirty refused confirmations from one network, whatever the account', async () => {
    const { secret } = await addApp()
    const unknown = { sign_in: 'x'.repeat(43), code: '000000' }
    for (let tries = 0; tries < 30; tries++) expect((await confirm(unknown)).status).toBe(401)
    const { sign_in } = await enterPassword()
    expect((await confirm({ sign_in, code: codeOf(secret) })).status).toBe(429)
    expect((await confirm({ sign_in, code: codeOf(secret) }, '198.51.100.7')).status).toBe(200)
  })

  test('accepts each recovery code once, typed with or without hyphens, and mails how many are left', async () => {
    const { recoveryCodes: codes } = await addApp()
    const [code = '', other = ''] = codes
    const first = await enterPassword()
    expect((await confirm({ sign_in: first.sign_in, recovery_code: code })).status).toBe(200)
    const second = await enterPassword()
    expect(await confirm({ sign_in: second.sign_in, recovery_code: code })).toMatchObject({
      status: 422,
      body: { detail: 'This recovery code is wrong or was used before.' },
    })
    const typed = other.replaceAll('-', ' ').toUpperCase()
    const answers = await Promise.all(
      [second, await enterPassword()].map(({ sign_in }) =>
        confirm({ sign_in, recovery_code: typed }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await server.call(haruka, getSecondFactor, {})).body.recovery_codes).toBe(8)
    const mails = (await server.mails()).filter(({ subject }) => subject.includes('recovery code'))
    expect(mails.map(({ text }) => text.match(/\S+ codes are left/)?.[0])).toEqual([
      '9 codes are left',
      '8 codes are left',
    ])
    const codesBefore = codes
    const renewed = await server.call(haruka, renewRecoveryCodes, { password: PASSWORD })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const { sign_in } = await enterPassword()
    const old = await confirm({ sign_in, recovery_code: codesBefore[5] ?? '' })
    expect(old.status).toBe(422)
  })

  test('ends when the person is blocked meanwhile', async () => {
    const { secret } = await addApp()
    const { sign_in } = await enterPassword()
    await server.services.db.update(users).set({ isBlocked: true }).where(eq(users.id, haruka.id))
    expect(await confirm({ sign_in, code: codeOf(secret) })).toMatchObject(EXPIRED)
  })

  test('ends when the password changes meanwhile', async () => {
    const { secret } = await addApp()
    const { sign_in } = await enterPassword()
    const change = { current_password: PASSWORD, new_password: 'a path through the moss' }
    expect((await server.call(haruka, changePassword, change)).status).toBe(200)
    expect(await confirm({ sign_in, code: codeOf(secret) })).toMatchObject(EXPIRED)
    // The second factor stays, and the new password alone starts no session.
    const step = await enterPassword(EMAIL, change.new_password)
    expect((await confirm({ sign_in: step.sign_in, code: codeOf(secret) })).status).toBe(200)
  })

  test('asks for the second factor after a reset of the password by mail', async () => {
    const { secret } = await addApp()
    const { sign_in } = await enterPassword()
    await server.call(null, requestPasswordReset, { email: EMAIL })
    const mail = (await server.mails()).findLast(({ text }) => text.includes('verification code'))
    const code = mail?.text.match(/\d{6}/)?.[0] ?? ''
    const new_password = 'a path through the moss'
    const reset = await server.call(null, resetPassword, { email: EMAIL, code, new_password })
    expect(reset.status).toBe(200)
    expect(await confirm({ sign_in, code: codeOf(secret) })).toMatchObject(EXPIRED)
    const step = await enterPassword(EMAIL, new_password)
    expect(step.has_authenticator).toBe(true)
  })

  test('asks a person who is no longer an administrator too', async () => {
    const { secret } = await addApp()
    const other = await server.addAdmin({ password: PASSWORD })
    await addDevice(other)
    const { id, name, email } = haruka
    await server.call(other, updateUser, { id, name, email, role: 'user' })
    const { sign_in } = await enterPassword()
    expect((await confirm({ sign_in, code: codeOf(secret) })).status).toBe(200)
  })

  test('is recorded in the security log with its second factor, and so are refusals', async () => {
    const { secret, recoveryCodes: codes } = await addApp()
    const { device } = await addDevice()
    const first = await enterPassword()
    await confirm({ sign_in: first.sign_in, code: differentFrom(codeOf(secret)) })
    await confirm({ sign_in: first.sign_in, code: codeOf(secret) })
    const second = await enterPassword()
    await confirm({ sign_in: second.sign_in, recovery_code: codes[0] ?? '' })
    const third = await enterPassword()
    await confirm({
      ...{ sign_in: third.sign_in, ...device.answer(third.passkey?.challenge ?? '') },
    })
    const events = await server.services.db.select().from(securityEvents)
    expect(events.slice(2).map(({ kind, detail, email }) => [kind, detail, email])).toEqual([
      ['second-factor-refused', 'Code', EMAIL],
      ['sign-in', 'With the authenticator app', EMAIL],
      ['sign-in', 'With a recovery code, 9 left', EMAIL],
      ['sign-in', 'With a passkey', EMAIL],
    ])
    const written = JSON.stringify([events, await server.mails()])
    for (const text of [secret, ...codes, first.sign_in]) expect(written).not.toContain(text)
  })
})

describe('the command that removes the second factor', () => {
  test('ends every session, is recorded in both logs and by mail, and the password suffices to set up a new one', async () => {
    const { db, now } = server.services
    await addDevice()
    await addApp()
    const waiting = await enterPassword()
    expect(await removeByCommand(db, EMAIL, now())).toBe(true)
    expect(await removeByCommand(db, EMAIL, now())).toBe(false)
    await expect(removeByCommand(db, 'nobody@example.com', now())).rejects.toThrow(
      'There is no account with nobody@example.com.',
    )
    expect((await server.call(haruka, getAccount, {})).status).toBe(401)
    expect(await confirm({ sign_in: waiting.sign_in, code: '000000' })).toMatchObject(EXPIRED)
    for (const table of [passkeys, authenticators, recoveryCodes, secondFactorSetups]) {
      expect(await db.$count(table)).toBe(0)
    }
    const [event] = await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.kind, 'second-factor-removed'))
    expect(event).toMatchObject({
      email: EMAIL,
      detail: 'All, by command line',
      ip: 'local',
    })
    expect(await db.select().from(audit)).toMatchObject([
      { action: 'user.remove-second-factor', actorEmail: 'command line', target: EMAIL },
    ])
    expect((await server.mails()).at(-1)).toMatchObject({
      to: EMAIL,
      subject: 'The second factor of your Engawa account was removed',
    })
    const { body } = await server.call(null, login, { username: EMAIL, password: PASSWORD })
    const again = { token: SignedIn.parse(body).access_token }
    expect(await server.call(again, listUsers, {})).toMatchObject(SETUP_NEEDED)
    await addDevice(again)
    expect((await server.call(again, listUsers, {})).status).toBe(200)
  })
})
