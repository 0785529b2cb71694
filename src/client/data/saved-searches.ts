import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import { countSavedSearches, listSavedSearches } from '#contract/saved-searches.ts'
import { onNewRevision } from './on-new-revision.ts'

/** The person's saved searches. They are persisted, so the list also opens offline. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(listSavedSearches, {}, signal),
  ...onNewRevision,
  // Do not show the age of this list on the page. The houses on the page come from another
  // response, which may be older or newer.
  ...persisted(async () => listSavedSearches, { isLasting: true, hidesDataAge: true }),
  select: ({ searches }) => searches,
})

/**
 * How many houses match each saved search now, by the id of the search. Persisted, so that the last
 * known counts can be read offline, with their time.
 */
export const savedSearchCountsQuery = queryOptions({
  queryKey: ['saved-search-counts'],
  queryFn: ({ signal }) => call(countSavedSearches, {}, signal),
  ...persisted(async () => countSavedSearches, { isLasting: true, hidesDataAge: true }),
  select: ({ counts }) => counts,
})
