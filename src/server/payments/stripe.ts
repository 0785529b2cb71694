import Stripe from 'stripe'
import { OperatorError } from '#server/errors/operator-error.ts'
import { isLiveKey, type StripeSettings } from './settings.ts'

/** The timeout of one request. The SDK's default is 80 seconds. */
const TIMEOUT_MS = 20_000
const RETRIES = 2

/** Options for read-only requests while a user waits: a short timeout and no retry. */
export const QUICK = { timeout: 3000, maxNetworkRetries: 0 } satisfies Stripe.RequestOptions

/** Stripe's own SDK, set up for `settings`. */
export function openStripe(
  { secretKey, apiBase }: StripeSettings,
  { retries = RETRIES, timeout = TIMEOUT_MS }: { retries?: number; timeout?: number } = {},
) {
  if (apiBase && isLiveKey(secretKey)) {
    throw new OperatorError(
      'A live key is for Stripe only. Remove STRIPE_API_BASE, or use a test key.',
    )
  }
  return new Stripe(secretKey, {
    maxNetworkRetries: retries,
    timeout,
    telemetry: false,
    httpClient: strictHttpClient(),
    ...(apiBase && addressOf(new URL(apiBase))),
  })
}

function addressOf({ hostname, port, protocol }: URL) {
  const isSecure = protocol === 'https:'
  return {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
  } as const
}

/**
 * An HTTP client that rejects wrong responses. The SDK treats any JSON without `error` as a
 * success, even if it is the error page of a proxy.
 */
function strictHttpClient() {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const status = response.getStatusCode()
    const toJSON = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await toJSON()
      if (!isStripes(body, status))
        throw new Error(`A response with status ${status} did not come from Stripe`)
      return body
    }
    return response
  }
  return client
}

function isStripes(body: unknown, status: number) {
  if (typeof body !== 'object' || body === null) return false
  if ('error' in body) return status >= 400
  const isObject = 'object' in body && typeof body.object === 'string'
  return status >= 200 && status < 300 && isObject
}
