import * as z from 'zod/mini'
import { invalid } from '../refusals.ts'
import type { Form } from './form.ts'

// Form parameters arrive as text. These schemas convert them.
export const text = z.string()
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
)
export const whole = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}$/, 'must be an integer')),
  z.transform(Number),
)
export const metadata = z.record(z.string(), z.string())
/** The earliest creation time of the objects in a list, in seconds since 1970. */
export const since = z.strictObject({ gte: whole })

export const listParameters = { limit: z.optional(whole), starting_after: z.optional(text) }

/** The allowed parameters of a route. Every route accepts `expand`. */
export function parameters<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ ...shape, expand: z.optional(z.array(z.string())) })
}

/** The schema for routes without parameters of their own. */
export const NONE = parameters({})

/** Parses the parameters of a request. Refuses invalid parameters with Stripe's messages. */
export function readParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: Form,
): z.output<Schema> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (!issue) throw invalid('Invalid request')
  const param = parameterName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = parameterName([...issue.path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  if (isMissing(form, issue.path)) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/** The parameter's name in the form: `items[0][price]`. */
function parameterName([first = '', ...rest]: readonly PropertyKey[]) {
  return String(first) + rest.map((step) => `[${String(step)}]`).join('')
}

function isMissing(form: Form, path: readonly PropertyKey[]) {
  let value: unknown = form
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return true
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value === undefined
}
