import * as z from 'zod/mini'
import { collect } from './charging.ts'
import { parameters, text } from './http/parameters.ts'
import type { Serve } from './http/requests.ts'
import { invoiceOf, requireSecret } from './payment-intents.ts'
import { invalid } from './refusals.ts'
import type { PaymentIntent, SetupIntent } from './stripe-objects.ts'
import type { World } from './world.ts'

const BankAnswer = parameters({ client_secret: text, outcome: z.enum(['pass', 'fail']) })

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/**
 * Routes for the customer's choice on their bank's 3-D Secure page. Stripe's API has no such
 * routes.
 */
export function threeDSecureRoutes(serve: Serve, world: World) {
  const { ledger } = world

  serve(
    'POST',
    '/3ds/:id',
    BankAnswer,
    (given, { id }) => {
      const hasPassed = given.outcome === 'pass'
      const isSetup = id.startsWith('seti_')
      const intent = isSetup ? ledger.setupIntents.get(id) : ledger.paymentIntents.get(id)
      requireSecret(intent, given.client_secret)
      if (intent.status !== 'requires_action') {
        throw invalid('The bank has nothing to ask about this.', {
          code: isSetup ? 'setup_intent_unexpected_state' : 'payment_intent_unexpected_state',
        })
      }
      if (intent.object === 'setup_intent') answerSetup(intent, hasPassed)
      else answerPayment(intent, hasPassed)
      return intent
    },
    { isPublic: true },
  )

  function answerSetup(intent: SetupIntent, hasPassed: boolean) {
    intent.next_action = null
    if (hasPassed) {
      intent.status = 'succeeded'
      ledger.cards.get(String(intent.payment_method)).isAuthenticated = true
      return
    }
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_setup_error = {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message: NOT_AUTHENTICATED,
    }
  }

  function answerPayment(intent: PaymentIntent, hasPassed: boolean) {
    if (hasPassed) {
      collect(world, invoiceOf(world, intent), { isOnSession: true, isAuthenticated: true })
      return
    }
    intent.status = 'requires_payment_method'
    intent.next_action = null
    intent.payment_method = null
    intent.last_payment_error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: NOT_AUTHENTICATED,
    }
  }
}
