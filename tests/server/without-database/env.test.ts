import { expect, test } from 'vitest'
import { findSecurityWarnings, readEnvironment } from '#server/env.ts'

/** The settings that production requires. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://engawa.example',
  SANDBOX_PAYMENTS: 'on',
  MAIL_TO_FILES: 'on',
}

test('one message names every configuration error, without secrets (check 58)', () => {
  expect(() =>
    readEnvironment({
      PORT: '80a',
      DATABASE_URL: 'mysql://admin:hunter2@db/engawa',
      PUBLIC_URL: 'engawa.example',
      SMTP_URL: 'https://post:hunter2@mail.example',
      MAIL_FROM: 'Engawa <post@engawa.example>\r\nBcc: eve@example.com',
      MAIL_TO_FILES: 'yes',
      SECURITY_CONTACT: 'security@engawa.example',
      BACKUPS_ENCRYPTED: 'yes',
      PUSH_ORIGINS: 'https://push.example/path',
      TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
      DRAIN_SECONDS: 'soon',
      JPY_PER_USD: '0',
      SAMPLE_DATA: 'yes',
      METRICS_PORT: 'yes',
      LOG: 'xml',
      SOURCES_ALLOW_PRIVATE: 'yes',
      AVIF_COPIES: '1',
      NODE_ENV: 'live',
    }),
  ).toThrow(
    [
      'The configuration is not valid:',
      '  NODE_ENV must be development, production or test',
      '  PORT must be a whole number from 0 to 65535',
      '  DATABASE_URL must look like postgres://user@host/database',
      '  PUBLIC_URL must look like https://engawa.example',
      '  TRUSTED_PROXIES must be addresses or networks, such as 127.0.0.1,10.0.0.0/8',
      '  DRAIN_SECONDS must be a number from 0 to 300, in seconds',
      '  SMTP_URL must look like smtps://user:password@mail.example',
      '  MAIL_FROM must look like Engawa <post@engawa.example>',
      '  MAIL_TO_FILES must be on or off',
      '  SECURITY_CONTACT must look like mailto:security@engawa.example or https://engawa.example/report',
      '  BACKUPS_ENCRYPTED must be on or off',
      '  PUSH_ORIGINS must be origins, such as https://push.example,http://127.0.0.1:8090',
      '  JPY_PER_USD must be a number above 0: the yen for one dollar',
      '  SOURCES_ALLOW_PRIVATE must be on or off',
      '  SAMPLE_DATA must be on or off',
      '  METRICS_PORT must be a whole number from 0 to 65535',
      '  LOG must be text or json',
      '  AVIF_COPIES must be on or off',
    ].join('\n'),
  )
})

test.each(['65536', '-1', '3000.5', 'Infinity'])('PORT cannot be %s', (PORT) => {
  expect(() => readEnvironment({ PORT })).toThrow('PORT must be a whole number')
})

test('an empty environment variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: '', NODE_ENV: '' })).toEqual(readEnvironment({}))
})

test('a configured dollar rate is marked as set by the operator, and the default rate is not', () => {
  expect(readEnvironment({})).toMatchObject({ jpyPerUsd: 150, isJpyPerUsdSet: false })
  const given = readEnvironment({ JPY_PER_USD: '157.5' })
  expect(given).toMatchObject({ jpyPerUsd: 157.5, isJpyPerUsdSet: true })
})

test('without configuration, Engawa has sample houses and demo accounts, and only this machine can reach Engawa', () => {
  expect(readEnvironment({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDirectory: './data',
    hasSampleData: true,
    hasDemoAccounts: true,
    makesAvif: true,
  })
})

test('sources are on the public internet or in one folder, unless the operator says otherwise', () => {
  const usual = readEnvironment({ DATA_DIR: '/srv/engawa', STRIPE: 'x', SOURCE_TANBA: 'Bearer x' })
  expect(usual.sources).toEqual({
    folder: '/srv/engawa/sources',
    allowsPrivate: false,
    secrets: new Map([['SOURCE_TANBA', 'Bearer x']]),
  })
  const given = readEnvironment({ SOURCES_FOLDER: '/srv/files', SOURCES_ALLOW_PRIVATE: 'on' })
  expect(given.sources).toMatchObject({ folder: '/srv/files', allowsPrivate: true })
})

test('the operator can turn off AVIF copies of photos', () => {
  expect(readEnvironment({ AVIF_COPIES: 'off' }).makesAvif).toBe(false)
  expect(readEnvironment({ CATALOGUE_ON_DEVICES: 'off' }).hasCatalogueFile).toBe(false)
})

test('metrics are served only if a port is configured, and by default only to this machine', () => {
  expect(readEnvironment({}).metrics).toBeNull()
  expect(readEnvironment({ METRICS_PORT: '9464' }).metrics).toEqual({
    host: '127.0.0.1',
    port: 9464,
  })
  expect(readEnvironment({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({
    host: '0.0.0.0',
    port: 9464,
  })
})

test('logs are JSON in production, and readable text elsewhere', () => {
  expect(readEnvironment({}).logsJson).toBe(false)
  expect(readEnvironment(PRODUCTION).logsJson).toBe(true)
  expect(readEnvironment({ ...PRODUCTION, LOG: 'text' }).logsJson).toBe(false)
})

test('after a stop signal, the server keeps answering for the configured time, by default five seconds in production and zero elsewhere', () => {
  expect(readEnvironment({}).drainMs).toBe(0)
  expect(readEnvironment(PRODUCTION).drainMs).toBe(5000)
  expect(readEnvironment({ ...PRODUCTION, DRAIN_SECONDS: '0.5' }).drainMs).toBe(500)
})

test('production requires the public address, because links in mails begin with this address (check 20)', () => {
  expect(readEnvironment({}).publicUrl).toBeUndefined()
  expect(readEnvironment(PRODUCTION).publicUrl).toBe('https://engawa.example')
  expect(() => readEnvironment({ ...PRODUCTION, PUBLIC_URL: '' })).toThrow(
    /^The configuration is not valid:\n {2}PUBLIC_URL is needed in production: links in mails begin with it$/,
  )
})

test('production has sample houses and demo accounts only on request', () => {
  expect(readEnvironment(PRODUCTION)).toMatchObject({
    hasSampleData: false,
    hasDemoAccounts: false,
  })
  expect(readEnvironment({ ...PRODUCTION, SAMPLE_DATA: 'on', DEMO_ACCOUNTS: 'on' })).toMatchObject({
    hasSampleData: true,
    hasDemoAccounts: true,
  })
})

test.each([
  ['Engawa <post@engawa.example>', { name: 'Engawa', address: 'post@engawa.example' }],
  ['縁側 Houses<post@engawa.example>', { name: '縁側 Houses', address: 'post@engawa.example' }],
  ['post@engawa.example', { name: '', address: 'post@engawa.example' }],
])('MAIL_FROM %s sets the sender of mails', (MAIL_FROM, from) => {
  expect(readEnvironment({ MAIL_FROM }).mailFrom).toEqual(from)
})

test.each(['Engawa', 'Engawa <>', 'a@engawa.example, b@engawa.example', 'A <a@b@engawa.example>'])(
  'MAIL_FROM cannot be %s',
  (MAIL_FROM) => {
    expect(() => readEnvironment({ MAIL_FROM })).toThrow('MAIL_FROM must look like')
  },
)

test.each(['smtp:', 'smtp://', 'smtps:mail.example', 'smtp://:25', 'smtp:///mail'])(
  'the mail server %s is refused, because its address contains no host',
  (SMTP_URL) => {
    expect(() => readEnvironment({ SMTP_URL, MAIL_FROM: 'post@engawa.example' })).toThrow(
      'SMTP_URL must look like smtps://user:password@mail.example',
    )
  },
)

test('a configured mail server needs a sender address (MAIL_FROM)', () => {
  expect(() => readEnvironment({ SMTP_URL: 'smtp://mail.example', PORT: 'x' })).toThrow(
    /PORT must.*MAIL_FROM is needed together with SMTP_URL/s,
  )
})

test('production requires a mail server, unless it is configured to write mails to files (check 58)', () => {
  const { MAIL_TO_FILES, ...silent } = PRODUCTION
  expect(() => readEnvironment(silent)).toThrow(
    /^The configuration is not valid:\n {2}SMTP_URL is needed in production, for mails to reach people, unless MAIL_TO_FILES is on$/,
  )
  expect(() => readEnvironment({ ...silent, MAIL_TO_FILES: 'off' })).toThrow('SMTP_URL is needed')
  expect(readEnvironment(PRODUCTION).smtpUrl).toBeUndefined()
  const sent = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'post@engawa.example' }
  expect(readEnvironment({ ...silent, ...sent }).smtpUrl).toBe('smtps://mail.example')
})

const MAIL_FROM = 'Engawa <post@engawa.example>'
const warningsOf = (variables: NodeJS.ProcessEnv) =>
  findSecurityWarnings(readEnvironment({ ...PRODUCTION, MAIL_FROM, ...variables }))

test.each([
  ['smtp://mail.example', true],
  ['smtp://user:password@mail.example:587', true],
  ['smtp://mail.example?requireTLS=true', false],
  ['smtps://mail.example', false],
  ['smtp://127.0.0.1:25', false],
])('in production, the mail server %s gives a warning: %s', (SMTP_URL, isWarned) => {
  const warnings = warningsOf({ SMTP_URL, BACKUPS_ENCRYPTED: 'on' })
  expect(warnings).toEqual(
    isWarned ? [expect.stringMatching(/^SMTP_URL does not require TLS/)] : [],
  )
  expect(warnings.join()).not.toContain('password@')
})

test('in production, unencrypted backups give a warning until the operator says that they are encrypted', () => {
  expect(warningsOf({})).toEqual([expect.stringMatching(/^Backups are not encrypted/)])
  expect(warningsOf({ BACKUPS_ENCRYPTED: 'on' })).toEqual([])
  expect(findSecurityWarnings(readEnvironment({}))).toEqual([])
})

test('vulnerabilities are reported to the sender of mails, unless another contact is set', () => {
  expect(readEnvironment({ MAIL_FROM }).securityContact).toBe('mailto:post@engawa.example')
  const SECURITY_CONTACT = 'https://engawa.example/report'
  expect(readEnvironment({ MAIL_FROM, SECURITY_CONTACT }).securityContact).toBe(SECURITY_CONTACT)
  expect(readEnvironment({}).securityContact).toBeUndefined()
})
