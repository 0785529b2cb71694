import { createHash } from 'node:crypto'
import { BlockList } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseAccept } from 'hono/utils/accept'
import type * as z from 'zod/mini'
import { grantsAccess } from '#contract/access.ts'
import { type Access, type Endpoint, hasFields } from '#contract/endpoint.ts'
import { clientAddress } from './client-address.ts'
import { compress, ENCODINGS, isWorthCompressing } from './compression.ts'
import { isConnectionError, isDiskFull } from './db/connection-errors.ts'
import { readJsonObject } from './json.ts'
import { allowSlowBody } from './listen.ts'
import { renewedOrEnded } from './payments/ended.ts'
import { Refusal } from './refusal.ts'
import { idOf } from './requests.ts'
import type { Services } from './services.ts'
import { type Caller, findCaller } from './sessions.ts'

/** Far above any form of ours; bytes. */
const MAX_BODY_SIZE = 64 * 1024

const JSON_TYPE = 'application/json'

/** Returns what refuses a body that is larger, before more of it is read. */
function limitBody({ maxBytes }: Endpoint) {
  return bodyLimit({
    maxSize: maxBytes ?? MAX_BODY_SIZE,
    onError: () => {
      throw tooLarge(maxBytes)
    },
  })
}

function tooLarge(maxBytes: number | undefined) {
  const sentence = maxBytes
    ? `The file is larger than ${maxBytes / 1_000_000} MB`
    : 'The body is too large'
  return new Refusal(413, sentence)
}

/** Gives a file the time that it takes to arrive, unless it says that it is too large. */
function expectFile(c: Context, { maxBytes = MAX_BODY_SIZE, patience }: Endpoint) {
  if (Number(c.req.header('content-length')) > maxBytes) throw tooLarge(maxBytes)
  if (c.env?.incoming && patience) allowSlowBody(c.env.incoming, patience)
}

/** The bytes of a file while they arrive: no more are held in memory than are read. */
async function* readFile(c: Context, { maxBytes = MAX_BODY_SIZE }: Endpoint) {
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The file did not arrive completely. Please try again.')
  }
}

/** An answer that was serialised before, sent as it is. */
export class JsonBytes {
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    /** Names the content, whatever its encoding; without quotes. */
    readonly etag: string,
  ) {}

  static of(output: unknown) {
    const bytes = new TextEncoder().encode(JSON.stringify(output))
    return new JsonBytes(bytes, nameOf(bytes))
  }
}

/** A file as an answer, to be kept under a name of ours. */
export class Download {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly content: AsyncIterable<Uint8Array>,
  ) {}
}

