import { isDataSaved } from '#client/browser/metered.ts'
import type { ListingPhoto } from '#client/data/to-listing.ts'
import { isOnOurServer, PHOTO_WIDTHS } from '#contract/photos.ts'

/** The largest copy for those who want to spend as little data as possible. */
const WIDEST_SAVED = 720

/** Copies of a photo for every screen, or the address alone when it is not one of ours. */
export function photoSources({ src, width = Number.POSITIVE_INFINITY, avif }: ListingPhoto) {
  if (!isOnOurServer(src)) return { src }
  const widths = isDataSaved() ? PHOTO_WIDTHS.filter((w) => w <= WIDEST_SAVED) : PHOTO_WIDTHS
  const copies = (format: string) =>
    // A copy is never larger than its original, whatever its address says.
    widths.map((w) => `${src}?w=${w}${format} ${Math.min(w, width)}w`).join(', ')
  return {
    src: `${src}?w=720`,
    srcSet: copies(''),
    avifSrcSet: avif ? copies('&f=avif') : undefined,
  }
}
