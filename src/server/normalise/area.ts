import { NUMBER, parseNumber } from '#contract/figures.ts'
import { implausible, type Reading, read, unread } from './reading.ts'
import { MAX_FIGURE_LENGTH, toHalfWidth, withoutBrackets } from './text.ts'

/** The largest plausible area, 100 km². No plot is larger, so a larger value is a mistake. */
const MAX_SQUARE_METRES = 100_000_000

/** The number of square metres in each unit. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:m ?\^?2|平米|平方メートル|平方m|sq\.? ?m(?:et(?:er|re)s?)?\.?|sqm|square met(?:er|re)s?)$/i,
    1,
  ],
  // By the Weights and Measures Act of 1891, one tsubo is 400/121 m².
  [/^(?:坪|tsubo)$/i, 400 / 121],
  [/^(?:sq\.? ?f(?:ee)?t\.?|sqft|square f(?:ee|oo)t|ft ?\^?2)$/i, 0.09290304],
  [/^(?:ha|ヘクタール|hectares?)$/i, 10_000],
]

const AREA = new RegExp(`^(?:約|およそ|about|approx\\.?|ca?\\.|~)? ?(${NUMBER}) ?(.*)$`, 'i')
const UNREADABLE = 'cannot be read as an area'
const AT_LEAST = /\s*(?:以上|or more|and up|\+)$/i

/**
 * Parses an area such as `98.5m²`, `98.54㎡ (29.80 tsubo)` or `29.8坪` to square metres. A number
 * without a unit is in square metres. `2000㎡以上` ("at least 2000 m²") becomes 2000.
 */
export function parseArea(text: string): Reading<number> {
  if (text.length > MAX_FIGURE_LENGTH) return unread(UNREADABLE)
  const written = withoutBrackets(toHalfWidth(text)).replace(AT_LEAST, '')
  const [, digits = '', unit = ''] = written.match(AREA) ?? []
  const number = parseNumber(digits)
  const factor = squareMetresIn(unit.trim())
  if (number === null || factor === null) return unread(UNREADABLE)

  const squareMetres = Math.round(number * factor * 100) / 100
  if (squareMetres <= 0) return implausible('is an area of zero')
  if (squareMetres > MAX_SQUARE_METRES) return implausible('is larger than any plot')
  return read(squareMetres)
}

function squareMetresIn(unit: string) {
  if (unit === '') return 1
  return UNITS.find(([name]) => name.test(unit))?.[1] ?? null
}
