import * as z from 'zod/mini'
import { parsePrice } from './prices.ts'
import { Timestamp } from './values.ts'

/*
 * What the fields of answers are read by. A field that cannot be read is not known: without this, one
 * strange field among a hundred houses would fail the whole page.
 */

/** Also a number, such as of a telephone that a source has not put in quotes. */
export const RequiredText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

export const KnownText = z.catch(z.nullable(RequiredText), null)

/** Left out by endpoints that do not tell it. */
export const OptionalText = z.catch(z.optional(z.nullable(RequiredText)), null)

export const KnownPrice = z.catch(
  z.pipe(
    z.nullable(z.union([z.number(), z.string()])),
    z.transform((value) => parsePrice(value) ?? null),
  ),
  null,
)

/** Yen have no decimals, years neither. */
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

/** Square metres where the source could be understood, else the text as it was written. */
export const KnownArea = z.catch(z.nullable(z.union([z.number(), z.string()])), null)

export const KnownMoment = z.catch(z.nullable(Timestamp), null)

/** Whether something is so that most are not. */
export const Exception = z.catch(z.boolean(), false)

/** A list without the items that cannot be read. */
export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.pipe(
    z.array(z.catch(z.nullable(item), null)),
    z.transform((items) => items.filter((item) => item !== null)),
  )
}
