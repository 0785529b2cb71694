import { BlockList } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { grantsAccess } from '#contract/access.ts'
import { type Access, carriesFile, type Endpoint, hasFields } from '#contract/endpoint.ts'
import { type Caller, findCaller } from '#server/auth/sessions.ts'
import { isConnectionError, isDiskFull } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { clientAddress } from '#server/network/client-address.ts'
import { renewedOrEnded } from '#server/payments/check-expiry.ts'
import type { Services } from '#server/services.ts'
import { expectBody, readFile, readInput, requestIdOf, sentence } from './input.ts'
import { Download, JsonBytes, sendDownload, sendJson, sendJsonBytes } from './output.ts'

type Handle<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType> = (request: {
  input: z.output<I>
  caller: A extends 'public' ? null : Caller
  /** The address the request came from, for rate limits. */
  ip: string
  /** What the browser says of itself. */
  userAgent: string | undefined
  /** The file that the body of such an endpoint is, or is a form of, as it arrives. */
  file: AsyncIterable<Uint8Array>
}) => Promise<z.input<O> | JsonBytes | Download>

export type Serve = ReturnType<typeof serving>

/**
 * Returns the one way to serve an endpoint: authorise, read the input, handle it, write the output.
 * `proxies` are those whose word on where a request comes from is taken.
 */
export function serving(app: Hono, services: Services, proxies = new BlockList()) {
  return function serve<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType>(
    endpoint: Endpoint<A, I, O>,
    handle: Handle<A, I, O>,
  ) {
    app.on(endpoint.method, `/v1${endpoint.path}`, async (c) => {
      const caller = await authorise(c, services, endpoint.access)
      // After that, so that nobody who is not let in is listened to for long.
      if (hasFields(endpoint) || carriesFile(endpoint)) expectBody(c, endpoint)
      const input = endpoint.input.safeParse(await readInput(c, endpoint))
      if (!input.success) throw new Refusal(422, sentence(input.error))
      const output = await handle({
        input: input.data,
        // `authorise` returns a caller for every access but `public`.
        caller: caller as A extends 'public' ? null : Caller,
        ip: addressOf(c, proxies),
        userAgent: c.req.header('user-agent'),
        file: readFile(c, endpoint),
      })
      // Whoever has changed listings finds them changed, without waiting for the next look.
      if (endpoint.method !== 'GET') services.catalogue.changed()
      if (output instanceof Download) return sendDownload(c, output)
      if (output instanceof JsonBytes) return sendJsonBytes(c, output)
      // Parsing drops every field the contract does not name, such as a password hash.
      return sendJson(c, endpoint.output.parse(output))
    })
  }
}

async function authorise(c: Context, services: Services, access: Access) {
  if (access === 'public') return null
  const { db, now } = services

  const token = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1]
  if (!token) throw new Refusal(401, 'Not authenticated')
  const caller = await findCaller(db, token, now())
  if (!caller) throw new Refusal(401, 'Not authenticated')

  if (caller.user.role === 'admin') return caller
  if (access === 'admin') throw new Refusal(403, 'Admin access required')
  if (access === 'user') return caller
  const subscription = await renewedOrEnded(services, caller.subscription)
  if (!hasAccess(subscription, now())) {
    throw new Refusal(403, 'An active subscription is required')
  }
  return { ...caller, subscription }
}

function hasAccess(subscription: Caller['subscription'], now: Date) {
  if (!subscription) return false
  return grantsAccess({ status: subscription.status, ends_at: subscription.endsAt }, now)
}

/** The address a request came from, as far as `proxies` are believed. */
export function addressOf(c: Context, proxies = new BlockList()) {
  // Requests made inside a test have no connection.
  if (!c.env?.incoming) return 'local'
  const { address = 'unknown' } = getConnInfo(c).remote
  return clientAddress(address, c.req.header('x-forwarded-for'), proxies)
}

/** Turns whatever was thrown into the one shape of error the API has. */
export function answerError(c: Context, error: Error, report: Services['report']) {
  // What was said of the answer that could not be given is not true of this one.
  c.header('content-length', undefined)
  c.header('cache-control', 'no-store')
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter))
    if (error.status === 401) c.header('www-authenticate', 'Bearer')
    // The rest of the body is not read, and would stand before the next request.
    if (error.status === 413) c.header('connection', 'close')
    return c.json({ detail: error.detail }, error.status)
  }
  const requestId = requestIdOf(c)
  report(error, requestId)
  c.header('x-request-id', requestId)
  if (isConnectionError(error)) {
    c.header('retry-after', '5')
    return c.json({ detail: 'Engawa cannot reach its data. Please try again in a moment.' }, 503)
  }
  if (isDiskFull(error)) {
    return c.json({ detail: 'Engawa has no room to keep this. Please try again later.' }, 503)
  }
  return c.json({ detail: 'Internal server error' }, 500)
}
