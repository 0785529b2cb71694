import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { register } from '#contract/auth.ts'
import { toRequest } from '#contract/endpoint.ts'
import { updateDisplay } from '#contract/profile.ts'
import { getRates, type Rates } from '#contract/rates.ts'
import { users } from '#server/db/schema.ts'
import { parseRates } from '#server/rates/parse-rates.ts'
import { openRates, type RatesSource } from '#server/rates/rates.ts'
import { startServer } from '#tests/support/server.ts'
import { testDirectory } from '#tests/support/test-directory.ts'

const now = () => new Date('2026-11-24T12:00:00Z')
const RATES = { as_of: '2026-11-20', source: 'ECB', yen_per: { USD: 160, EUR: 180, AUD: 100 } }
const current: Rates = { ...RATES, yen_per: { JPY: 1, ...RATES.yen_per } }

function open(source: RatesSource | undefined, { isJpyPerUsdSet } = { isJpyPerUsdSet: false }) {
  const logWarning = vi.fn<(message: string) => void>()
  const rates = openRates({ jpyPerUsd: 150, isJpyPerUsdSet, source, now, logWarning })
  return { rates, warnings: () => logWarning.mock.calls.flat() }
}

test('without a source of exchange rates, the rates are fixed, have a date, and use JPY_PER_USD for the dollar', async () => {
  const { rates, warnings } = open(undefined)
  await rates.load()
  expect(rates.current()).toMatchObject({ as_of: '2025-09-30', yen_per: { USD: 150, JPY: 1 } })
  expect(warnings()).toEqual([])
})

test('if the operator sets the exchange rate of the dollar, this rate has no date, and the other rates keep their date', async () => {
  const set = open(undefined, { isJpyPerUsdSet: true }).rates.current()
  expect(set).toMatchObject({ set_by_operator: ['USD'], as_of: '2025-09-30' })
  expect(open(undefined).rates.current().set_by_operator).toBeUndefined()

  const server = await startServer({ rates: { current: () => set } })
  const emma = await server.addUser()
  const inDollars = (await server.call(emma, getAccount, {})).body.display
  expect(inDollars).toMatchObject({ currency: 'USD', rate_date: '' })
  expect(inDollars).not.toHaveProperty('rate_source')
  const euros = { currency: 'EUR', area_unit: 'm2' } as const
  expect((await server.call(emma, updateDisplay, euros)).body).toMatchObject({
    rate_date: '2025-09-30',
    rate_source: 'fixed, rounded rates',
  })
})

test('if the file of exchange rates is unreadable, the log contains a clear warning, and the last good rates stay', async () => {
  const address = join(testDirectory(), 'rates.json')
  const { rates, warnings } = open({ kind: 'file', address })
  await writeFile(address, JSON.stringify(RATES))
  await rates.load()
  expect(rates.current()).toEqual(current)

  await writeFile(address, JSON.stringify({ ...RATES, yen_per: { USD: '160' } }))
  await rates.load()
  await writeFile(address, `{"junk": "${'x'.repeat(100_001)}"}`)
  await rates.load()
  expect(rates.current()).toEqual(current)
  expect(warnings()).toEqual([
    `The exchange rates at ${address} cannot be used: the rate of USD must be the yen that one unit buys, as a number. The exchange rates of 2026-11-20 stay in use.`,
    `The exchange rates at ${address} cannot be used: they are larger than 100000 bytes. The exchange rates of 2026-11-20 stay in use.`,
  ])
})

test.each([
  ['{', 'they are not JSON'],
  ['[]', 'they need as_of'],
  [JSON.stringify({ ...RATES, as_of: '2026-11-31' }), 'they need as_of'],
  [JSON.stringify({ ...RATES, as_of: '2026-11-26' }), 'their day is in the future'],
  [JSON.stringify({ ...RATES, yen_per: { EUR: 180 } }), 'the rate of USD is missing'],
  [JSON.stringify({ ...RATES, yen_per: { USD: 0 } }), 'the rate of USD must be'],
  [JSON.stringify({ ...RATES, yen_per: { USD: 1e9 } }), 'the rate of USD must be'],
])('exchange rates such as %s are refused', (text, reason) => {
  expect(() => parseRates(text, now())).toThrow(reason)
})

test('exchange rates of unknown currencies are left out', () => {
  const text = JSON.stringify({ ...RATES, yen_per: { ...RATES.yen_per, XAU: 600_000 } })
  expect(parseRates(text, now())).toEqual(current)
})

test('the server does not load exchange rates from an address that redirects', async () => {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(new TypeError('fetch failed', { cause: new Error('unexpected redirect') }))
  const { rates, warnings } = open({ kind: 'url', address: 'https://rates.example/yen.json' })
  await rates.load()
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error' })
  expect(warnings()).toEqual([
    'The exchange rates at https://rates.example/yen.json cannot be used: unexpected redirect. The exchange rates of 2025-09-30 stay in use.',
  ])
  asked.mockRestore()
})

test('everybody can read the exchange rates, and a browser that has cached them gets a 304', async () => {
  const server = await startServer({ rates: { current: () => current } })
  expect((await server.call(null, getRates, {})).body).toEqual(current)
  const first = await server.fetch('/v1/rates')
  const etag = first.headers.get('etag') ?? ''
  const second = await server.fetch('/v1/rates', { headers: { 'if-none-match': etag } })
  expect(second.status).toBe(304)
})

test('the currency and units of a person are stored with the account, and the server sends the exchange rates of this currency', async () => {
  const server = await startServer({ rates: { current: () => current } })
  const emma = await server.addUser()
  expect((await server.call(emma, getAccount, {})).body.display).toEqual({
    currency: 'USD',
    sign: '$',
    area_unit: 'm2',
    per_yen: 1 / 160,
    per_dollar: 1,
    rate_date: '2026-11-20',
    rate_source: 'ECB',
  })
  const { body: changed } = await server.call(emma, updateDisplay, {
    currency: 'EUR',
    area_unit: 'tsubo',
  })
  expect(changed).toMatchObject({
    currency: 'EUR',
    area_unit: 'tsubo',
    per_yen: 1 / 180,
    per_dollar: 160 / 180,
  })
  expect((await server.call(emma, getAccount, {})).body.display).toEqual(changed)
  // The operator's rates lack this currency, so amounts are shown in dollars until the rates
  // include it.
  await server.call(emma, updateDisplay, { currency: 'GBP', area_unit: 'sqft' })
  expect((await server.call(emma, getAccount, {})).body.display).toMatchObject({
    currency: 'USD',
    area_unit: 'sqft',
  })
})

test.each([
  ['en-AU,en;q=0.9', 'AUD'],
  ['en-ca', 'CAD'],
  ['zh-Hant-TW,zh;q=0.8', 'TWD'],
  ['en-US,en-AU;q=0.5', 'USD'],
  ['en', 'USD'],
  ['sv-SE,sv;q=0.9', 'USD'],
  ['*', 'USD'],
])(
  'with the languages %s, a visitor and a new account see dollars as %s',
  async (language, code) => {
    const server = await startServer()
    const headers = { 'accept-language': language }
    const free = await server.fetch('/v1/free-listings', { headers })
    expect(await free.json()).toMatchObject({ display: { currency: code } })
    const { path, ...init } = toRequest(register, {
      ...{ name: 'Ana', email: 'ana@example.com', password: 'engawa 1926' },
    })
    const sent = { ...init, headers: { ...init.headers, ...headers } }
    expect((await server.fetch(path, sent)).status).toBe(200)
    const [row] = await server.services.db.select().from(users)
    expect(row?.currency).toBe(code)
  },
)
