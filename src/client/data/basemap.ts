import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'

/**
 * How long the app uses cached borders of municipalities without a refetch. Borders change only once
 * a year.
 */
const BORDERS_STALE_MS = 24 * 3_600_000

const endpoint = lazyEndpoints(() => import('#contract/basemap.ts'))

/**
 * The URL of the street map, and the attribution of the borders. Each time a map opens, the app
 * fetches both again, because an operator may have imported borders meanwhile.
 */
export const basemapQuery = queryOptions({
  queryKey: ['basemap'],
  queryFn: ({ signal }) => call(endpoint('getBasemap'), {}, signal),
  staleTime: 0,
  // Persist the URL, because the offline map needs it to find the streets that are saved on this
  // device.
  ...persisted(() => endpoint('getBasemap'), { isLasting: true }),
})

/** The borders of municipalities in a prefecture. Only an import changes the borders. */
export function bordersQuery(prefecture: string) {
  return queryOptions({
    queryKey: ['borders', prefecture],
    queryFn: ({ signal }) => call(endpoint('getBorders'), { prefecture }, signal),
    staleTime: BORDERS_STALE_MS,
    // Persist the borders, because the offline map needs them. The borders of all Japan are only
    // 200 kB.
    ...persisted(() => endpoint('getBorders'), { isLasting: true }),
  })
}
