import { CURRENCIES, CURRENCY_CODES, type Currency } from './currencies.ts'
import { parseFigure } from './figures.ts'

export interface Money {
  amount: number
  currency: Currency
}

/** The longest text that can be an amount, in characters. */
const MAX_LENGTH = 40

/** Currency signs and codes, the longest first. In another order, `A$20` could match `$`. */
const SIGNS = CURRENCY_CODES.flatMap((code): [sign: string, code: Currency][] => [
  [code, code],
  [CURRENCIES[code].trim(), code],
])
  .concat([
    ['円', 'JPY'],
    ['yen', 'JPY'],
    ['US$', 'USD'],
    ['AU$', 'AUD'],
    ['CA$', 'CAD'],
  ])
  .sort(([a], [b]) => b.length - a.length)

/** Whether a figure is ambiguous, such as `20.000`: 20 for some people, and 20,000 for others. */
export function isAmbiguous(figure: string) {
  return /^\d{1,3}\.\d{3}$/.test(figure)
}

/**
 * Reads an amount as people type it: `3M`, `3,000,000`, `300万`, `¥3M`, `$20k`, `20k EUR`. An amount
 * without a sign is in yen if it contains `億`, `万` or `千`, otherwise in the field's own currency.
 * If the field's currency is a dollar, `$` means that dollar. Undefined if the text is no amount, or
 * is ambiguous: `20.000` is 20 for some people, and 20,000 for others.
 */
export function parseMoney(text: string, own: Currency): Money | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const written = text
    .normalize('NFKC')
    .replace(/(?<=\d)\s+(?=\d)/g, '')
    .trim()
    .toUpperCase()
  const [sign, signed] =
    SIGNS.map(([sign, code]) => [sign.toUpperCase(), code] as const).find(
      ([sign]) => written.startsWith(sign) || written.endsWith(sign),
    ) ?? []
  const figure = sign === undefined ? written : withoutSign(written, sign)
  const amount = parseFigure(figure)
  if (amount === null || isAmbiguous(figure)) return undefined
  return { amount, currency: currencyOf(figure, sign, signed) ?? own }

  function currencyOf(figure: string, sign: string | undefined, signed: Currency | undefined) {
    if (sign === '$' && CURRENCIES[own].endsWith('$')) return own
    return signed ?? (/[億万千]/.test(figure) ? 'JPY' : undefined)
  }
}

function withoutSign(text: string, sign: string) {
  return (text.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim()
}
