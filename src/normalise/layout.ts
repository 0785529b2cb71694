import { BLANK, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

/** The kitchens that a layout can have, such as `DK` in `4DK`. `R` is a room without a kitchen. */
export const KITCHENS = ['LDK', 'DK', 'LK', 'LD', 'K', 'R']

export interface StatedLayout {
  /**
   * The part that filters and titles use, such as `4LDK`. If the source only counts rooms, this is a
   * layout such as `6R`, which says nothing about the kitchen. Null if the number of rooms is unclear.
   */
  layout: string | null
  /** The source's own text, if it states more than `layout`, such as `4LDK+WIC`. */
  layoutText: string | null
}

export const NO_LAYOUT: StatedLayout = { layout: null, layoutText: null }

/** What may follow a layout: a room or closet, an annex, or 以上 ("or more"). */
const ADDITION = String.raw`(?:$|\+|以上|[・、/]?離)`
/** Matches a layout before an addition. Letters may be repeated: `5LLDDKK` has two kitchens. */
const BEFORE_ADDITION = new RegExp(`^(?:母屋)?([1-9]\\d?)(S?)(L*D*K*|R)(\\+\\d?S(?!I))?${ADDITION}`)
/** Matches a text that only counts rooms, such as `和室6室` or `和室4室・洋室2室`. */
const ROOMS = /^(?:(?:和|洋|居)?室?(\d{1,2})(?:室|部屋|間)[・、+]?)+$/
/** Matches the homes of a house for two families: `2世帯(4LDK+3LDK)`. */
const HOMES = /^[2二]世帯.*?[(]([1-9]\d?)S?L*D*K*[+・、]([1-9]\d?)S?L*D*K*[)]$/
/** Matches a text that says something about rooms, such as `1階3DK 2階2室`. */
const COUNTS_ROOMS = /\d/
/** The maximum length of a layout on a page. No real layout is longer. */
const MAX_TEXT = 100
/** The most rooms of a house in a filter. */
const MAX_ROOMS = 99

const LAYOUT = /^([1-9]\d?)(S?)(LDK|DK|LK|LD|K|R)(\+\d?S)?$/

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
 * A text that says something unclear about rooms, such as `1階3DK 2階2室`, is kept without a layout.
 */
export function parseStatedLayout(text: string): Reading<StatedLayout> {
  const reading = parseLayout(text)
  if (reading.kind === 'read') return read({ layout: reading.value, layoutText: null })
  const written = plain(text)
  if (reading.kind !== 'unread' || !COUNTS_ROOMS.test(written)) return reading
  if (text.length > MAX_TEXT) return reading
  const layout = beforeAddition(written) ?? countedRooms(text)
  return read({ layout, layoutText: text.trim() })
}

function beforeAddition(written: string) {
  const [, rooms, storeroom, letters = '', extra] = written.match(BEFORE_ADDITION) ?? []
  const kitchen = [...new Set(letters)].join('')
  if (!rooms || !KITCHENS.includes(kitchen)) return null
  return `${rooms}${storeroom || extra ? 'S' : ''}${kitchen}`
}

function countedRooms(text: string) {
  const written = toHalfWidth(text).toUpperCase().replaceAll(' ', '')
  const homes = written.match(HOMES)?.slice(1)
  const counts = homes ?? (ROOMS.test(written) ? written.match(/\d+/g) : null) ?? []
  const rooms = counts.reduce((sum, count) => sum + Number(count), 0)
  return rooms > 0 && rooms <= MAX_ROOMS ? `${rooms}R` : null
}

/** Half-width capitals without spaces and remarks in brackets. Dots between letters go: `4L・DK`. */
function plain(text: string) {
  return withoutBrackets(toHalfWidth(text))
    .toUpperCase()
    .replaceAll(' ', '')
    .replace(/(?<=[\dLS])[・･](?=[LDK])/g, '')
    .replace(/[+・、]?納戸(\d?)(?:室|部屋)?$/, '+$1S')
}

/** The layouts with a number of rooms: for `4`, all from `4LDK` to `4SR`. A filter by `4` finds them. */
export function layoutsWith(rooms: string) {
  return KITCHENS.flatMap((kitchen) => [`${rooms}${kitchen}`, `${rooms}S${kitchen}`])
}
