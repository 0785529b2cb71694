import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { wait } from '#client/browser/wait.ts'
import { filtersOf, STALE_TIME_MS } from './listings.ts'
import type { ListingsParams } from './listings-params.ts'
import { onDevice } from './on-device.ts'

const endpoint = lazyEndpoints(() => import('#contract/listings.ts'))

/** The debounce delay after a change of the filters, before the app counts the matching houses. */
const TYPING_PAUSE_MS = 300

/**
 * Counts the houses that match the filters in each city of the prefecture. Ignores the filter by
 * city. Aborts the request when the filters change again. If the prefecture is the only filter, sends
 * no request, because `citiesQuery` has these counts.
 */
export function cityCountsQuery(params: ListingsParams) {
  const { prefecture, ...others } = filtersOf({ ...params, city: undefined })
  const isFiltered = prefecture && Object.values(others).some((value) => value !== undefined)
  return queryOptions({
    queryKey: ['cities', prefecture, others],
    queryFn: isFiltered
      ? async ({ signal }) => {
          await untilTypingPauses(signal)
          return call(endpoint('listCities'), { prefecture, ...others }, signal)
        }
      : skipToken,
    staleTime: STALE_TIME_MS,
    // Show the previous counts only if they are of the same prefecture. With the counts of another
    // prefecture, every city would show zero.
    placeholderData: (previous, query) =>
      isFiltered && query?.queryKey[1] === prefecture ? previous : undefined,
    ...onDevice('listCities', { prefecture, ...others }),
    select: (cities) => new Map(cities.map(({ value, count }) => [value, count])),
  })
}

/**
 * Counts the houses that match a search, for each sign (a watch-out or good sign of a house) and
 * for each tag.
 */
export function markCountsQuery(params: ListingsParams) {
  const filters = filtersOf(params)
  return queryOptions({
    queryKey: ['mark-counts', filters],
    queryFn: ({ signal }) => call(endpoint('countMarks'), filters, signal),
    staleTime: STALE_TIME_MS,
    placeholderData: keepPreviousData,
    ...onDevice('countMarks', filters),
  })
}

/** The counts of {@link markCountsQuery} for filters that the person is still editing. */
export function draftMarkCountsQuery(draft: ListingsParams) {
  return queryOptions({
    ...markCountsQuery(draft),
    queryFn: async ({ signal }) => {
      await untilTypingPauses(signal)
      return call(endpoint('countMarks'), filtersOf(draft), signal)
    },
  })
}

/**
 * Waits for the debounce delay. Rejects if the filters change meanwhile, because the change aborts
 * the request.
 */
async function untilTypingPauses(signal: AbortSignal) {
  await wait(TYPING_PAUSE_MS).elapsed
  signal.throwIfAborted()
}
