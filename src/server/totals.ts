import type { ListingFilters, ListingSearch } from '#contract/listings.ts'
import { createCache } from './cache.ts'
import { conditionsOf } from './conditions.ts'
import { type ListingColumns, readColumns } from './listing-columns.ts'
import { countMatching } from './search.ts'
import type { Services } from './services.ts'

const TOTALS_COUNT = 10_000

interface TotalsOptions extends Pick<Services, 'db' | 'background'> {
  /** The share of the time that reading the columns anew may take, however often listings change. */
  effort?: number
}

/**
 * Returns what knows how many listings a search finds: remembered, else counted in memory, where
 * a million take a few milliseconds, else in the database, while the columns of the catalogue as it
 * is now are not there yet.
 */
export function openTotals({ db, background, effort = 0.1 }: TotalsOptions) {
  const known = createCache<number>(TOTALS_COUNT)
  let read: { revision: number; columns: ListingColumns } | null = null
  let isReading = false
  let restsUntil = 0

  function columnsAt(revision: number) {
    if (read?.revision === revision) return read.columns
    if (!isReading && performance.now() >= restsUntil) {
      isReading = true
      background.run(readAnew)
    }
    return null
  }

  async function readAnew() {
    // Of an earlier revision, which nobody asks for any more.
    read = null
    const started = performance.now()
    try {
      read = await readColumns(db)
    } finally {
      isReading = false
      const now = performance.now()
      restsUntil = now + (now - started) * (1 / effort - 1)
    }
  }

  /** The total at a revision of the catalogue; `found` when it has been found out. */
  return function totalOf(search: ListingSearch, revision: number, found?: number) {
    const filters = filtersOf(search)
    const key = JSON.stringify([revision, filters])
    return known.get(key, async () => {
      if (found !== undefined) return found
      const columns = columnsAt(revision)
      return columns ? columns.count(conditionsOf(filters)) : countMatching(db, filters)
    })
  }
}

function filtersOf({
  page,
  limit,
  sort_by,
  sort_order,
  ...filters
}: ListingSearch): ListingFilters {
  return filters
}
