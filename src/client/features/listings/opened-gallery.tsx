import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { MissingPart } from '#client/components/missing-chunk.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import styles from './opened-gallery.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The listing whose gallery is open; kept in the history so that going back closes it. */
    opened?: string
  }
}

/** The gallery weighs as much as half the page: it is loaded when somebody reaches for it. */
const gallery = lazyPart(() => import('./gallery-dialog.tsx'))
export const preloadGallery = gallery.preload

/** Returns how to open the gallery of a listing. */
export function useOpenGallery() {
  const navigate = useNavigate()
  return (id: string) =>
    void navigate({ to: '.', search: true, state: { opened: id }, resetScroll: false })
}

interface OpenedGalleryProps {
  /** Those that can be opened. */
  listings: Listing[]
  formatPrice: (price: number | undefined) => string
  /** What follows the facts. */
  children?: ReactNode
}

/** The gallery of the listing that was opened, if one was; by itself, so that opening draws nothing else. */
export function OpenedGallery({ listings, formatPrice, children }: OpenedGalleryProps) {
  const router = useRouter()
  const opened = useLocation({ select: ({ state }) => state.opened })
  // The tap has done its own work before a page full of cards is put behind a dialog.
  const openedId = useDeferredValue(opened)
  const listing = listings.find(({ id }) => id === openedId)
  if (!listing) return null
  const close = () => router.history.back()
  return (
    <gallery.Place
      pending={<div className={styles.veil} role="status" aria-label="Loading" />}
      failed={(error, retry) => <MissingPart error={error} onRetry={retry} onClose={close} />}
    >
      <gallery.Part listing={listing} price={formatPrice(listing.price)} onClose={close}>
        {children}
      </gallery.Part>
    </gallery.Place>
  )
}
