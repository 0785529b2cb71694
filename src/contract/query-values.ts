/**
 * Validates query strings. The client parses URLs before the first render, but the schema library
 * loads only with the first response. So this file must not import the schema library.
 */

/**
 * Control characters, line breaks, lone surrogates and marks that reorder text. No name contains
 * such characters.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function hasUnprintable(text: string) {
  return UNPRINTABLE.test(text)
}

/** The format of a record's id in a path. */
export const ID = /^[\w.~-]{1,64}$/

/**
 * The key in a listing's link. The key consists of hex digits, because chat programs may cut off
 * punctuation.
 */
export const SHARE_KEY = /^[\da-f]{16}$/

/**
 * Codes such as `parking,-well-water`. A code with a minus is excluded. An unknown code is not an error, so that an old link with
 * such a code still opens. The search then finds nothing.
 */
export const MARK_LIST = /^-?[a-z\d][a-z\d-]{0,39}(,-?[a-z\d][a-z\d-]{0,39}){0,99}$/

export const MAX_TEXT_LENGTH = 100

export interface Range {
  min: number
  max: number
  /** Whether only whole numbers are valid. */
  integer?: boolean
}

/** Page numbers, starting at 1. */
export const PAGES: Range = { min: 1, max: 10_000_000, integer: true }

/** How many items a page may contain. */
export const LIMITS: Range = { min: 1, max: 100, integer: true }

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/

/**
 * Reads a number from a query string. Undefined if invalid or out of range. Accepts plain decimals
 * only: `1e9`, `0x10`, `NaN` and empty text are invalid.
 */
export function readNumber(value: unknown, { min, max, integer = false }: Range) {
  const number = typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= min && number <= max)) return undefined
  return integer && !Number.isInteger(number) ? undefined : number
}

const DAY = /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/

/**
 * Whether a text is an existing day such as `2026-11-21`. Years before 1970 and after 2099 are
 * refused.
 */
export function isDay(text: string) {
  const day = DAY.test(text) ? new Date(text) : null
  // JavaScript may parse February 30 as March 2, so the result must match the text.
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
