import { expect, test } from 'vitest'
import { stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
])(
  'the payment sandbox refuses to attach the test card %s to a customer',
  async (card, code, decline_code) => {
    const { stripe, customer } = await testSandbox()
    const { id } = await customer()
    const error = await stripe.paymentMethods
      .attach(card, { customer: id })
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code })
  },
)

test('in the payment sandbox, the card 4000 0000 0000 0341 can be attached, and is declined when charged', async () => {
  const world = await testSandbox()
  const { subscription } = await world.subscriber('pm_card_chargeCustomerFail')
  expect(subscription.status).toBe('incomplete')
  expect(await world.latestIntent(subscription.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  })
})

test('the payment sandbox refuses to charge a customer who has no card, and refuses to charge another customer’s card', async () => {
  const { sandbox, stripe, customer, subscriber } = await testSandbox()
  const { id } = await customer()
  const items = [{ price: sandbox.settings.priceId }]
  expect(await stripeErrorOf(stripe.subscriptions.create({ customer: id, items }))).toMatchObject({
    status: 400,
    code: 'resource_missing',
  })
  const { method } = await subscriber()
  const taken = stripe.subscriptions.create({
    customer: id,
    items,
    default_payment_method: method.id,
  })
  expect(await stripeErrorOf(taken)).toMatchObject({ status: 400, code: 'resource_missing' })
  const attached = stripe.paymentMethods.attach(method.id, { customer: id })
  expect(await stripeErrorOf(attached)).toMatchObject({ status: 400 })
})

test('in the payment sandbox, a payment can still be declined after the person has confirmed it', async () => {
  const world = await testSandbox()
  const { subscription } = await world.subscriber(
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  )
  const { id, client_secret } = await world.latestIntent(subscription.id)
  const answer = { client_secret: String(client_secret), outcome: 'pass' }
  expect((await world.sendFromPage('POST', `/3ds/${id}`, answer)).body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  })
})

test('in the payment sandbox, a payment waiting for the bank cannot succeed after its subscription was cancelled', async () => {
  const world = await testSandbox()
  const { subscription } = await world.subscriber('pm_card_authenticationRequired')
  const { id, client_secret } = await world.latestIntent(subscription.id)
  const ended = await world.stripe.subscriptions.cancel(subscription.id)
  expect(ended.status).toBe('incomplete_expired')
  expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  const answer = { client_secret: String(client_secret), outcome: 'pass' }
  expect((await world.sendFromPage('POST', `/3ds/${id}`, answer)).status).toBe(400)
  expect((await world.latestInvoice(subscription.id)).status).toBe('void')
})
