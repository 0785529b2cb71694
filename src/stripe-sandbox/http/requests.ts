import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { StripeRefusal, unauthorized } from '../refusals.ts'
import type { Transact } from '../state/transactions.ts'
import type { World } from '../world.ts'
import { expand } from './expand.ts'
import { type Form, parseForm } from './form.ts'
import { type ApiResponse, digestOf, type Idempotency } from './idempotency.ts'
import { readParameters } from './parameters.ts'

export interface RequestOptions {
  world: World
  keys: { secretKey: string; publishableKey: string }
  idempotency: Idempotency
  /** Runs a change as a transaction, which stores all of the change or nothing. */
  transact: Transact
}

type Parameters = z.ZodMiniType<{ expand?: string[] | undefined }>

interface RouteContext {
  /** The id in the request's path, if there is one. */
  id: string
  /** Whether the caller used the publishable key, as browsers do. */
  isPublic: boolean
}

export type Serve = ReturnType<typeof serving>

/**
 * Returns the function that serves a route. Every route accepts the secret key. Only `isPublic`
 * routes also accept the publishable key.
 */
export function serving(app: Hono, { world, keys, idempotency, transact }: RequestOptions) {
  return function serve<Schema extends Parameters>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: Schema,
    handle: (parameters: z.output<Schema>, context: RouteContext) => object,
    { isPublic = false } = {},
  ) {
    app.on(method, path, async (c) => {
      const requestId = `req_${randomBytes(7).toString('hex')}`
      c.header('request-id', requestId)
      const caller = authenticate(c, keys)
      if (caller === 'publishable' && !isPublic) {
        throw unauthorized(
          'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
        )
      }
      const encoded = await encodedParameters(c)
      // Ignore an idempotency key from a browser. With a key, the sandbox would store a digest of
      // the request, and the request may contain a card number.
      const key = caller === 'secret' && method === 'POST' ? keyOf(c) : undefined
      const digest = digestOf(method, c.req.path, encoded)
      const replayed = key === undefined ? undefined : idempotency.find(key, digest)
      if (replayed) c.header('idempotent-replayed', 'true')
      const answer = replayed ?? execute(parseForm(encoded))
      return c.json(answer.body, answer.status)

      function execute(form: Form): ApiResponse {
        const parameters = readParameters(schema, form)
        const context = { id: c.req.param('id') ?? '', isPublic: caller === 'publishable' }
        return transact({ requestId, idempotencyKey: key ?? null }, () => {
          const answer = answerOf(() =>
            expand(world, handle(parameters, context), parameters.expand ?? []),
          )
          if (key !== undefined) idempotency.store(key, digest, answer)
          return answer
        })
      }
    })
  }
}

/**
 * Runs a request and returns its response. A refusal is a response too, so a retry with the same
 * idempotency key gets the same refusal.
 */
function answerOf(act: () => object): ApiResponse {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof StripeRefusal)
      return { status: error.status, body: { error: error.error } }
    throw error
  }
}

export function authenticate(c: Context, { secretKey, publishableKey }: RequestOptions['keys']) {
  const key = c.req.header('authorization')?.match(/^Bearer (.+)$/)?.[1]
  if (key === secretKey) return 'secret'
  if (key === publishableKey) return 'publishable'
  if (key?.includes('_live_')) throw unauthorized('The sandbox takes no live keys.')
  if (key === undefined) throw unauthorized('You did not provide an API key.')
  throw unauthorized('Invalid API Key provided.')
}

function keyOf(c: Context) {
  return c.req.header('idempotency-key')
}

async function encodedParameters(c: Context) {
  const query = new URL(c.req.url).search.slice(1)
  return [query, await c.req.text()].filter(Boolean).join('&')
}
