import { isDataSaved } from '#client/browser/metered.ts'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { isOnOurServer, PHOTO_WIDTHS } from '#contract/photos.ts'

/** The maximum width in pixels of a photo's copy in data-saving mode. */
const WIDEST_SAVED = 720

/**
 * The URLs of a photo's copies in several sizes. A photo from another server has no copies, only
 * its own URL.
 */
export function photoSources({ src, width = Number.POSITIVE_INFINITY, avif }: ListingPhoto) {
  if (!isOnOurServer(src)) return { src }
  const widths = isDataSaved() ? PHOTO_WIDTHS.filter((w) => w <= WIDEST_SAVED) : PHOTO_WIDTHS
  const copies = (format: string) =>
    // A copy is never wider than the original. If the original is narrower than `w`, the `srcset`
    // states the width of the original.
    widths.map((w) => `${src}?w=${w}${format} ${Math.min(w, width)}w`).join(', ')
  return {
    src: `${src}?w=720`,
    srcSet: copies(''),
    avifSrcSet: avif ? copies('&f=avif') : undefined,
  }
}
