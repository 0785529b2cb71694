import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import { onNewRevision } from './on-new-revision.ts'

const endpoint = lazyEndpoints(() => import('#contract/news.ts'))

/** What an alert has told: the news after the change with the id `since`. */
export const alertedNewsQuery = (since: number) =>
  queryOptions({
    queryKey: ['news', since],
    queryFn: ({ signal }) => call(endpoint('listNews'), { since }, signal),
  })

/** What has changed since the person's last visit. Persisted, so that it can be read offline. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: ({ signal }) => call(endpoint('listNews'), {}, signal),
  staleTime: 5 * 60_000,
  ...onNewRevision,
  ...persisted(() => endpoint('listNews'), { isLasting: true }),
})
