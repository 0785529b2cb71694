/**
 * What may stand in a query string. Apart from the schemas that are made of it: addresses are read
 * before anything is drawn, and the schema library comes with the first answer.
 */

/** Control characters, line breaks, lone surrogates and the marks that reorder text: never part of a name. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function hasUnprintable(text: string) {
  return UNPRINTABLE.test(text)
}

/** The id of a record, as it stands in a path. */
export const ID = /^[\w.~-]{1,64}$/

/** What opens the link to a listing beside its id: nothing that chat programs take for punctuation. */
export const SHARE_KEY = /^[\da-f]{16}$/

/** How long a text is that something is looked for by, at most. */
export const MAX_TEXT_LENGTH = 100

export interface Range {
  min: number
  max: number
  /** Whether only whole numbers are in it. */
  integer?: boolean
}

/** The pages of a list, of which the first is 1. */
export const PAGES: Range = { min: 1, max: 10_000_000, integer: true }

/** How much of a list may be asked for at once. */
export const LIMITS: Range = { min: 1, max: 100, integer: true }

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/

/**
 * A number in a query string; undefined for what is none, or not in the range. Plain decimal
 * notation only: `1e9`, `0x10`, `NaN` and the empty string are refused, not guessed at.
 */
export function readNumber(value: unknown, { min, max, integer = false }: Range) {
  const number = typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !(number >= min && number <= max)) return undefined
  return integer && !Number.isInteger(number) ? undefined : number
}

const DAY = /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/

/** A day such as `2026-11-21`; within what calendars of computers agree on. */
export function isDay(text: string) {
  const day = DAY.test(text) ? new Date(text) : null
  // There is no February 30, which some would read as March 2.
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
