import { CURRENCIES, CURRENCY_CODES, type Currency } from './currencies.ts'
import { parseFigure } from './figures.ts'
import { kanjiToDigits } from './kanji-numbers.ts'

export interface Money {
  amount: number
  currency: Currency
}

/** Whether a field asks for the lowest amount, for the highest amount, or for neither (`none`). */
type End = 'min' | 'max' | 'none'

/** The longest text that can be an amount, in characters. */
const MAX_LENGTH = 40

/** Currency signs, codes and names, the longest first. In another order, `A$20` could match `$`. */
const SIGNS = CURRENCY_CODES.flatMap((code): [sign: string, code: Currency][] => [
  [code, code],
  [CURRENCIES[code].trim().toUpperCase(), code],
])
  .concat([
    ['円', 'JPY'],
    ['YEN', 'JPY'],
    ['US$', 'USD'],
    ['DOLLARS', 'USD'],
    ['AU$', 'AUD'],
    ['CA$', 'CAD'],
    ['EUROS', 'EUR'],
    ['EURO', 'EUR'],
    ['RUPEES', 'INR'],
    ['RS.', 'INR'],
    ['RS', 'INR'],
  ])
  .sort(([a], [b]) => b.length - a.length)

/** Words such as `under` in the field for the highest price, whose label already says the same. */
const MAX_WORDS =
  /^(?:UNDER|BELOW|UP TO|AT MOST|LESS THAN|MAX\.?|[<≤~〜]=?)|(?:以下|以内|未満|まで)$/
const MIN_WORDS = /^(?:OVER|ABOVE|AT LEAST|MORE THAN|FROM|MIN\.?|[>≥]=?)|(?:以上|から|\+|[~〜])$/

/** Whether a figure is ambiguous, such as `20.000`: 20 for some people, and 20,000 for others. */
export function isAmbiguous(figure: string) {
  return /^\d{1,3}\.\d{3}$/.test(figure)
}

/** Whether a text names two amounts, such as `3-5M`. */
export function isRange(text: string) {
  return /\d\D{0,12}[-–—~〜]\D{0,4}\d/.test(text.normalize('NFKC'))
}

/**
 * Reads an amount as people type it: `3M`, `3,000,000`, `1.500.000`, `1'500'000`, `1,5 Mio`, `30 lakh`,
 * `300万`, `三百万円`, `¥3M`, `$20k`, `20k EUR`. An amount without a sign is in yen if it contains `億`,
 * `万` or `千`, otherwise in the field's own currency. If the field's currency is a dollar, `$` means
 * that dollar. A field for the highest amount also accepts `under 3M`, and one for the lowest `over
 * 3M`. Undefined if the text is no amount, or is ambiguous: `20.000` is 20 for some people, and 20,000
 * for others.
 */
export function parseMoney(text: string, own: Currency, end?: End): Money | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const written = withoutLimit(text.normalize('NFKC').trim().toUpperCase(), end)
    .replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '')
    .replaceAll('萬', '万')
    .replace(/(?<=\d) ?OKU\b ?/, '億')
    .replace(/(?<=\d) ?MAN\b/, '万')
  const [sign, signed] =
    SIGNS.find(([sign]) => written.startsWith(sign) || written.endsWith(sign)) ?? []
  const figure = sign === undefined ? written : withoutSign(written, sign)
  const amount = parseFigure(plainFigure(figure))
  // `1億2000` means 1億2000万, but with 円 the same digits would be single yen.
  const isUnclear = isAmbiguous(figure) || /億\d{1,4}円$/.test(written)
  if (amount === null || isUnclear) return undefined
  return { amount, currency: currencyOf(figure, sign, signed) ?? own }

  function currencyOf(figure: string, sign: string | undefined, signed: Currency | undefined) {
    if (sign === '$' && CURRENCIES[own].endsWith('$')) return own
    return signed ?? (/[億万千百]/.test(figure) ? 'JPY' : undefined)
  }
}

function withoutLimit(text: string, end: End | undefined) {
  if (end === 'none') return text
  const bare = end === 'min' ? text : text.replace(MAX_WORDS, '')
  return (end === 'max' ? bare : bare.replace(MIN_WORDS, '')).trim()
}

function withoutSign(text: string, sign: string) {
  return (text.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim()
}

/** Matches `1.500.000,50`: two points, or points and a comma, leave no doubt about their meaning. */
const POINTS = /^(?:\d{1,3}(?:\.\d{3}){2,}(?:,\d{1,2})?|\d{1,3}\.\d{3},\d{1,2})$/
/** Matches the Indian groups of `30,00,000`. */
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}$/

/** Writes a figure with commas between thousands and with a decimal point, as `parseFigure` reads it. */
function plainFigure(figure: string) {
  if (POINTS.test(figure)) return figure.replaceAll('.', '').replace(',', '.')
  if (INDIAN.test(figure)) return figure.replaceAll(',', '')
  return kanjiToDigits(figure)
}
