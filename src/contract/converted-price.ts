import { signOf } from './currencies.ts'
import type { Display } from './display.ts'
import type { Rates } from './rates.ts'

/**
 * Rounds a converted price to the amount that the listings show: whole dollars, and three
 * significant digits in any other currency. Price filters compare their limits with this rounded
 * amount. So a house shown as `about €20,000` matches a maximum price of €20,000.
 */
export function roundConverted(amount: number, currency: string) {
  return Math.round(currency === 'USD' ? amount : roundEstimate(amount))
}

/** Rounds an estimated amount to three significant digits. */
export function roundEstimate(amount: number) {
  return Number(amount.toPrecision(3))
}

/**
 * The value of one yen and of one dollar in a currency. Undefined if the currency has no exchange
 * rate.
 */
export function worthIn(currency: string, { yen_per }: Rates) {
  const { USD: dollar, [currency]: yen } = yen_per
  if (yen === undefined || dollar === undefined) return undefined
  return { per_yen: 1 / yen, per_dollar: dollar / yen }
}

/** How prices are shown in a currency. Undefined if the currency has no exchange rate. */
export function displayIn(currency: string, area_unit: string, rates: Rates): Display | undefined {
  const worth = worthIn(currency, rates)
  if (!worth) return undefined
  const rate = rates.set_by_operator?.includes(currency)
    ? { rate_date: '' }
    : { rate_date: rates.as_of, rate_source: rates.source }
  return { currency, sign: signOf(currency), area_unit, ...worth, ...rate }
}
