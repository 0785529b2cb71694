import { BLANK, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

export interface StatedLayout {
  /** The part that filters and titles use, such as `4LDK`. Null if the number of rooms is unclear. */
  layout: string | null
  /** The source's own text, if it states more than `layout`, such as `4LDK+WIC`. */
  layoutText: string | null
}

export const NO_LAYOUT: StatedLayout = { layout: null, layoutText: null }

/** Matches a layout before an addition: a room or closet, an annex, or 以上 ("or more"). */
const BEFORE_ADDITION = /^(?:母屋)?([1-9]\d?S?(?:LDK|DK|LK|K|R))(?:\+|以上|[・、/]?離)/
/** Matches a text that says something about rooms, such as `和室6室` or `1階3DK 2階2室`. */
const COUNTS_ROOMS = /\d/
/** The maximum length of a layout on a page. No real layout is longer. */
const MAX_TEXT = 100

const LAYOUT = /^([1-9]\d?)(S?)(LDK|DK|LK|K|R)(\+\d?S)?$/

/**
 * Parses a layout such as `4LDK`, `４ＬＤＫ`, `4SLDK`, `4LDK+S` (with a storeroom, so `4SLDK`) or
 * `ワンルーム`. In registers, `R` without a number means that the layout is unknown, so `R` counts as
 * blank. `K` without a number cannot be parsed, because the number of rooms is unknown.
 */
export function parseLayout(text: string): Reading<string> {
  const written = plain(text)
  if (written === 'R') return BLANK
  if (/^(ワンルーム|ONEROOM|STUDIO)$/.test(written)) return read('1R')
  const [, rooms, storeroom, kitchen, extra] = written.match(LAYOUT) ?? []
  if (!rooms) return unread('is not a floor plan such as 4LDK')
  return read(`${rooms}${storeroom || extra ? 'S' : ''}${kitchen}`)
}

/**
 * Parses a layout, and keeps what the source states besides: `4LDK+WIC` is a `4LDK`, with its text.
 * A text that only says something about rooms, such as `和室6室`, is kept without a layout.
 */
export function parseStatedLayout(text: string): Reading<StatedLayout> {
  const reading = parseLayout(text)
  if (reading.kind === 'read') return read({ layout: reading.value, layoutText: null })
  const written = plain(text)
  if (reading.kind !== 'unread' || !COUNTS_ROOMS.test(written)) return reading
  if (text.length > MAX_TEXT) return reading
  return read({ layout: written.match(BEFORE_ADDITION)?.[1] ?? null, layoutText: text.trim() })
}

/** Half-width capitals without spaces and remarks in brackets. Dots between letters go: `4L・DK`. */
function plain(text: string) {
  return withoutBrackets(toHalfWidth(text))
    .toUpperCase()
    .replaceAll(' ', '')
    .replace(/(?<=[\dLS])[・･](?=[LDK])/g, '')
    .replace(/\+納戸$/, '+S')
}
