import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { carriesFile, type Endpoint, FILE_FIELD, hasFields } from '#contract/endpoint.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { readFormFile } from './form-file.ts'
import { readJsonObject } from './json.ts'
import { allowSlowBody } from './listen.ts'
import { idOf } from './request-log.ts'

/**
 * How much of a refused body is read and dropped. The timeout of the body also applies. A client
 * that sends more loses its connection.
 */
const MAX_DROPPED_BYTES = 256_000_000

/** Maximum size of a body. Engawa's forms send far less. File uploads have other limits. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Checks the headers of a request before its body is read. Refuses a body that is too large or
 * compressed. Extends the timeout for file uploads.
 * @throws {Refusal} 413 for a body that is too large, and 415 for a compressed one.
 */
export function expectBody(c: Context, endpoint: Endpoint) {
  refuseTooLarge(c, endpoint)
  const compression = c.req.header('content-encoding')
  if (compression) {
    throw new Refusal(
      415,
      `This address does not accept a body compressed with ${compression.slice(0, 50)}`,
    )
  }
  const { timeoutMs } = endpoint
  if (carriesFile(endpoint) && c.env?.incoming && timeoutMs) {
    allowSlowBody(c.env.incoming, timeoutMs)
  }
}

/** Reads the whole body. Refuses a body of more than `maxBytes`. */
export async function readBytes(c: Context, maxBytes = MAX_BODY_BYTES) {
  refuseTooLarge(c, { maxBytes })
  const chunks: Uint8Array[] = []
  for await (const chunk of arriving(c, { maxBytes })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Streams the uploaded file without buffering it. The file is the whole body or a form field.
 * @throws {Refusal} 415 for another content type.
 */
export function readFile(c: Context, endpoint: Endpoint): AsyncIterable<Uint8Array> {
  const bytes = arriving(c, endpoint)
  if (endpoint.encoding !== 'multipart') return bytes
  const contentType = c.req.header('content-type') ?? ''
  if (typeOf(c) !== 'multipart/form-data') throw notTaken(contentType)
  return readFormFile(bytes, { contentType, field: FILE_FIELD })
}

function refuseTooLarge(c: Context, limits: BodyLimits) {
  if (Number(c.req.header('content-length')) > maxBytesOf(limits)) throw tooLarge(limits)
}

type BodyLimits = Pick<Endpoint, 'maxBytes' | 'encoding'>

function maxBytesOf({ maxBytes = MAX_BODY_BYTES }: BodyLimits) {
  return maxBytes
}

function tooLarge(limits: BodyLimits) {
  const megabytes = maxBytesOf(limits) / 1_000_000
  const sentence = carriesFile(limits)
    ? `The file is larger than ${megabytes} MB`
    : 'The body is too large'
  return new Refusal(413, sentence)
}

/**
 * Streams a body. Throws a `Refusal` if the client disconnects midway, because the log would report
 * any other error as a bug.
 */
async function* arriving(c: Context, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of readChunks(c)) {
      size += chunk.length
      if (size > maxBytesOf(limits)) throw tooLarge(limits)
      yield chunk
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const what = carriesFile(limits) ? 'file' : 'body'
    throw new Refusal(400, `The ${what} did not arrive completely. Please try again.`)
  }
}

/**
 * Reads from Node's stream, which returns all buffered bytes as one chunk. If a client sends single
 * bytes, a web stream would cost one event-loop turn per byte.
 */
function readChunks(c: Context): AsyncIterable<Uint8Array> {
  const incoming: unknown = c.env?.incoming
  // `destroyOnReturn: false` keeps the connection open, so that a refusal can still be sent. In
  // tests, a request has no connection, and the body is read in another way.
  if (incoming instanceof Readable) return incoming.iterator({ destroyOnReturn: false })
  return c.req.raw.body ?? Readable.from([])
}

/**
 * Reads and drops the rest of a body that nobody reads. Resolves when the body has ended, or too
 * much of it has arrived. Undefined if the whole body has arrived already.
 */
export function dropBody(c: Context): Promise<void> | undefined {
  const incoming: unknown = c.env?.incoming
  if (!(incoming instanceof IncomingMessage) || incoming.complete) return undefined
  return drop(incoming).catch(() => {
    // The client has disconnected, or its timeout has passed.
  })
}

async function drop(incoming: IncomingMessage) {
  let bytes = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > MAX_DROPPED_BYTES) return
  }
}

/** The request id, used both in the response and in bug reports. */
export function requestIdOf(c: Context) {
  return idOf(c.env?.incoming)
}

/** Path, query and body fields as one object, as the contract describes them. */
export async function readInput(c: Context, endpoint: Endpoint) {
  const body = hasFields(endpoint) ? await readBody(c, endpoint.encoding) : {}
  const places = [c.req.param(), singleValues(c.req.queries()), body]
  return singleValues(groupValues(places.flatMap((fields) => Object.entries(fields))))
}

async function readBody(c: Context, encoding: Endpoint['encoding']): Promise<object> {
  const type = typeOf(c)
  if (type === undefined) return {}
  if (encoding === undefined && type === 'application/json') {
    return readJsonObject(await readText(c))
  }
  if (encoding === 'form' && type === 'application/x-www-form-urlencoded') {
    return singleValues(groupValues(new URLSearchParams(await readText(c))))
  }
  throw notTaken(type)
}

function typeOf(c: Context) {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
}

function notTaken(type: string) {
  return new Refusal(415, `This address does not accept ${type.slice(0, 50)}`)
}

async function readText(c: Context) {
  return new TextDecoder().decode(await readBytes(c))
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

/** Refuses repeated fields, because it would be unsafe to guess which value counts. */
function singleValues(values: Record<string, unknown[]>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, all]) => {
      if (all.length > 1) throw new Refusal(422, `${name.slice(0, 50)} can be given only once`)
      return [name, all[0]]
    }),
  )
}

/**
 * Formats the first error as a sentence. If the contract has no message for the error, the sentence
 * only says that the field is not valid.
 */
export function sentence({ issues }: Pick<z.core.$ZodError, 'issues'>): string {
  const issue = issues[0]
  if (!issue) return 'The input is not valid'
  if (issue.code === 'invalid_union') return sentence({ issues: closest(issue) })
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys[0]?.slice(0, 50)} is not a field here`
  const field = issue.path.join('.')
  const isOurs = issue.message !== '' && issue.message !== 'Invalid input'
  return isOurs ? issue.message : `${field || 'The input'} is not valid`
}

/** The input field that the first error is about. Undefined for an error of the whole input. */
export function refusedField({ issues }: Pick<z.core.$ZodError, 'issues'>): string | undefined {
  const issue = issues[0]
  const name = issue?.path[0]
  if (typeof name === 'string') return name
  return issue?.code === 'invalid_union' ? refusedField({ issues: closest(issue) }) : undefined
}

/**
 * When a value matches no alternative of a union, chooses the alternative whose errors are shown:
 * the first one that has all fields of the value, or else the first of all.
 */
function closest({ errors }: z.core.$ZodIssueInvalidUnion) {
  const fits = (issues: z.core.$ZodIssue[]) =>
    issues.every(({ code }) => code !== 'unrecognized_keys')
  return errors.find(fits) ?? errors[0] ?? []
}
