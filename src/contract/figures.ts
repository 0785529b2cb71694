/** The pattern of a number: digits, optional commas between groups of three, optional decimals. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

const WHOLE = new RegExp(`^${NUMBER}$`)

/** Parses a whole text as a number. Null for ambiguous forms such as `1,5` and `5.800.000`. */
export function parseNumber(text: string) {
  return WHOLE.test(text) ? Number(text.replaceAll(',', '')) : null
}

const ENGLISH_UNITS = new Map([
  ['million', 1e6],
  ['mil', 1e6],
  ['m', 1e6],
  ['thousand', 1e3],
  ['k', 1e3],
])
const ENGLISH = new RegExp(`^(${NUMBER}) ?(${[...ENGLISH_UNITS.keys()].join('|')})$`, 'i')

/**
 * The units of a price, from large to small. A price contains each unit at most once, in this
 * order.
 */
const JAPANESE_UNITS = [
  { part: new RegExp(`^(${NUMBER})億`), factor: 1e8 },
  { part: new RegExp(`^(${NUMBER})千万`), factor: 1e7 },
  { part: new RegExp(`^(${NUMBER})百万`), factor: 1e6 },
  { part: new RegExp(`^(${NUMBER})万`), factor: 1e4 },
  { part: new RegExp(`^(${NUMBER})千`), factor: 1e3 },
]

/**
 * Parses an amount such as `3,000,000`, `5.8 million`, `20k` or `1億2,000万`. Null if the text is
 * no amount.
 */
export function parseFigure(text: string) {
  return parseNumber(text) ?? parseEnglish(text) ?? parseJapanese(text)
}

function parseEnglish(text: string) {
  const [, digits = '', unit = ''] = text.match(ENGLISH) ?? []
  const factor = ENGLISH_UNITS.get(unit.toLowerCase())
  const number = parseNumber(digits)
  return factor === undefined || number === null ? null : exact(number * factor)
}

/** Parses amounts such as `1億2,000万`, `1億 2000万`, `1.2億`, `580万5千` and `1千万`. */
function parseJapanese(text: string) {
  let rest = text.replaceAll(' ', '')
  let total = 0
  for (const { part, factor } of JAPANESE_UNITS) {
    const [written = '', digits = ''] = rest.match(part) ?? []
    total += (parseNumber(digits) ?? 0) * factor
    rest = rest.slice(written.length)
  }
  if (total === 0) return null
  if (rest === '') return exact(total)
  const last = parseNumber(rest)
  return last === null ? null : exact(total + last)
}

/** Removes the floating-point error of products such as `5.8 × 1,000,000`. */
function exact(amount: number) {
  return Math.round(amount * 100) / 100
}
