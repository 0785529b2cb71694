import type { ListingFilters } from '#contract/listings.ts'
import type { Rates } from '#contract/rates.ts'
import { MissingRate, withPriceBounds } from '#search/price-bounds.ts'
import type { Background } from '#server/concurrency/background.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { CurrentRates } from '#server/rates/rates.ts'
import type { Catalogue } from './catalogue.ts'
import { findEnglishCity } from './cities.ts'
import { resolvePlaces } from './resolve-places.ts'
import { normaliseFilters } from './search.ts'
import { openTotals } from './totals.ts'

const WHEREABOUTS_COUNT = 2000

interface SearchServices {
  db: Database
  catalogue: Pick<Catalogue, 'revision'>
  background: Pick<Background, 'run'>
  rates: Pick<CurrentRates, 'current'>
}

export type Search = ReturnType<typeof openSearch>

/**
 * Resolves the filters of searches and counts their results. Call this once and share the returned
 * functions between the routes. Each call would hold its own columns of the catalogue in memory.
 */
export function openSearch(services: SearchServices) {
  return { resolve: openResolver(services), totalsOf: openTotals(services) }
}

/** Returns a function that replaces places and prices in filters by what the database compares. */
export function openResolver({ db, catalogue, rates }: Omit<SearchServices, 'background'>) {
  const cities = createCache<Pick<ListingFilters, 'city'>>(WHEREABOUTS_COUNT)
  const whereabouts = createCache<Awaited<ReturnType<typeof resolvePlaces>>>(WHEREABOUTS_COUNT)

  const englishCity = async (revision: number, { prefecture, city }: ListingFilters) =>
    city === undefined
      ? {}
      : cities.get(JSON.stringify([revision, prefecture, city]), () =>
          findEnglishCity(db, { prefecture, city }),
        )

  /**
   * Normalises filters. Prices become bounds in the currencies of the listings. References to
   * places become values of listing columns. Searches with equal bounds then share a cache entry,
   * even if their filters use different currencies. Refuses a currency that has no exchange rate.
   */
  return async <F extends ListingFilters>(filters: F) => {
    const { place, near, within, ...given } = normaliseFilters(filters)
    const revision = await catalogue.revision()
    const normal = { ...given, ...(await englishCity(revision, given)) }
    const resolved = await whereabouts.get(JSON.stringify([revision, place, near, within]), () =>
      resolvePlaces(db, { place, near, within }),
    )
    return { ...boundPrices(normal, rates.current()), ...resolved }
  }
}

/**
 * Converts the price filters to bounds in the currencies of the listings.
 * @throws {Refusal} 422 if there is no rate for the currency of the filters.
 */
function boundPrices<F extends ListingFilters>(filters: F, rates: Rates) {
  try {
    return withPriceBounds(filters, rates)
  } catch (error) {
    throw error instanceof MissingRate ? new Refusal(422, error.message) : error
  }
}
