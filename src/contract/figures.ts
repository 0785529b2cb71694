/** The pattern of a number: digits, optional commas between groups of three, optional decimals. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

const WHOLE = new RegExp(`^${NUMBER}$`)

/** Parses a whole text as a number. Null for ambiguous forms such as `1,5` and `5.800.000`. */
export function parseNumber(text: string) {
  return WHOLE.test(text) ? Number(text.replaceAll(',', '')) : null
}

const LATIN_UNITS: Record<number, string> = {
  1e3: 'thousand thsd tsd k',
  1e4: 'man',
  1e5: 'lakhs lakh lacs lac',
  1e6: 'million millions millionen mio mill mil mln mn mm m',
  1e7: 'crores crore cr',
  1e8: 'oku',
  1e9: 'billion bn mrd',
}
const FACTORS = new Map(
  Object.entries(LATIN_UNITS).flatMap(([factor, units]) =>
    units.split(' ').map((unit): [string, number] => [unit, Number(factor)]),
  ),
)
const LATIN = new RegExp(`^(${NUMBER}) ?(${[...FACTORS.keys()].join('|')})\\.?$`, 'i')

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

/** Matches the decimal comma of `3,5 Mio`. A comma before three digits separates thousands. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})(?= ?[^\d\s,.])/

/**
 * Parses an amount such as `3,000,000`, `5.8 million`, `3,5 Mio`, `20k` or `1億2,000万`. Null if the
 * text is no amount.
 */
export function parseFigure(text: string) {
  const figure = text.replace(DECIMAL_COMMA, '$1.$2')
  return parseNumber(figure) ?? parseLatin(figure) ?? parseJapanese(figure)
}

function parseLatin(text: string) {
  const [, digits = '', unit = ''] = text.match(LATIN) ?? []
  const factor = FACTORS.get(unit.toLowerCase())
  const number = parseNumber(digits)
  return factor === undefined || number === null ? null : exact(number * factor)
}

/** Matches amounts in which 万 is left out after 億: `1億2000` means 1億2000万. */
const WITHOUT_MAN = /億(?:\d{1,4}|\d,\d{3})$/

/** Parses amounts such as `1億2,000万`, `1億 2000万`, `1億2000`, `1.2億`, `580万5千` and `1千万`. */
function parseJapanese(text: string) {
  const written = text.replaceAll(' ', '').replaceAll('萬', '万').replaceAll('亿', '億')
  let rest = WITHOUT_MAN.test(written) ? `${written}万` : written
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
