import { BlockList } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { type Access, carriesFile, type Endpoint, hasFields } from '#contract/endpoint.ts'
import type { RefusalBody } from '#contract/refusal.ts'
import { type AccessServices, authorise, type CallerOf } from '#server/access/authorise.ts'
import { isConnectionError, isDiskFull } from '#server/errors/connection-errors.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Catalogue } from '#server/listings/catalogue.ts'
import { clientAddress } from '#server/network/client-address.ts'
import {
  dropBody,
  expectBody,
  readFile,
  readInput,
  refusedField,
  requestIdOf,
  sentence,
} from './input.ts'
import {
  Download,
  JsonBytes,
  JsonStream,
  StoredBrotli,
  sendDownload,
  sendJson,
  sendJsonBytes,
  sendJsonStream,
  sendStoredBrotli,
} from './output.ts'

type Handle<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType> = (request: {
  input: z.output<I>
  caller: CallerOf<A>
  /** The address the request came from, for rate limits. */
  ip: string
  userAgent: string | undefined
  /** The header `Accept-Language`. */
  language: string | undefined
  /** The uploaded file as a stream. The file is the whole body or a form field. */
  file: AsyncIterable<Uint8Array>
}) => Promise<z.input<O> | JsonBytes | JsonStream | StoredBrotli | Download>

interface ServeServices extends AccessServices {
  catalogue: Pick<Catalogue, 'changed'>
}

export type Serve = ReturnType<typeof serving>

/**
 * Returns a function that registers an endpoint with its handler. Each request is authorised, its
 * input is parsed, and the handler's output is sent. `X-Forwarded-For` is trusted from `proxies`
 * only.
 * @throws in each request, {Refusal} 401 or 403 for the wrong caller, and 422 for wrong input.
 */
export function serving(app: Hono, services: ServeServices, proxies = new BlockList()) {
  return function serve<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType>(
    endpoint: Endpoint<A, I, O>,
    handle: Handle<A, I, O>,
  ) {
    app.on(endpoint.method, `/v1${endpoint.path}`, async (c) => {
      const caller = await findCallerOf(c, services, endpoint.access)
      // Call `expectBody` after authorisation. `expectBody` extends the timeout of uploads, and
      // unauthorised clients must not get a longer timeout.
      if (hasFields(endpoint) || carriesFile(endpoint)) expectBody(c, endpoint)
      const input = endpoint.input.safeParse(await readInput(c, endpoint))
      if (!input.success) {
        throw new Refusal(422, sentence(input.error), { field: refusedField(input.error) })
      }
      const output = await handle({
        input: input.data,
        // The cast is safe. The caller is null for `public`, a guest for `guest`, and an account for
        // every other access level.
        caller: caller as CallerOf<A>,
        ip: addressOf(c, proxies),
        userAgent: c.req.header('user-agent'),
        language: c.req.header('accept-language'),
        file: readFile(c, endpoint),
      })
      // After a change, drop the cached revision of the catalogue. Otherwise the person who made
      // the change could get stale listings until the cached revision expires.
      if (endpoint.method !== 'GET') services.catalogue.changed()
      if (output instanceof Download) return sendDownload(c, output)
      if (output instanceof JsonBytes) return sendJsonBytes(c, output)
      if (output instanceof JsonStream) return sendJsonStream(c, output)
      if (output instanceof StoredBrotli) return sendStoredBrotli(c, output)
      // `parse` removes every field that the contract does not name, such as a password hash.
      return sendJson(c, endpoint.output.parse(output))
    })
  }
}

/** Null for a public endpoint. Throws a `Refusal` if the caller may not use the endpoint. */
async function findCallerOf(c: Context, services: AccessServices, access: Access) {
  if (access === 'public') return null
  const token = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1]
  return authorise(services, access, token)
}

/** The client's IP address. `X-Forwarded-For` is used only if it comes from `proxies`. */
export function addressOf(c: Context, proxies = new BlockList()) {
  // In tests, a request has no connection and therefore no address.
  if (!c.env?.incoming) return 'local'
  const { address = 'unknown' } = getConnInfo(c).remote
  return clientAddress(address, c.req.header('x-forwarded-for'), proxies)
}

/**
 * Sends a refusal. If the body of the request has not arrived completely, the server reads and drops
 * the rest before it ends the response. If the server closed the connection instead, many clients
 * would report a reset connection and never read the response.
 */
function refuse(c: Context, { status, detail, code, field }: Refusal) {
  const rest = dropBody(c)
  const refusal: RefusalBody = { detail, code, field }
  if (!rest) return c.json(refusal, status)
  const bytes = new TextEncoder().encode(JSON.stringify(refusal))
  // The client can read the whole response at once, because the header states its length.
  c.header('content-length', String(bytes.length))
  c.header('content-type', 'application/json')
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes)
      await rest
      controller.close()
    },
  })
  return c.body(body, status)
}

/** Turns any error into the API's error format. */
export function answerError(c: Context, error: Error, logError: AccessServices['logError']) {
  // Remove the content length that a handler may have set before it failed, because the error
  // response has another body.
  c.header('content-length', undefined)
  c.header('cache-control', 'no-store')
  if (error instanceof Refusal) {
    if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter))
    if (error.status === 401) c.header('www-authenticate', 'Bearer')
    // Close the connection afterwards. The client may never send the rest of a body this large.
    if (error.status === 413) c.header('connection', 'close')
    return refuse(c, error)
  }
  const requestId = requestIdOf(c)
  logError(error, requestId)
  c.header('x-request-id', requestId)
  if (isConnectionError(error)) {
    c.header('retry-after', '5')
    return c.json({ detail: 'Engawa cannot reach its data. Please try again in a moment.' }, 503)
  }
  if (isDiskFull(error)) {
    return c.json({ detail: 'Engawa is out of storage. Please try again later.' }, 503)
  }
  return c.json({ detail: 'Internal server error' }, 500)
}
