import { expect, test } from 'vitest'
import { readEnvironment } from '#server/env.ts'

test('every fault of the configuration is named in one message, without its secrets', () => {
  expect(() =>
    readEnvironment({
      PORT: '80a',
      DATABASE_URL: 'mysql://admin:hunter2@db/engawa',
      PUBLIC_URL: 'engawa.example',
      JPY_PER_USD: '0',
      SAMPLE_DATA: 'yes',
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
      '  JPY_PER_USD must be a number above 0, the yen that a dollar buys',
      '  SAMPLE_DATA must be on or off',
      '  AVIF_COPIES must be on or off',
    ].join('\n'),
  )
})

test.each(['65536', '-1', '3000.5', 'Infinity'])('PORT cannot be %s', (PORT) => {
  expect(() => readEnvironment({ PORT })).toThrow('PORT must be a whole number')
})

test('an empty variable is as good as none', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: '', NODE_ENV: '' })).toEqual(readEnvironment({}))
})

test('without configuration only this machine reaches Engawa, with samples and demo accounts', () => {
  expect(readEnvironment({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDirectory: './data',
    hasSampleData: true,
    hasDemoAccounts: true,
    makesAvif: true,
  })
})

test('a process makes no AVIF copies when told not to', () => {
  expect(readEnvironment({ AVIF_COPIES: 'off' }).makesAvif).toBe(false)
})

test('in production there are samples and demo accounts only when asked for', () => {
  const production = { NODE_ENV: 'production' }
  expect(readEnvironment(production)).toMatchObject({
    hasSampleData: false,
    hasDemoAccounts: false,
  })
  expect(readEnvironment({ ...production, SAMPLE_DATA: 'on', DEMO_ACCOUNTS: 'on' })).toMatchObject({
    hasSampleData: true,
    hasDemoAccounts: true,
  })
})
