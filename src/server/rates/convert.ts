import { displayIn } from '#contract/converted-price.ts'
import type { Display } from '#contract/display.ts'
import type { Rates } from '#contract/rates.ts'
import type { UserRow } from '#server/auth/sessions.ts'
import { guessCurrency } from './guess-currency.ts'

/**
 * A person's currency and area unit with today's rate. If their currency has no rate, prices are
 * shown in dollars.
 * @throws if the rates lack the dollar.
 */
export function toDisplay(
  { currency, areaUnit }: Pick<UserRow, 'currency' | 'areaUnit'>,
  rates: Rates,
): Display {
  const display = displayIn(currency, areaUnit, rates) ?? displayIn('USD', areaUnit, rates)
  if (!display) throw new Error('The exchange rates lack the dollar')
  return display
}

/**
 * Visitors have no account with a chosen currency, so they see dollars: those of their country if
 * `acceptLanguage` names it.
 */
export function visitorDisplay(rates: Rates, acceptLanguage?: string) {
  return toDisplay({ currency: guessCurrency(acceptLanguage), areaUnit: 'm2' }, rates)
}
