import type { MarkState } from '#contract/mark-codes.ts'
import { SIGNS, type SignCode } from '#contract/signs.ts'
import { TAGS, type Tag } from '#contract/tags.ts'

/**
 * The code of a sign (a watch-out or good sign of a house) or of a tag. Searches can filter
 * listings by both.
 */
export type Mark = SignCode | Tag

/**
 * The columns that store a listing's signs (watch-outs and good signs) and tags, one bit for each.
 */
export const MARK_COLUMNS = ['signs', 'tags', 'moreTags'] as const
export type MarkColumn = (typeof MARK_COLUMNS)[number]
export type MarkBits = Record<MarkColumn, number>

/**
 * The number of signs or tags that a column can store. PostgreSQL's integers have 32 bits, but the
 * highest bit makes a number negative.
 */
const BITS = 31

// This cast is safe, because all keys of `SIGNS` are sign codes. `Object.keys` returns them as
// strings.
export const SIGN_CODES = Object.keys(SIGNS) as SignCode[]
const TAG_CODES = Object.keys(TAGS) as Tag[]
const BY_COLUMN: Record<MarkColumn, Mark[]> = {
  signs: SIGN_CODES,
  tags: TAG_CODES.slice(0, BITS),
  moreTags: TAG_CODES.slice(BITS),
}

/** The column and the bit of each watch-out, good sign and tag, by code. */
const PLACES = new Map<string, { column: MarkColumn; bit: number }>(
  MARK_COLUMNS.flatMap((column) =>
    BY_COLUMN[column].map((mark, at) => [mark, { column, bit: 1 << at }] as const),
  ),
)
const MARKS = [...PLACES].map(([mark, place]) => ({ mark, ...place }))
export type PlacedMark = (typeof MARKS)[number]

/**
 * How many listings a search would find with each state of a filter, if its other filters stay as
 * they are.
 */
export type MarkCount = Record<MarkState, number>

/** Calls `map` for each watch-out, good sign and tag. Returns the results by code. */
export function mapMarks<T>(map: (mark: PlacedMark) => T): Record<string, T> {
  return Object.fromEntries(MARKS.map((mark) => [mark.mark, map(mark)]))
}

/** Encodes the codes of watch-outs, good signs and tags as bits. Null if a code is unknown. */
export function toBits(codes: readonly string[]): MarkBits | null {
  const bits: MarkBits = { signs: 0, tags: 0, moreTags: 0 }
  for (const code of codes) {
    const place = PLACES.get(code)
    if (!place) return null
    bits[place.column] |= place.bit
  }
  return bits
}

/** The bits on which a filter by marks depends, and the values that these bits must have. */
export interface MarkMask {
  mask: MarkBits
  wanted: MarkBits
}

/**
 * Encodes the states of marks in a filter. Null if no listing can match, because a code is unknown
 * or is both demanded and excluded.
 */
export function toMask(states: ReadonlyMap<string, MarkState> | null): MarkMask | null {
  if (!states) return null
  const mask = toBits([...states.keys()])
  const wanted = toBits([...states].flatMap(([code, state]) => (state === 'only' ? code : [])))
  return mask && wanted && { mask, wanted }
}

/** A listing's codes as the API's record contains them: a list is missing if it is empty. */
export function recordMarks(bits: MarkBits) {
  const { watchOuts, goodSigns, tags } = readMarks(bits)
  const some = (codes: string[]) => (codes.length > 0 ? codes : undefined)
  return { watchOuts: some(watchOuts), goodSigns: some(goodSigns), tags: some(tags) }
}

/** Decodes a listing's bits into the codes of its watch-outs, good signs and tags. */
export function readMarks(bits: MarkBits) {
  const found = <Code>(codes: Code[], column: MarkColumn) =>
    codes.filter((_, at) => bits[column] & (1 << at))
  const signs = found(SIGN_CODES, 'signs')
  const ofKind = (kind: string) => signs.filter((code) => SIGNS[code].kind === kind)
  return {
    watchOuts: ofKind('watch-out'),
    goodSigns: ofKind('good'),
    tags: [...found(BY_COLUMN.tags, 'tags'), ...found(BY_COLUMN.moreTags, 'moreTags')],
  }
}
