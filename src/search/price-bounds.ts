import { roundConverted, worthIn } from '#contract/converted-price.ts'
import type { ListingFilters, ListingSearch } from '#contract/listings.ts'
import type { Rates } from '#contract/rates.ts'
import { lowestThat } from './binary-search.ts'

/** The lowest and the highest price that a search includes. */
interface Bounds {
  min: number
  max: number
}

export interface PriceBounds {
  yen: Bounds
  cents: Bounds
}

type PriceFilter = 'sale_price_min' | 'sale_price_max' | 'sale_price_currency'

type Catalogue<F extends ListingFilters> = Omit<F, PriceFilter> & {
  // The type `never` makes TypeScript reject price filters that were not converted to `price`,
  // because a search would ignore them.
  [Name in PriceFilter]?: never
} & { price?: PriceBounds }

export type CatalogueFilters = Catalogue<ListingFilters>
export type CatalogueSearch = Catalogue<ListingSearch>

/** The rates contain no exchange rate for the currency of the filters. */
export class MissingRate extends Error {
  constructor(currency: string) {
    super(`There is no exchange rate for ${currency}`)
  }
}

/** An amount above any price in yen or cents. It replaces a missing upper limit. */
const ABOVE_ALL = 2 ** 40

/**
 * Converts the price filters to bounds in yen and bounds in cents. A price in the currency of the
 * filters is compared without rounding. Every other price is compared after conversion and
 * rounding, as the screen shows it. So a search finds exactly the houses whose price on the screen
 * lies within the filters.
 * @throws {MissingRate} if there is no rate for the currency.
 */
export function withPriceBounds<F extends ListingFilters>(filters: F, rates: Rates): Catalogue<F> {
  const { sale_price_min, sale_price_max, sale_price_currency, ...rest } = filters
  const currency = sale_price_currency || 'USD'
  const worth = worthIn(currency, rates)
  if (!worth) throw new MissingRate(currency)
  if (sale_price_min === undefined && sale_price_max === undefined) return rest
  const limits = { min: sale_price_min, max: sale_price_max }
  return {
    ...rest,
    price: {
      yen: boundsOf(limits, (yen) =>
        currency === 'JPY' ? yen : roundConverted(yen * worth.per_yen, currency),
      ),
      cents: boundsOf(limits, (cents) =>
        currency === 'USD'
          ? cents / 100
          : roundConverted((cents / 100) * worth.per_dollar, currency),
      ),
    },
  }
}

/**
 * Finds the lowest and the highest amount for which `shown` returns a number from `min` to `max`.
 */
function boundsOf(
  { min, max }: Partial<Record<keyof Bounds, number | undefined>>,
  shown: (amount: number) => number,
): Bounds {
  return {
    min: min === undefined ? 0 : lowestThat(ABOVE_ALL, (amount) => shown(amount) >= min),
    max: max === undefined ? ABOVE_ALL : lowestThat(ABOVE_ALL, (amount) => shown(amount) > max) - 1,
  }
}
