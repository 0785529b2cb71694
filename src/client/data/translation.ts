import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'

const endpoint = lazyEndpoints(() => import('#contract/translation.ts'))

const STALE_TIME_MS = 3_600_000

/**
 * Whether the server has a translation service. Persisted, so that the Translate button also
 * appears offline.
 */
export const translatorQuery = queryOptions({
  queryKey: ['translator'],
  queryFn: ({ signal }) => call(endpoint('getTranslator'), {}, signal),
  staleTime: STALE_TIME_MS,
  ...persisted(() => endpoint('getTranslator')),
})

/**
 * The remarks of a listing in English. A translation that was loaded before is available offline.
 */
export const translationQuery = (id: string) =>
  queryOptions({
    queryKey: ['translation', id],
    queryFn: ({ signal }) => call(endpoint('translateRemarks'), { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...persisted(() => endpoint('translateRemarks')),
  })
