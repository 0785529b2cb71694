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
/** A text parameter. An empty text becomes null. */
export const emptyable = z.pipe(
  text,
  z.transform((value) => value || null),
)
export const metadata = z.union([z.literal(''), z.record(z.string(), z.string())])
export const RangeOf = z.union([
  whole,
  z.strictObject({
    gt: z.optional(whole),
    gte: z.optional(whole),
    lt: z.optional(whole),
    lte: z.optional(whole),
  }),
])
export type Range = z.output<typeof RangeOf>

export const listParameters = {
  limit: z.optional(whole),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
}

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
  const param = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ''])
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
function nameOf([first = '', ...rest]: readonly PropertyKey[]) {
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
