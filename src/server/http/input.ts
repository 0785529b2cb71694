import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import { type Endpoint, hasFields } from '#contract/endpoint.ts'
import { readJsonObject } from '../json.ts'
import { allowSlowBody } from '../listen.ts'
import { Refusal } from '../refusal.ts'
import { idOf } from '../requests.ts'

/** Far above any form of ours; bytes. */
const MAX_BODY_SIZE = 64 * 1024

/** Returns what refuses a body of more than `maxSize` bytes, before more of it is read. */
export function limitBody(maxSize = MAX_BODY_SIZE, sentence = 'The body is too large') {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal(413, sentence)
    },
  })
  return (c: Context) => arriving(() => limit(c, async () => {}))
}

/** The same for the body of an endpoint. */
export function limitBodyOf({ maxBytes }: Endpoint) {
  return maxBytes ? limitBody(maxBytes, tooLarge(maxBytes)) : limitBody()
}

function tooLarge(maxBytes: number) {
  return `The file is larger than ${maxBytes / 1_000_000} MB`
}

/** What `read` makes of a body. Whoever breaks off inside it has met no bug of ours. */
export async function arriving<T>(read: () => Promise<T>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The body did not arrive completely. Please try again.')
  }
}

/** Gives a file the time that it takes to arrive, unless it says that it is too large. */
export function expectFile(c: Context, { maxBytes = MAX_BODY_SIZE, patience }: Endpoint) {
  if (Number(c.req.header('content-length')) > maxBytes) {
    throw new Refusal(413, tooLarge(maxBytes))
  }
  if (c.env?.incoming && patience) allowSlowBody(c.env.incoming, patience)
}

/** The bytes of a file while they arrive: no more are held in memory than are read. */
export async function* readFile(c: Context, { maxBytes = MAX_BODY_SIZE }: Endpoint) {
  let size = 0
  try {
    for await (const chunk of c.req.raw.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw new Refusal(413, tooLarge(maxBytes))
      yield chunk
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The file did not arrive completely. Please try again.')
  }
}

/** Under which a bug is reported that a request has met: the same as in its answer. */
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
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined) return {}
  if (encoding === undefined && type === 'application/json') {
    return readJsonObject(await arriving(() => c.req.text()))
  }
  if (encoding === 'form' && type === 'application/x-www-form-urlencoded') {
    const text = await arriving(() => c.req.text())
    return singleValues(groupValues(new URLSearchParams(text)))
  }
  if (encoding === 'multipart' && type === 'multipart/form-data') {
    return singleValues(groupValues(await readForm(c)))
  }
  throw new Refusal(415, `This address does not take ${type.slice(0, 50)}`)
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

/** What is wrong with the input as the alternative that has all of its fields, or else as the first. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion) {
  const fits = (issues: z.core.$ZodIssue[]) =>
    issues.every(({ code }) => code !== 'unrecognized_keys')
  return errors.find(fits) ?? errors[0] ?? []
}
