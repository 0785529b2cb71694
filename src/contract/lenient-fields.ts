import * as z from 'zod/mini'
import { Timestamp } from './values.ts'

/*
 * Lenient schemas for response fields. An invalid field becomes null or a default. With strict
 * schemas, one bad field among a hundred houses would fail the whole page.
 */

/**
 * A text field that also accepts a number, such as a telephone number that the source wrote without
 * quotes.
 */
export const RequiredText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

export const KnownText = z.catch(z.nullable(RequiredText), null)

/**
 * A text field. Undefined if the endpoint leaves this field out of its response, null if the value
 * is invalid.
 */
export const OptionalText = z.catch(z.optional(z.nullable(RequiredText)), null)

export const KnownPrice = z.catch(
  z.pipe(
    z.nullable(z.union([z.number(), z.string()])),
    z.transform((value) => parsePrice(value) ?? null),
  ),
  null,
)

/** A whole number, for yen and years. */
export const KnownInteger = z.catch(
  z.pipe(
    z.nullable(z.union([z.number(), z.string()])),
    z.transform((value) => {
      const number = parsePrice(value)
      return number === undefined ? null : Math.round(number)
    }),
  ),
  null,
)

/** The area in square metres, or the source's text if the server could not parse it. */
export const KnownArea = z.catch(z.nullable(z.union([z.number(), z.string()])), null)

export const KnownMoment = z.catch(z.nullable(Timestamp), null)

export const FlagOrFalse = z.catch(z.boolean(), false)

/** A list that drops invalid items. */
export function validItems<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.array(z.catch(z.nullable(item), null)),
    z.transform((items) => items.filter((item) => item !== null)),
  )
}

/** Makes a field optional. An invalid value counts as missing. */
export function missingIfWrong<S extends z.ZodMiniType>(schema: S) {
  return z.catch(z.optional(schema), undefined)
}

/** Parses a number, or a text with commas or with "million". Undefined for any other value. */
export function parsePrice(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, amount, million] =
    value.replaceAll(',', '').match(/^\s*(\d+(?:\.\d+)?)\s*(million)?\s*$/i) ?? []
  if (amount === undefined) return undefined
  return million ? Math.round(Number(amount) * 1_000_000) : Number(amount)
}
