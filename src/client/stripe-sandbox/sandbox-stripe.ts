import type {
  PaymentIntentResult,
  PaymentMethodResult,
  SetupIntentResult,
  StripeCardElementOptions,
  StripeConstructor,
} from '@stripe/stripe-js'
import * as z from 'zod/mini'
import { createCardElement, type SandboxCardElement } from './card-element.ts'
import { digitsOf, readExpiry } from './card-text.ts'
import { confirmIntent } from './confirmation.ts'
import { openSandboxApi, type SandboxApi, StripeRefusal } from './sandbox-api.ts'

/** The release of Stripe.js that the loader expects. */
const VERSION = 'endive'

/**
 * A replacement for Stripe.js. The replacement has the functions that a card form uses, and sends
 * cards only to the sandbox.
 */
function SandboxStripe(publishableKey: string) {
  if (!publishableKey.startsWith('pk_test_')) {
    throw new Error('The sandbox takes the place of Stripe.js for test keys only.')
  }
  const api = openSandboxApi(publishableKey)
  return {
    elements: createElements,
    createPaymentMethod: ({ card }: { card: SandboxCardElement }) =>
      asResult<PaymentMethodResult>('paymentMethod', createPaymentMethod(api, card)),
    confirmCardPayment: (secret: string) =>
      asResult<PaymentIntentResult>('paymentIntent', confirmIntent(api, 'payment_intents', secret)),
    confirmCardSetup: (secret: string) =>
      asResult<SetupIntentResult>('setupIntent', confirmIntent(api, 'setup_intents', secret)),
    // Stripe's React library accepts only an object with these methods as a Stripe object.
    createToken: () => Promise.reject(new Error('The sandbox makes payment methods, not tokens.')),
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

function createElements() {
  let card: SandboxCardElement | null = null
  return {
    create(type: string, options: StripeCardElementOptions = {}) {
      if (type !== 'card') throw new Error('The sandbox has card elements only.')
      if (card) throw new Error('The sandbox can create only one card element at a time.')
      card = createCardElement(options, { onDestroy: () => (card = null) })
      return card
    },
    /**
     * Callers pass the type `card` or the React component `CardElement`. The sandbox has only this
     * one element, so it ignores the argument.
     */
    getElement: () => card,
    update() {},
  }
}

async function createPaymentMethod(api: SandboxApi, card: SandboxCardElement) {
  const { text, error } = card.finish()
  if (error) throw new StripeRefusal(error)
  const expiry = readExpiry(text.expiry)
  return api(z.looseObject({ id: z.string() }), {
    method: 'POST',
    path: '/v1/payment_methods',
    fields: {
      type: 'card',
      'card[number]': digitsOf(text.number),
      'card[exp_month]': String(expiry?.month),
      'card[exp_year]': String(expiry?.year),
      'card[cvc]': text.code,
    },
  })
}

/** Returns an error as a value, as the functions of Stripe.js do. */
async function asResult<Result>(name: string, work: Promise<unknown>) {
  try {
    // The cast is safe, because the sandbox answers with Stripe's API objects.
    return { [name]: await work } as Result
  } catch (error) {
    if (error instanceof StripeRefusal) return { error: error.fault } as Result
    throw error
  }
}

// Stripe’s loader finds this object, so the loader does not load Stripe.js.
window.Stripe = Object.assign(SandboxStripe, { version: VERSION }) as unknown as StripeConstructor
