import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'

const endpoint = lazyEndpoints(() => import('#contract/rates.ts'))

const STALE_TIME_MS = 3_600_000

/** The exchange rates, persisted for offline use. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: ({ signal }) => call(endpoint('getRates'), {}, signal),
  staleTime: STALE_TIME_MS,
  ...persisted(() => endpoint('getRates')),
})
