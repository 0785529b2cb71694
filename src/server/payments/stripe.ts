import Stripe from 'stripe'
import { OperatorError } from '#server/errors/operator-error.ts'
import { isLiveKey, type StripeSettings } from './settings.ts'

/** How long Stripe may take for one answer, in milliseconds; its own limit would be 80 seconds. */
const TIMEOUT = 20_000
const RETRIES = 2

/** For a question that somebody waits for who does not pay: once, and not for long. */
export const QUICK = { timeout: 3000, maxNetworkRetries: 0 } satisfies Stripe.RequestOptions

/** Stripe's own SDK, set up for `settings`. */
export function openStripe(
  { secretKey, apiBase }: StripeSettings,
  { retries = RETRIES, timeout = TIMEOUT }: { retries?: number; timeout?: number } = {},
) {
  if (apiBase && isLiveKey(secretKey)) {
    throw new OperatorError('A live key of Stripe is sent to nobody but Stripe.')
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
 * The SDK takes any JSON without an `error` for success, whatever the status: also what a proxy on
 * the way says when it cannot go on. Such an answer is an error here.
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
        throw new Error(`An answer with status ${status} is not Stripe's`)
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
