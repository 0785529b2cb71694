import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type CardKind, cardOf, isCardNumber, kindOfName, kindOfNumber } from './cards.ts'
import { NONE, parameters, text, whole } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { attach, customerOf } from './ownership.ts'
import { invalid, refusedCard } from './refusals.ts'
import type { PaymentMethod } from './stripe-objects.ts'
import { newId, type World } from './world.ts'

const CreatePaymentMethod = parameters({
  type: z.literal('card', 'must be card: the sandbox knows no other payment method'),
  card: z.strictObject({ number: text, exp_month: whole, exp_year: whole, cvc: z.optional(text) }),
})

const AttachPaymentMethod = parameters({ customer: text })

/**
 * The expiry date of a test card with an id, such as `pm_card_visa`. A request sends this id and no
 * card number or expiry date. The date is far in the future, so that the card stays valid when time
 * is advanced.
 */
const EXPIRY_OF_NAMED = { month: 12, year: 2040 }

export function paymentMethodRoutes(serve: Serve, world: World) {
  serve(
    'POST',
    '/v1/payment_methods',
    CreatePaymentMethod,
    ({ card }, { isPublic }) => {
      if (!isPublic) {
        throw invalid(
          'Sending credit card numbers directly to the Stripe API is generally unsafe. Use Stripe.js.',
          { param: 'card[number]' },
          402,
        )
      }
      const expiry = { month: card.exp_month, year: card.exp_year }
      return newPaymentMethod(world, kindOf(card.number), expiryInFuture(world, expiry))
    },
    { isPublic: true },
  )

  serve('GET', '/v1/payment_methods/:id', NONE, (_, { id }) => findOrCreate(world, id))

  serve('POST', '/v1/payment_methods/:id/attach', AttachPaymentMethod, ({ customer }, { id }) => {
    return attach(world, findOrCreate(world, id), customerOf(world, customer, 'customer').id)
  })
}

/**
 * Returns the payment method with this id. If the id is one of Stripe's test names, creates a new
 * payment method on each call.
 */
export function findOrCreate(world: World, id: string, param?: string) {
  const kind = kindOfName(id)
  return kind
    ? newPaymentMethod(world, kind, EXPIRY_OF_NAMED)
    : world.ledger.paymentMethods.get(id, param)
}

function kindOf(number: string): CardKind {
  const digits = number.replace(/\s/g, '')
  if (!isCardNumber(digits)) {
    throw refusedCard(
      { code: 'incorrect_number', message: 'Your card number is incorrect.' },
      { param: 'number' },
    )
  }
  const kind = kindOfNumber(digits)
  if (!kind) {
    throw refusedCard({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.',
    })
  }
  return kind
}

interface Expiry {
  month: number
  year: number
}

function expiryInFuture({ time }: World, { month, year }: Expiry): Expiry {
  if (month < 1 || month > 12) {
    throw refusedCard(
      {
        code: 'invalid_expiry_month',
        message: "Your card's expiration month is invalid.",
      },
      { param: 'exp_month' },
    )
  }
  // A card is valid until the end of its month.
  if (year > 9999 || Date.UTC(year, month) <= time.now().getTime()) {
    throw refusedCard(
      {
        code: 'invalid_expiry_year',
        message: "Your card's expiration year is invalid.",
      },
      { param: 'exp_year' },
    )
  }
  return { month, year }
}

function newPaymentMethod({ ledger, time }: World, kind: CardKind, expiry: Expiry) {
  const { brand, number } = cardOf(kind)
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash('sha256').update(kind).digest('hex').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: time.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  ledger.cards.add({ id: method.id, kind, isAuthenticated: false })
  return ledger.paymentMethods.add(method)
}
