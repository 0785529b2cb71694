import { BLANK, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

const LAYOUT = /^([1-9]\d?)(S?)(LDK|DK|LK|K|R)(\+\d?S)?$/

/**
 * Parses a layout such as `4LDK`, `４ＬＤＫ`, `4SLDK`, `4LDK+S` (with a storeroom, so `4SLDK`) or
 * `ワンルーム`. In registers, `R` without a number means that the layout is unknown, so `R` counts as
 * blank. `K` without a number cannot be parsed, because the number of rooms is unknown.
 */
export function parseLayout(text: string): Reading<string> {
  const written = withoutBrackets(toHalfWidth(text))
    .toUpperCase()
    .replaceAll(' ', '')
    .replace(/\+納戸$/, '+S')
  if (written === 'R') return BLANK
  if (/^(ワンルーム|ONEROOM|STUDIO)$/.test(written)) return read('1R')
  const [, rooms, storeroom, kitchen, extra] = written.match(LAYOUT) ?? []
  if (!rooms) return unread('is not a floor plan such as 4LDK')
  return read(`${rooms}${storeroom || extra ? 'S' : ''}${kitchen}`)
}
