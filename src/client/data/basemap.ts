import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'

const endpoint = lazyEndpoints(() => import('#contract/basemap.ts'))

/** The URL of the basemap, which shows the streets. It changes only when the server restarts. */
export const basemapQuery = queryOptions({
  queryKey: ['basemap'],
  queryFn: ({ signal }) => call(endpoint('getBasemap'), {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
  ...persisted(() => endpoint('getBasemap')),
  meta: { isPersisted: true, hidesAge: true },
})
