import { queryOptions } from '@tanstack/react-query'
import { getPartnerPhoto } from '#contract/shortlist.ts'
import { fetchWithThumbnail, toBlob } from './read-photo.ts'

/** How long a photo that no screen shows stays in the memory of the page. */
const UNUSED_PHOTO_MS = 5 * 60_000

/**
 * A photo that the partner shares, with its thumbnail, as JPEGs. The photo is never stored on the
 * device. A stored photo could still be shown after the partner has stopped sharing it.
 */
export const partnerPhotoQuery = (listingId: string, id: string) =>
  queryOptions({
    queryKey: ['partner-photo', listingId, id],
    queryFn: async () => {
      const { image, thumbnail } = await fetchWithThumbnail(getPartnerPhoto, {
        ...{ id: listingId, photo_id: id },
      })
      return { image: toBlob(image), thumbnail: toBlob(thumbnail ?? image) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: UNUSED_PHOTO_MS,
  })
