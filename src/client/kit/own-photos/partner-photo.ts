import { queryOptions } from '@tanstack/react-query'
import { getPartnerPhoto } from '#contract/shortlist.ts'
import { fetchPhoto, toBlob } from './read-photo.ts'

/**
 * A photo that the partner shares. Only the memory of the page holds it. Otherwise a device could
 * still show a photo that its owner no longer shares.
 */
export const partnerPhotoQuery = (listingId: string, id: string) =>
  queryOptions({
    queryKey: ['partner-photo', listingId, id],
    queryFn: async () => {
      const { picture, thumbnail } = await fetchPhoto(getPartnerPhoto, {
        ...{ id: listingId, photo_id: id },
      })
      return { picture: toBlob(picture), thumbnail: toBlob(thumbnail) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  })
