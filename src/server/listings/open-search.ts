import type { ListingFilters } from '#contract/listings.ts'
import { MissingRate } from '#search/price-bounds.ts'
import { resolveFilters } from '#search/resolve-filters.ts'
import type { Background } from '#server/concurrency/background.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { CurrentRates } from '#server/rates/rates.ts'
import type { Catalogue } from './catalogue.ts'
import { openPlaceLookup } from './place-lookup.ts'
import { openTotals } from './totals.ts'

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
  const lookupAt = openPlaceLookup(db)

  /**
   * Normalises filters, so that searches that find the same houses mostly share a cache entry.
   * @throws {Refusal} 422 if there is no rate for the currency of the filters.
   */
  return async <F extends ListingFilters>(filters: F) => {
    try {
      return await resolveFilters(filters, lookupAt(await catalogue.revision()), rates.current())
    } catch (error) {
      throw error instanceof MissingRate ? new Refusal(422, error.message) : error
    }
  }
}
