import { signOf } from '#contract/currencies.ts'
import type { Display } from '#contract/display.ts'
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
  return {
    currency: chosen,
    sign: signOf(chosen),
    area_unit: areaUnit,
    ...worthIn(chosen, rates),
    rate_date: rates.as_of,
  }
}

/** What one yen and one dollar are worth in a currency. */
export function worthIn(currency: string, rates: Rates) {
  const yen = yenPer(currency, rates)
  return { per_yen: 1 / yen, per_dollar: yenPer('USD', rates) / yen }
}

function yenPer(currency: string, { yen_per }: Rates) {
  const yen = yen_per[currency]
  if (yen === undefined) throw new Refusal(422, `There is no exchange rate for ${currency}`)
  return yen
}
