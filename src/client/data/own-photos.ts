import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { getOwnPhotoSpace } from '#contract/own-photos.ts'

/**
 * How many of the person's own photos the server has, and how much of the quota they use. The
 * values are not persisted, because only the server knows the current ones.
 */
export const photoSpaceQuery = queryOptions({
  queryKey: ['own-photo-space'],
  queryFn: ({ signal }) => call(getOwnPhotoSpace, {}, signal),
  staleTime: 60_000,
})
