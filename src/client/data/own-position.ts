import { queryOptions, skipToken } from '@tanstack/react-query'

/**
 * The position around which the person last searched with “Near me”, as a place reference. It is
 * only in memory, so after a reload the page names its coordinate instead.
 */
export const ownPositionQuery = queryOptions<string>({
  queryKey: ['own-position'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