type Handle<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType> = (request: {
  input: z.output<I>
  caller: A extends 'public' ? null : Caller
  /** The address the request came from, for rate limits. */
  ip: string
  /** What the browser says of itself. */
  userAgent: string | undefined
  /** The body of an endpoint whose body is a file, as it arrives. */
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
    const limit = limitBody(endpoint)
    app.on(endpoint.method, `/v1${endpoint.path}`, async (c) => {
      const caller = await authorise(c, services, endpoint.access)
      // After that, so that nobody who is not let in is listened to for long.
      if (endpoint.encoding === 'file') expectFile(c, endpoint)
      else if (hasFields(endpoint)) await limit(c, async () => {})
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
      if (output instanceof JsonBytes) {
        return sendNamed(c, output, { type: JSON_TYPE, 'cache-control': 'private, no-cache' })
      }
      // Parsing drops every field the contract does not name, such as a password hash.
      const body = JSON.stringify(endpoint.output.parse(output))
      return sendJson(c, new TextEncoder().encode(body), { 'cache-control': 'no-store' })
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

/** Path, query and body fields as one object, as the contract describes them. */
async function readInput(c: Context, endpoint: Endpoint) {
  const fields = { ...singleValues(c.req.queries()), ...c.req.param() }
  if (!hasFields(endpoint)) return fields
  return { ...(await readBody(c, endpoint.encoding)), ...fields }
}

async function readBody(c: Context, encoding: Endpoint['encoding']): Promise<object> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined) return {}
  if (encoding === undefined && type === 'application/json')
    return readJsonObject(await c.req.text())
  if (encoding === 'form' && type === 'application/x-www-form-urlencoded') {
    return singleValues(groupValues(new URLSearchParams(await c.req.text())))
  }
  if (encoding === 'multipart' && type === 'multipart/form-data') {
    return singleValues(groupValues(await readForm(c)))
  }
  throw new Refusal(415, `This address does not take ${type}`)
}

async function readForm(c: Context) {
  try {
    return await c.req.formData()
  } catch {
    throw new Refusal(400, 'The body is not a form')
  }
}

function groupValues<T>(fields: Iterable<[string, T]>) {
  const groups = new Map<string, T[]>()
  for (const [name, value] of fields) {
    const group = groups.get(name)
    if (group) group.push(value)
    else groups.set(name, [value])
  }
  return Object.fromEntries(groups)
}

/** A field that is given twice is a mistake or a trick; which one counts is not ours to guess. */
function singleValues(values: Record<string, unknown[]>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, all]) => {
      if (all.length > 1) throw new Refusal(422, `${name.slice(0, 50)} can be given only once`)
      return [name, all[0]]
    }),
  )
}

/** The first sentence that says what is wrong; the name of the field where the contract has no better one. */
function sentence({ issues }: Pick<z.core.$ZodError, 'issues'>): string {
  const issue = issues[0]
  if (!issue) return 'The input is not valid'
  if (issue.code === 'invalid_union') return sentence({ issues: closest(issue) })
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys[0]?.slice(0, 50)} is not a field here`
  const field = issue.path.join('.')
  const isOurs = issue.message !== '' && issue.message !== 'Invalid input'
  return isOurs ? issue.message : `${field || 'The input'} is not valid`
}

/** What is wrong with the input as the alternative that has all of its fields, or else as the first. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion) {
  const fits = (issues: z.core.$ZodIssue[]) =>
    issues.every(({ code }) => code !== 'unrecognized_keys')
  return errors.find(fits) ?? errors[0] ?? []
}

function toStream(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

function sendDownload(c: Context, { name, type, content }: Download) {
  return c.body(toStream(content), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
}

/** Sends bytes of which `etag` is the name, unless the client has them. */
export function sendNamed(
  c: Context,
  { bytes, etag }: { bytes: Uint8Array<ArrayBuffer>; etag: string },
  { type, effort, ...headers }: { type: string; effort?: number; 'cache-control': string },
) {
  const all = { ...headers, etag: `W/"${etag}"`, vary: 'accept-encoding' }
  if (c.req.header('if-none-match') === all.etag) return c.body(null, 304, all)
  return sendText(c, bytes, { ...all, 'content-type': type }, effort)
}

/** What was named before: bytes that a cache holds on to are named once for all. */
const names = new WeakMap<Uint8Array, string>()

/** Names bytes by what they are; without quotes. They must not change any more. */
export function nameOf(bytes: Uint8Array) {
  const name =
    names.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  names.set(bytes, name)
  return name
}

function sendJson(c: Context, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  return sendText(c, bytes, { ...headers, 'content-type': JSON_TYPE })
}

/** Sends a text in as few bytes as the client can read. */
export async function sendText(
  c: Context,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  effort?: number,
) {
  const all = { ...headers, vary: 'accept-encoding' }
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '')
  const encoding = ENCODINGS.find((name) => accepted.some(({ type, q }) => type === name && q > 0))
  if (!encoding || !isWorthCompressing(bytes)) return c.body(bytes, 200, all)
  return c.body(await compress(bytes, encoding, effort), 200, {
    ...all,
    'content-encoding': encoding,
  })
}

function addressOf(c: Context, proxies: BlockList) {
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
  const requestId = idOf(c.env?.incoming)
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
