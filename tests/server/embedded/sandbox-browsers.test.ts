import { expect, test } from 'vitest'
import { TEST_CARDS } from '#stripe-sandbox/cards.ts'
import { stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'

const EXPIRY = { type: 'card', 'card[exp_month]': '12', 'card[exp_year]': '2035', 'card[cvc]': '1' }

function cardForm(number: string, fields: Record<string, string> = {}) {
  return { ...EXPIRY, 'card[number]': number, ...fields }
}

test.each([
  ['GET', '/v1/customers'],
  ['GET', '/v1/events'],
  ['GET', '/v1/payment_methods/pm_x'],
  ['POST', '/v1/payment_methods/pm_x/attach'],
  ['POST', '/v1/subscriptions'],
  ['POST', '/v1/setup_intents'],
  ['POST', '/advance'],
] as const)('the payment sandbox refuses %s %s from a browser', async (method, path) => {
  const { sendFromPage } = await testSandbox()
  const answer = await sendFromPage(method, path)
  expect([401, 404]).toContain(answer.status)
  expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test.each([
  ['no key', undefined],
  ['the secret key', 'secret'],
  ['another key', 'pk_test_other'],
])('the payment sandbox refuses a browser with %s', async (_, key) => {
  const { sandbox } = await testSandbox()
  const authorization = key === 'secret' ? sandbox.settings.secretKey : key
  const { status } = await sandbox.fetch(
    new Request('https://engawa.example/sandbox/v1/payment_methods', {
      method: 'POST',
      body: new URLSearchParams(cardForm('4242424242424242')),
      ...(authorization && { headers: { authorization: `Bearer ${authorization}` } }),
    }),
  )
  expect(status).toBe(401)
})

test("a browser can read a payment intent from the sandbox only with the intent's client secret", async () => {
  const { stripe, customer, sendFromPage } = await testSandbox()
  const { id } = await customer()
  const intent = await stripe.setupIntents.create({
    customer: id,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  })
  const path = `/v1/setup_intents/${intent.id}`
  expect((await sendFromPage('GET', path)).status).toBe(404)
  expect(
    (await sendFromPage('GET', path, { client_secret: `${intent.client_secret}x` })).status,
  ).toBe(404)
  const answer = await sendFromPage('GET', path, { client_secret: String(intent.client_secret) })
  expect(answer).toMatchObject({ status: 200, body: { status: 'requires_action' } })
})

test('the payment sandbox accepts every listed test card, with its number as printed', async () => {
  const { sendFromPage } = await testSandbox()
  expect(TEST_CARDS).toHaveLength(13)
  for (const { number } of TEST_CARDS) {
    expect(number).toMatch(/^\d{4} \d{4} \d{4} \d{4}$/)
    const { status, body } = await sendFromPage('POST', '/v1/payment_methods', cardForm(number))
    expect({ status, last4: body.card.last4 }).toEqual({ status: 200, last4: number.slice(-4) })
  }
})

test.each([
  ['a wrong number', cardForm('4242424242424241'), 'incorrect_number'],
  ['a number that is no test card', cardForm('4111111111111111'), 'card_declined'],
  [
    'an impossible month',
    cardForm('4242424242424242', { 'card[exp_month]': '13' }),
    'invalid_expiry_month',
  ],
  [
    'a past year',
    cardForm('4242424242424242', { 'card[exp_year]': '2025' }),
    'invalid_expiry_year',
  ],
])('the payment sandbox refuses a card with %s', async (_, form, code) => {
  const { sendFromPage } = await testSandbox()
  const { status, body } = await sendFromPage('POST', '/v1/payment_methods', form)
  expect({ status, code: body.error.code }).toEqual({ status: 402, code })
})

test('in the payment sandbox, a card is valid until the end of its month', async () => {
  const { sandbox, sendFromPage } = await testSandbox({
    clock: () => new Date('2026-12-31T23:00:00Z'),
  })
  const form = cardForm('4242424242424242', { 'card[exp_year]': '2026' })
  expect((await sendFromPage('POST', '/v1/payment_methods', form)).status).toBe(200)
  await sandbox.advance(new Date('2027-01-01T00:00:00Z'))
  expect((await sendFromPage('POST', '/v1/payment_methods', form)).status).toBe(402)
})

test('the payment sandbox refuses card numbers from a server', async () => {
  const { stripe } = await testSandbox()
  const form = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2035 } }
  expect(await stripeErrorOf(stripe.rawRequest('POST', '/v1/payment_methods', form))).toMatchObject(
    {
      status: 402,
    },
  )
})

test('the payment sandbox refuses a request much larger than any that the app sends', async () => {
  const { sendFromPage } = await testSandbox()
  const form = cardForm('4242424242424242', { 'card[cvc]': 'x'.repeat(100_000) })
  expect((await sendFromPage('POST', '/v1/payment_methods', form)).status).toBe(400)
})
