import type { ListingPhoto } from '#client/data/to-listing.ts'
import { isOnOurServer } from '#client/photos/photo-caches.ts'
import { PHOTO_WIDTHS } from '#contract/photos.ts'

/** Copies of a photo for every screen, or the address alone when it is not one of ours. */
export function photoSources({ src, width = Number.POSITIVE_INFINITY, avif }: ListingPhoto) {
  if (!isOnOurServer(src)) return { src }
  const copies = (format: string) =>
    // A copy is never larger than its original, whatever its address says.
    PHOTO_WIDTHS.map((w) => `${src}?w=${w}${format} ${Math.min(w, width)}w`).join(', ')
  return {
    src: `${src}?w=720`,
    srcSet: copies(''),
    avifSrcSet: avif ? copies('&f=avif') : undefined,
  }
}
