import { lazy, type ReactNode, Suspense } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './gallery.module.css'

const load = () => import('./gallery-dialog.tsx')
const GalleryDialog = lazy(load)

/** Fetches the gallery's code, for when somebody is about to need it. */
export function preloadGallery() {
  // Whoever opens it will see the failure.
  load().catch(() => undefined)
}

export interface GalleryProps {
  listing: Listing
  price: string
  onClose: () => void
  /** What follows the facts. */
  children?: ReactNode
}

/** Every photo of a listing, full screen, with all that is known of the house. */
export function Gallery(props: GalleryProps) {
  return (
    <Suspense fallback={<div className={styles.veil} role="status" aria-label="Loading" />}>
      <GalleryDialog {...props} />
    </Suspense>
  )
}
