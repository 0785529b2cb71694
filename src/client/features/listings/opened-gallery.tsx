import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import type { ResultsPage } from './house-pager.tsx'
import styles from './opened-gallery.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The id of the listing whose gallery is open. The history state holds this id, so that Back
     * closes the gallery.
     */
    opened?: string
    /** The index of the photo that the gallery shows first. */
    photo?: number
    /**
     * Whether the person came from another page of results. In this case, the Back button leads to
     * that page.
     */
    isFromOtherPage?: boolean
  }
}

/** Loaded lazily, because the code of the gallery is half as large as the code of the page. */
const GalleryDialog = lazyPart(() => import('./gallery-dialog.tsx'), {
  pending: () => <div className={styles.veil} role="status" aria-label="Loading" />,
})
export const preloadGallery = GalleryDialog.preload

/** Returns a function that opens the gallery of a listing, at its first or another photo. */
export function useOpenGallery() {
  const navigate = useNavigate()
  return (id: string, photo?: number) =>
    void navigate({ to: '.', search: true, state: { opened: id, photo }, resetScroll: false })
}

interface OpenedGalleryProps {
  listings: Listing[]
  /**
   * Describes the page of search results that `listings` come from. Undefined if they do not come
   * from a search.
   */
  page?: ResultsPage
  /** Returns the lines below the photos. */
  caption?: (listing: Listing) => ReactNode
  /** Returns all facts of the listing, for visitors, who cannot open the page of a house. */
  details?: (listing: Listing) => ReactNode
}

/**
 * The open gallery, if any. This is a separate component, so that opening a gallery re-renders
 * nothing else.
 */
export function OpenedGallery(props: OpenedGalleryProps) {
  const { listings, page, caption, details } = props
  const navigate = useNavigate()
  const router = useRouter()
  const opened = useLocation({ select: ({ state }) => state.opened })
  // Render the gallery in a deferred update, so that the browser first paints the response to the
  // tap.
  const openedId = useDeferredValue(opened)
  const found = listings.find(({ id }) => id === openedId)
  // If a favorite is removed while its gallery is open, keep the gallery open. The list no longer
  // contains the favorite, so show the favorite's last state.
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const listing = found ?? (last?.id === openedId ? last : undefined)
  if (!listing) return null
  const close = () => {
    if (!router.state.location.state.isFromOtherPage) return router.history.back()
    // Close the gallery without going back, because Back would lead to another page of results.
    void navigate({ to: '.', search: true, state: {}, resetScroll: false, replace: true })
  }
  return (
    <GalleryDialog
      listing={listing}
      listings={listings}
      page={page}
      caption={caption?.(listing)}
      details={details?.(listing)}
      onClose={close}
      onDismiss={close}
    />
  )
}
