import * as z from 'zod/mini'

/** What nobody fills in, and what fields are made of. */

/** Control characters, line breaks, lone surrogates and the marks that reorder text: never part of a name. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function hasUnprintable(text: string) {
  return UNPRINTABLE.test(text)
}

/** The id of a record, as it stands in a path. */
export const Id = z.string().check(z.regex(/^[\w.~-]{1,64}$/, 'The id is not valid'))

/** A moment as ISO 8601 text; also in UTC its year has four digits, beyond which databases differ. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .check(z.refine((text) => new Date(text).getUTCFullYear() <= 9999))

/**
 * A number in a query string. Plain decimal notation only: `1e9`, `0x10`, `NaN`
 * and the empty string are refused, not guessed at.
 */
export function queryNumber(
  label: string,
  { min, max, integer = false }: { min: number; max: number; integer?: boolean },
) {
  const kind = integer ? 'a whole number' : 'a number'
  const sentence = `${label} must be ${kind} from ${min} to ${max}`
  return z
    .pipe(
      z.union(
        [z.number(), z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,9})?$/, sentence))],
        sentence,
      ),
      z.transform(Number),
    )
    .check(
      z.refine(
        (value) => value >= min && value <= max && (!integer || Number.isInteger(value)),
        sentence,
      ),
    )
}

/** A text in a query string that something is looked for by. */
export const queryText = (label: string) =>
  z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(100, `${label} must be at most 100 characters`),
      z.refine(
        (text) => !hasUnprintable(text),
        `${label} contains characters that cannot be shown`,
      ),
    ),
  )

/** Which page of a list is asked for. */
export const paging = (pageSize: number) => ({
  page: z._default(queryNumber('Page', { min: 1, max: 10_000_000, integer: true }), 1),
  limit: z._default(queryNumber('Limit', { min: 1, max: 100, integer: true }), pageSize),
})

export const SORT_ORDERS = ['desc', 'asc'] as const

/** What a list can be ordered by, and by what it is when nobody says. */
export const sorting = <const Fields extends readonly [string, ...string[]]>(
  fields: Fields,
  first: { by: Fields[number]; order: (typeof SORT_ORDERS)[number] },
) => ({
  sort_by: z._default(z.enum(fields, `Sort by ${fields.join(' or ')}`), first.by),
  sort_order: z._default(z.enum(SORT_ORDERS, 'Sort order is asc or desc'), first.order),
})

/** A day in a query string, such as `2026-11-21`; within what calendars of computers agree on. */
export const queryDay = (label: string) => {
  const sentence = `${label} must be a day such as 2026-11-21`
  return z.optional(z.iso.date(sentence).check(z.regex(/^(19[7-9]|20)\d/, sentence)))
}
