import { expect, test, vi } from 'vitest'
import { createSubscription } from '#contract/payments.ts'
import { createApp } from '#server/app.ts'
import { readEnvironment } from '#server/env.ts'
import { openPayments } from '#server/payments/payments.ts'
import { openStripe } from '#server/payments/stripe.ts'
import { noPayments } from '#tests/support/no-payments.ts'
import { payment, paymentsOf } from '#tests/support/payments.ts'
import { startServer } from '#tests/support/server.ts'

const TEST_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1234',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234',
  STRIPE_PRICE_ID: 'price_1234',
}
const LIVE_KEYS = {
  ...TEST_KEYS,
  STRIPE_SECRET_KEY: 'rk_live_1234',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234',
}
/** The settings that production requires besides those of Stripe. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://engawa.example',
  MAIL_TO_FILES: 'on',
}

test('without keys the server uses the sandbox, and with all keys it uses Stripe', () => {
  expect(readEnvironment({}).stripe).toBeNull()
  expect(readEnvironment(TEST_KEYS).stripe).toEqual({
    secretKey: 'sk_test_1234',
    publishableKey: 'pk_test_1234',
    webhookSecrets: ['whsec_1234'],
    priceId: 'price_1234',
  })
})

test('the configuration may contain two webhook secrets, so that an operator can replace one', () => {
  const { stripe } = readEnvironment({
    ...TEST_KEYS,
    STRIPE_WEBHOOK_SECRET: 'whsec_old,whsec_new',
  })
  expect(stripe?.webhookSecrets).toEqual(['whsec_old', 'whsec_new'])
})

const findSettingErrors = (variables: Record<string, string>) => {
  try {
    readEnvironment(variables)
    return []
  } catch (error) {
    return String(error).split('\n  ').slice(1)
  }
}

test('each environment variable for Stripe is validated, and errors do not repeat its value (check 58)', () => {
  const errors = findSettingErrors({
    STRIPE_SECRET_KEY: 'hunter2',
    STRIPE_PUBLISHABLE_KEY: 'sk_test_1234',
    STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c',
    STRIPE_PRICE_ID: '20',
    STRIPE_API_BASE: 'ftp://stripe.example',
    SANDBOX_PAYMENTS: 'yes',
  })
  expect(errors.map((error) => error.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_ID',
      'STRIPE_API_BASE',
      'SANDBOX_PAYMENTS',
    ]),
  )
  expect(errors.join()).not.toMatch(/hunter2|1234/)
})

test('the four variables for Stripe must be set together (check 58)', () => {
  expect(findSettingErrors({ STRIPE_SECRET_KEY: 'sk_test_1234' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY is missing: the four variables for Stripe must be set together',
    'STRIPE_WEBHOOK_SECRET is missing: the four variables for Stripe must be set together',
    'STRIPE_PRICE_ID is missing: the four variables for Stripe must be set together',
  ])
})

test('live and test keys cannot be mixed', () => {
  expect(findSettingErrors({ ...TEST_KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_live_1234' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys, or both be test keys',
  ])
})

test.each([
  ['a live key', { ...LIVE_KEYS, STRIPE_API_BASE: 'https://stripe.example' }],
  ['no key', { STRIPE_API_BASE: 'https://stripe.example' }],
  [
    'production',
    {
      ...TEST_KEYS,
      STRIPE_API_BASE: 'https://stripe.example',
      ...PRODUCTION,
      SANDBOX_PAYMENTS: 'on',
    },
  ],
])("with %s, no environment variable can change the address of Stripe's API", (_, variables) => {
  expect(findSettingErrors(variables)).toEqual([
    'STRIPE_API_BASE is for test keys only, and not for production',
  ])
})

test('production uses live payments, unless it is configured as a demo (check 58)', () => {
  const error = 'STRIPE_SECRET_KEY must be a live key in production, unless SANDBOX_PAYMENTS is on'
  expect(findSettingErrors(PRODUCTION)).toEqual([error])
  expect(findSettingErrors({ ...PRODUCTION, ...TEST_KEYS })).toEqual([error])
  const misnamed = { ...TEST_KEYS, STRIPE_SECRET_KEY: 'sk_test_live_1234' }
  expect(findSettingErrors({ ...PRODUCTION, ...misnamed })).toEqual([error])
  expect(findSettingErrors({ ...PRODUCTION, ...LIVE_KEYS })).toEqual([])
  expect(findSettingErrors({ ...PRODUCTION, SANDBOX_PAYMENTS: 'on' })).toEqual([])
})

test('a live key is sent only to Stripe, whatever the configuration', () => {
  const settings = {
    secretKey: 'sk_live_1234',
    publishableKey: 'pk_live_1234',
    webhookSecrets: [],
    priceId: 'price_1234',
    apiBase: 'http://127.0.0.1:1',
  }
  expect(() => openStripe(settings)).toThrow(
    'A live key is for Stripe only. Remove STRIPE_API_BASE, or use a test key.',
  )
})

test('the server refuses a price at Stripe that differs from the price on the pages', async () => {
  const server = await startServer()
  const { stripe, settings, checkPrice } = server.services.payments
  await checkPrice()
  const { product } = await stripe.prices.retrieve(settings.priceId)
  for (const wrong of [
    { currency: 'usd', unit_amount: 2500, recurring: { interval: 'month' } },
    { currency: 'eur', unit_amount: 2000, recurring: { interval: 'month' } },
  ] as const) {
    const { id } = await stripe.prices.create({ ...wrong, product: String(product) })
    await expect(openPayments({ ...settings, priceId: id }).checkPrice()).rejects.toThrow(
      `The price ${id} at Stripe does not match the plan`,
    )
  }
  const missing = openPayments({ ...settings, priceId: 'price_nowhere' })
  await expect(missing.checkPrice()).rejects.toThrow('Stripe has no price price_nowhere')
  const stranger = openPayments({ ...settings, secretKey: 'sk_test_stranger' })
  await expect(stranger.checkPrice()).rejects.toThrow('Stripe refuses STRIPE_SECRET_KEY')
})

test('the server refuses a price that was withdrawn at Stripe, and a price for several months', async () => {
  const { stripe, settings } = (await startServer()).services.payments
  const price = await stripe.prices.retrieve(settings.priceId)
  const { recurring } = price
  if (!recurring) throw new Error('The price of the sandbox is not for a subscription')
  for (const wrong of [{ active: false }, { recurring: { ...recurring, interval_count: 3 } }]) {
    vi.spyOn(stripe.prices, 'retrieve').mockResolvedValueOnce({ ...price, ...wrong })
    await expect(openPayments(settings, { stripe }).checkPrice()).rejects.toThrow(
      'does not match the plan',
    )
  }
})

test('nobody can pay before the server has checked the price at Stripe', async () => {
  const reports: unknown[] = []
  const server = await startServer({ logError: (error) => reports.push(error) })
  const { settings, sandbox } = server.services.payments
  const app = createApp({
    ...server.services,
    payments: openPayments({ ...settings, priceId: 'price_nowhere' }, { sandbox }),
  })
  const { token } = await server.addUser()
  const answer = await app.request('/v1/payments/create-subscription', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(payment('pm_card_visa')),
  })
  expect(answer.status).toBe(500)
  expect(reports).toMatchObject([{ message: expect.stringContaining('price_nowhere') }])
})

test('if Stripe no longer has the price, the payment fails with a server error, not as a refusal of the card', async () => {
  const reports: unknown[] = []
  const server = await startServer({ logError: (error) => reports.push(error) })
  const { checkPrice, settings } = server.services.payments
  await checkPrice()
  settings.priceId = 'price_withdrawn'
  const { status, body } = await paymentsOf(server).pay(await server.addUser())
  expect({ status, body }).toMatchObject({ status: 500, body: { detail: 'Internal server error' } })
  expect(reports).toMatchObject([{ message: expect.stringContaining('price_withdrawn') }])
})

test('without Stripe, people can sign in and read, and learn that paying does not work (check 56)', async () => {
  const server = await startServer({ payments: noPayments() })
  const ana = await server.addUser()
  expect(await server.call(ana, createSubscription, payment('pm_card_visa'))).toMatchObject({
    status: 503,
  })
  expect((await server.fetch('/v1/free-listings')).status).toBe(200)
})

test('pages may contact Stripe, but not if the sandbox is used (check 46)', async () => {
  const server = await startServer({ payments: noPayments() })
  const { headers } = await server.fetch('/healthz')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(policy).toContain('frame-src https://js.stripe.com')
  expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")')

  const played = await (await startServer()).fetch('/healthz')
  expect(JSON.stringify([...played.headers])).not.toContain('stripe')
})

test("every response of the server states the server's time", async () => {
  const server = await startServer()
  for (const path of ['/healthz', '/v1/auth/me', '/nowhere']) {
    expect((await server.fetch(path)).headers.get('date')).toBe('Thu, 15 Jan 2026 00:00:00 GMT')
  }
  await server.advance('1 month')
  expect((await server.fetch('/healthz')).headers.get('date')).toBe('Sun, 15 Feb 2026 00:00:00 GMT')
})
