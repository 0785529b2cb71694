import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import type { CountedSearch } from '#client/catalogue/questions.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import { countSavedSearches, listSavedSearches } from '#contract/saved-searches.ts'
import { onDevice } from './on-device.ts'
import { onNewRevision } from './on-new-revision.ts'

/** The person's saved searches. They are persisted, so the list also opens offline. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(listSavedSearches, {}, signal),
  ...onNewRevision,
  ...persisted(async () => listSavedSearches, { isLasting: true }),
  select: ({ searches }) => searches,
})

/** How many houses match each of the person's saved searches now, by the id of the search. */
export function savedSearchCountsQuery(saved: CountedSearch[]) {
  // Leave out the names, so that renaming a search does not count it again.
  const searches = saved.map(({ id, search }) => ({ id, search }))
  return queryOptions({
    queryKey: ['saved-search-counts', searches],
    queryFn: searches.length > 0 ? ({ signal }) => call(countSavedSearches, {}, signal) : skipToken,
    placeholderData: keepPreviousData,
    ...onDevice('countSavedSearches', searches),
    select: ({ counts }) => counts,
  })
}
