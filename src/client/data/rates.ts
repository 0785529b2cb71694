import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'

const endpoint = lazyEndpoints(() => import('#contract/rates.ts'))

const STALE_TIME_MS = 3_600_000

const { persister, meta } = persisted(() => endpoint('getRates'))

/** The exchange rates, also offline. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: ({ signal }) => call(endpoint('getRates'), {}, signal),
  staleTime: STALE_TIME_MS,
  persister,
  // The page shows the date of the rates beside them. So their age must not trigger the message
  // that the page shows old data.
  meta: { ...meta, hidesAge: true },
})
