import type { PositionRange } from '#search/buckets.ts'
import type { ListingColumns } from '#search/columns.ts'
import { conditionsOf, marked, type ResolvedFilters } from '#search/conditions.ts'
import type { CityCount, PlaceCount } from '#search/counts.ts'
import type { MarkCount } from '#search/marks.ts'
import type { ResolvedSearch } from '#search/resolve-filters.ts'
import type { Background } from '#server/concurrency/background.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '#server/db/database.ts'
import {
  countCitiesMatching,
  countKnownMatching,
  countMarksMatching,
  countMatching,
  countPlacesMatching,
} from './count.ts'
import { readColumns } from './read-columns.ts'

const TOTALS_COUNT = 10_000

interface TotalsOptions {
  db: Database
  background: Pick<Background, 'run'>
  /**
   * The maximum share of time spent on loading the in-memory columns again when listings change
   * often.
   */
  effort?: number
}

/** Facts about all results of a search. */
export interface Totals {
  /**
   * The number of results. A caller that already knows this number passes it as `found`. `total`
   * then caches `found` and counts nothing.
   */
  total: (found?: number) => Promise<number>
  /** For each watch-out, good sign and tag, the number of results with each state of its filter. */
  marks: () => Promise<Record<string, MarkCount>>
  cities: () => Promise<CityCount[]>
  places: () => Promise<PlaceCount[]>
  known: () => Promise<number>
  /**
   * The ids of the results in a range of positions, and the number of all results. Null if the
   * columns are not in memory.
   */
  page: (range: PositionRange) => { ids: string[]; total: number } | null
}

/**
 * Returns a function that gives the {@link Totals} of a search. Counting in the in-memory columns
 * takes a few milliseconds for a million listings. While the columns are not loaded, the database
 * counts, and `page` returns null. The results of `total` and `known` are cached.
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
    // No request uses the stale columns any more. Free their memory before new columns are read.
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

  return function totalsOf(search: ResolvedSearch, revision: number): Totals {
    const filters = filtersOf(search)
    const { sort_by, sort_order } = search

    return {
      total: (found) =>
        known.get(JSON.stringify([revision, filters]), async () => {
          if (found !== undefined) return found
          const columns = columnsAt(revision)
          return columns ? columns.count(conditionsOf(filters)) : countMatching(db, filters)
        }),

      async marks() {
        const columns = columnsAt(revision)
        const { marks, ...others } = filters
        return columns
          ? columns.countMarks(conditionsOf(others), marked(marks))
          : countMarksMatching(db, filters)
      },

      async cities() {
        const columns = columnsAt(revision)
        return columns
          ? columns.countCities(conditionsOf(filters))
          : countCitiesMatching(db, filters)
      },

      async places() {
        const columns = columnsAt(revision)
        return columns
          ? columns.countPlaces(conditionsOf(filters))
          : countPlacesMatching(db, filters)
      },

      known: () =>
        known.get(JSON.stringify([revision, filters, sort_by]), () =>
          countKnownMatching(db, filters, sort_by),
        ),

      page: (range) =>
        columnsAt(revision)?.findPage(conditionsOf(filters), { sort_by, sort_order }, range) ??
        null,
    }
  }
}

function filtersOf({
  page,
  limit,
  sort_by,
  sort_order,
  ...filters
}: ResolvedSearch): ResolvedFilters {
  return filters
}
