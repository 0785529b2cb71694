import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import Stripe from 'stripe'
import { customerRoutes } from '../customers.ts'
import { disputeRoutes } from '../disputes.ts'
import { eventRoutes } from '../events.ts'
import { invoicePaymentRoutes } from '../invoice-payments.ts'
import { invoiceRoutes } from '../invoice-routes.ts'
import { paymentIntentRoutes } from '../payment-intents.ts'
import { paymentMethodRoutes } from '../payment-methods.ts'
import { priceRoutes } from '../prices.ts'
import { refundRoutes } from '../refunds.ts'
import { invalid, type StripeError, StripeRefusal } from '../refusals.ts'
import { setupIntentRoutes } from '../setup-intents.ts'
import { subscriptionRoutes } from '../subscriptions.ts'
import { threeDSecureRoutes } from '../three-d-secure.ts'
import { authenticate, type RequestOptions, serving } from './requests.ts'

/** The maximum size of a request's body. Engawa's requests are far smaller. */
const MAX_BODY_BYTES = 64 * 1024

interface ApiOptions extends RequestOptions {
  /** Middleware around every request. Tests use it to lose a response. */
  around?: MiddlewareHandler | undefined
  logError: (error: unknown) => void
}

/**
 * Creates the sandbox's API. The API has only those routes of Stripe's API that card subscriptions
 * need.
 */
export function createApi({ around, logError, ...options }: ApiOptions) {
  const { world, keys } = options
  const app = new Hono()
  app.use((c, next) => {
    c.header('stripe-version', Stripe.API_VERSION)
    c.header('cache-control', 'no-store')
    return next()
  })

  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw invalid('The request is too large.')
      },
    }),
  )

  if (around) app.use(around)

  const serve = serving(app, options)
  customerRoutes(serve, world)
  paymentMethodRoutes(serve, world)
  priceRoutes(serve, world)
  subscriptionRoutes(serve, world)
  invoiceRoutes(serve, world)
  invoicePaymentRoutes(serve, world)
  paymentIntentRoutes(serve, world)
  refundRoutes(serve, world)
  disputeRoutes(serve, world)
  setupIntentRoutes(serve, world)
  threeDSecureRoutes(serve, world)
  eventRoutes(serve, world)

  app.notFound((c) => {
    authenticate(c, keys)
    const { method, path } = c.req
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
  })
  app.onError((error, c) => {
    if (error instanceof StripeRefusal) return c.json({ error: error.error }, error.status)
    logError(error)
    const body: StripeError = { type: 'api_error', message: 'The sandbox has a bug; see its log.' }
    return c.json({ error: body }, 500)
  })
  return app
}
