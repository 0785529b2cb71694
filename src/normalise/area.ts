import { NUMBER, parseNumber } from '#contract/figures.ts'
import { implausible, type Reading, read, unread } from './reading.ts'
import { MAX_FIGURE_LENGTH, toHalfWidth, withoutBrackets } from './text.ts'

/** The largest plausible area, 100 km². No plot is larger, so a larger value is a mistake. */
const MAX_SQUARE_METRES = 100_000_000

/** One tsubo, which is as large as one bu (歩). By the Weights and Measures Act of 1891. */
const TSUBO = 400 / 121

/** The number of square metres in each unit. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:m ?\^?2|平米|平方メートル|平方m|sq\.? ?m(?:et(?:er|re)s?)?\.?|sqm|square met(?:er|re)s?)$/i,
    1,
  ],
  [/^(?:坪|tsubo)$/i, TSUBO],
  [/^(?:sq\.? ?f(?:ee)?t\.?|sqft|square f(?:ee|oo)t|ft ?\^?2)$/i, 0.09290304],
  [/^(?:ha|ヘクタール|hectares?)$/i, 10_000],
]
/** The traditional units of land, from large to small, in tsubo. */
const LAND_UNITS = { 町: 3000, 反: 300, 畝: 30, 歩: 1 }
const LAND = new RegExp(
  `^${Object.keys(LAND_UNITS)
    .map((unit) => `(?:(${NUMBER})${unit}歩?)?`)
    .join('')}$`,
)

const AREA = new RegExp(`^(?:約|およそ|about|approx\\.?|ca?\\.|~)? ?(${NUMBER}) ?(万?) ?(.*)$`, 'i')
const UNREADABLE = 'cannot be read as an area'
const AT_LEAST = /\s*(?:以上|超|余り?|or more|and up|\+)$/i
/** Matches one floor in a text such as `1階：61.59㎡、2階：33.12㎡`. */
const FLOOR = new RegExp(
  `([1-9])(?:階|F)(?:部分|床面積)? ?:? ?(${NUMBER}) ?(m2|坪)[、,・/ ]*`,
  'giy',
)
/** Matches the sum of the floors after them. */
const SUM = new RegExp(`^(?:延べ?(?:床)?(?:面積)?|合計|計) ?:? ?(${NUMBER}) ?(m2|坪)$`)
/** How much two statements of one area may differ, because both are rounded. */
const TOLERANCE = 0.02

/**
 * Parses an area such as `98.5m²`, `98.54㎡ (29.80 tsubo)`, `165㎡50坪`, `29.8坪` or `1反5畝` to square
 * metres. A number without a unit is in square metres. `2000㎡以上` ("at least 2000 m²") becomes 2000. The
 * floors of a house are summed if none is missing.
 */
export function parseArea(text: string): Reading<number> {
  if (text.length > MAX_FIGURE_LENGTH) return unread(UNREADABLE)
  // Without a space, NFKC would turn `165㎡50坪` into `165m250坪`.
  const spaced = toHalfWidth(text.replaceAll('㎡', 'm2 '))
  const written = withoutBrackets(spaced).replace(AT_LEAST, '')
  const squareMetres =
    readUnit(written) ?? readTwice(written) ?? readFloors(written) ?? readLand(written)
  if (squareMetres === null) return unread(UNREADABLE)

  const rounded = Math.round(squareMetres * 100) / 100
  if (rounded <= 0) return implausible('is an area of zero')
  if (rounded > MAX_SQUARE_METRES) return implausible('is larger than any plot')
  return read(rounded)
}

function readUnit(text: string) {
  const [, digits = '', tenThousands = '', unit = ''] = text.match(AREA) ?? []
  const number = parseNumber(digits)
  const factor = squareMetresIn(unit.trim())
  if (number === null || factor === null) return null
  return number * factor * (tenThousands ? 10_000 : 1)
}

function squareMetresIn(unit: string) {
  if (unit === '') return 1
  return UNITS.find(([name]) => name.test(unit))?.[1] ?? null
}

/** Reads one area in two units, such as `165m2 50坪`. Null if the two differ. */
function readTwice(text: string) {
  const [, first = '', second = ''] = text.match(/^(.*m2) ?[/・、]?(.*坪)$/i) ?? []
  const [one, other] = [readUnit(first), readUnit(second)]
  if (one === null || other === null) return null
  return Math.abs(one - other) <= one * TOLERANCE ? one : null
}

/** Sums the floors of a house. Null if a floor is missing, or if a stated sum differs. */
function readFloors(text: string) {
  FLOOR.lastIndex = 0
  let [sum, count, end] = [0, 0, 0]
  for (let floor = FLOOR.exec(text); floor; floor = FLOOR.exec(text)) {
    const [, number, digits = '', unit = ''] = floor
    count += 1
    if (Number(number) !== count) return null
    sum += (parseNumber(digits) ?? 0) * (squareMetresIn(unit) ?? 0)
    end = FLOOR.lastIndex
  }
  if (count < 2) return null
  const rest = text.slice(end).trim()
  if (rest === '') return sum
  const [, digits = '', unit = ''] = rest.match(SUM) ?? []
  const total = (parseNumber(digits) ?? 0) * (squareMetresIn(unit) ?? 0)
  return Math.abs(total - sum) <= sum * TOLERANCE ? total : null
}

/** Reads the traditional units of land: `1町2反5畝10歩`. */
function readLand(text: string) {
  const parts = text.replace(/ |^約/g, '').match(LAND)?.slice(1) ?? []
  const factors = Object.values(LAND_UNITS)
  const tsubo = parts.map((digits, at) => (parseNumber(digits ?? '') ?? 0) * (factors[at] ?? 0))
  const sum = tsubo.reduce((sum, area) => sum + area, 0)
  return sum > 0 ? sum * TSUBO : null
}
