import { signOf } from '#contract/currencies.ts'
import type { Display } from '#contract/display.ts'
import type { ListingFilters } from '#contract/listings.ts'
import type { Rates } from '#contract/rates.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import { Refusal } from '#server/errors/refusal.ts'

/**
 * A person's currency and area unit with today's rate. If their currency has no rate, prices are
 * shown in dollars.
 */
export function toDisplay(
  { currency, areaUnit }: Pick<UserRow, 'currency' | 'areaUnit'>,
  rates: Rates,
): Display {
  const chosen = rates.yen_per[currency] === undefined ? 'USD' : currency
  const yen = yenPer(chosen, rates)
  return {
    currency: chosen,
    sign: signOf(chosen),
    area_unit: areaUnit,
    per_yen: 1 / yen,
    rate_date: rates.as_of,
  }
}

/**
 * Converts price filters to dollars. The catalogue stores dollars at the rate of the imports,
 * rounded to cents. The filter uses the same rate and rounding, so a house at exactly the filter's
 * limit is found.
 */
export function inCatalogueDollars<F extends ListingFilters>(
  filters: F,
  { rates, jpyPerUsd }: { rates: Rates; jpyPerUsd: number },
): F {
  const factor = yenPer(filters.sale_price_currency || 'USD', rates) / jpyPerUsd
  const convert = (amount: number | undefined) =>
    amount === undefined || factor === 1 ? amount : Math.round(amount * factor * 100) / 100
  return {
    ...filters,
    sale_price_currency: undefined,
    sale_price_min: convert(filters.sale_price_min),
    sale_price_max: convert(filters.sale_price_max),
  }
}

function yenPer(currency: string, { yen_per }: Rates) {
  const yen = yen_per[currency]
  if (yen === undefined) throw new Refusal(422, `There is no exchange rate for ${currency}`)
  return yen
}
