import { queryOptions, useQuery } from '@tanstack/react-query'
import { askCatalogue } from '#client/catalogue/ask-catalogue.ts'
import type { ReadyCatalogue } from '#client/catalogue/catalogue-state.ts'
import { imageAddress } from '#client/data/to-listing.ts'
import { savedAddresses } from '#client/photos/photo-caches.ts'
import { estimateQuery } from '#client/photos/photo-estimate.ts'

/**
 * Counts the houses that a saved search finds on this device, and their photos, by prefecture.
 * Without a search, counts all houses. Null if this device cannot count them.
 */
export function photoCountsQuery({ revision }: ReadyCatalogue, search?: string) {
  return queryOptions({
    queryKey: ['photo-counts', revision, search],
    queryFn: async () => (await askCatalogue('countPhotos', { search }))?.data ?? null,
    enabled: revision > 0,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Estimates the mean size of a photo, and the free space of this device, both in bytes. */
export function usePhotoSize(catalogue: ReadyCatalogue) {
  const { data: counts } = useQuery(photoCountsQuery(catalogue))
  const paths = (counts ?? []).flatMap(({ example }) => example ?? [])
  const examples = savedAddresses(paths.map(imageAddress))
  const { data: estimate } = useQuery(estimateQuery(examples))
  if (!estimate) return { photoBytes: undefined, free: undefined }
  const { bytes, free } = estimate
  return { photoBytes: bytes / examples.length, free: Number.isFinite(free) ? free : undefined }
}
