import * as z from 'zod/mini'
import { SORT_ORDERS } from './choices.ts'
import {
  hasUnprintable,
  ID,
  isDay,
  LIMITS,
  MAX_TEXT_LENGTH,
  PAGES,
  type Range,
  readNumber,
} from './query-values.ts'

/**
 * Schemas for ids and timestamps, and schemas from which query fields are built. The schemas of
 * form fields are in `fields.ts`.
 */

/** The id of a record in a path. */
export const Id = z.string().check(z.regex(ID, 'The id is not valid'))

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Adds the parts that are missing in an ISO 8601 time, because JavaScript engines parse incomplete
 * times differently. A time without a zone is in UTC.
 */
function withZone(text: string) {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = text.match(MOMENT) ?? []
  if (day === undefined) return text
  const [hours, minutes = '00'] = zone.slice(1).match(/\d\d/g) ?? []
  return `${day}T${time}${seconds}${hours === undefined ? 'Z' : `${zone[0]}${hours}:${minutes}`}`
}

/**
 * An ISO 8601 moment. Its year in UTC must be 1 to 9999, because databases treat other years
 * differently.
 */
export const Timestamp = z.pipe(
  z.string().check(z.overwrite(withZone)),
  z.iso
    .datetime({ offset: true })
    .check(z.refine((text) => isYear(new Date(text).getUTCFullYear()))),
)

const isYear = (number: number) => number >= 1 && number <= 9999

export function queryNumber(label: string, range: Range) {
  const kind = range.integer ? 'a whole number' : 'a number'
  const sentence = `${label} must be ${kind} from ${range.min} to ${range.max}`
  const isRead = (value: unknown) => readNumber(value, range) !== undefined
  return z.pipe(
    z.union([z.number(), z.string()], sentence).check(z.refine(isRead, sentence)),
    z.transform(Number),
  )
}

export const queryText = (label: string) =>
  z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(MAX_TEXT_LENGTH, `${label} must be at most ${MAX_TEXT_LENGTH} characters`),
      z.refine(
        (text) => !hasUnprintable(text),
        `${label} contains characters that cannot be shown`,
      ),
    ),
  )

export const paging = (pageSize: number) => ({
  page: z._default(queryNumber('Page', PAGES), 1),
  limit: z._default(queryNumber('Limit', LIMITS), pageSize),
})

/** The sort options of a list, and its default order. */
export const sorting = <const Fields extends readonly [string, ...string[]]>(
  fields: Fields,
  first: { by: Fields[number]; order: (typeof SORT_ORDERS)[number] },
) => ({
  sort_by: z._default(z.enum(fields, `Sort by ${fields.join(' or ')}`), first.by),
  sort_order: z._default(z.enum(SORT_ORDERS, 'Sort order is asc or desc'), first.order),
})

export const queryDay = (label: string) => {
  const sentence = `${label} must be a day such as 2026-11-21`
  return z.optional(z.string(sentence).check(z.refine(isDay, sentence)))
}
