import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { listOwnPhotos } from '#contract/own-photos.ts'

/**
 * How much of the quota the person's photos use. The value is not persisted, because only the
 * server knows it.
 */
export const photoSpaceQuery = queryOptions({
  queryKey: ['own-photo-space'],
  queryFn: async ({ signal }) => {
    const { used_bytes, quota_bytes } = await call(listOwnPhotos, {}, signal)
    return { used: used_bytes, quota: quota_bytes }
  },
  staleTime: 60_000,
})
