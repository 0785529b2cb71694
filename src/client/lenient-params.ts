import * as z from 'zod/mini'
import { hasUnprintable, queryNumber } from '#contract/values.ts'

/** URLs are written by hand, cut by chat programs and kept for years: a bad value is no value. */
export function lenient<S extends z.ZodMiniType>(schema: S) {
  return z.catch(z.optional(schema), undefined)
}

/** The same of a text, of which spaces around it are no part. */
export function lenientText<S extends z.ZodMiniType<string | undefined, string | undefined>>(
  schema: S,
) {
  return lenient(z.pipe(z.transform(toText), schema))
}

/** A page of a list. The first is not named. */
export const laterPage = lenient(queryNumber('Page', { min: 2, max: 10_000_000, integer: true }))

function toText(value: unknown) {
  // The router reads `city=5` as a number.
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || hasUnprintable(value)) return undefined
  return value.trim() || undefined
}
