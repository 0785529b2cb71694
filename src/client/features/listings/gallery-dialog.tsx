import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import styles from './gallery-dialog.module.css'
import { Photos } from './gallery-photos.tsx'
import { HousePager, type ResultsPage } from './house-pager.tsx'
import { openerId } from './listing-card.tsx'
import { NoPhotos } from './no-photos.tsx'
import { useShownPhoto } from './shown-photo.ts'

interface GalleryDialogProps {
  listing: Listing
  /** All listings that the gallery can page through, in order. */
  listings: Listing[]
  /**
   * Describes the page of search results that `listings` come from. Undefined if they do not come
   * from a search.
   */
  page?: ResultsPage
  /** A few lines below the photos, which are always visible. */
  caption?: ReactNode
  /** All facts of the listing. They stand below the photos, on a wide screen beside them. */
  details?: ReactNode
  onClose: () => void
}

export default function GalleryDialog(props: GalleryDialogProps) {
  const { listing, listings, page, caption, details, onClose } = props
  const [wanted, setWanted] = useShownPhoto()
  const dialog = useModal(openerId(listing.id))
  useWhenChanged(listing.id, () => {
    setWanted(0)
    dialog.current?.scrollTo(0, 0)
  })
  const titleId = useId()
  const { place, address, prefecture } = listing
  const title = place ? `${place.en}, ${prefecture}` : (address ?? prefecture)
  const last = listing.photos.length - 1
  // If the wanted photo is not loaded yet, show the last loaded photo.
  const index = Math.max(0, Math.min(wanted, last))
  const show = (target: number) => setWanted(Math.max(0, Math.min(target, last)))

  function onKeyDown(event: KeyboardEvent) {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(target)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      // Takes the focus, so that the arrow keys work immediately.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // In React, the close event of a sheet above the gallery also reaches this handler. Ignore
      // that event.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.head}>
        <h2
          className={styles.title}
          translate="no"
          id={titleId}
          aria-live="polite"
          aria-atomic="true"
        >
          <Bilingual>{title}</Bilingual>
        </h2>
        {place && (
          <p className={styles.japanese} lang="ja" translate="no">
            {(address && originalAddress(address)) ?? place.ja}
          </p>
        )}
        <HousePager listing={listing} listings={listings} page={page} />
        <button className={styles.close} type="button" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {listing.photoCount === 0 ? (
        <NoPhotos listing={listing}>
          <strong>No Images Available</strong>
          <br />
          <span>This listing does not have any images</span>
        </NoPhotos>
      ) : (
        <Photos
          key={listing.id}
          photos={listing.photos}
          total={listing.photoCount}
          title={title}
          index={index}
          onIndexChange={show}
        />
      )}
      {caption && <div className={styles.caption}>{caption}</div>}
      {details && <div className={styles.details}>{details}</div>}
    </dialog>
  )
}

/** Calls `run` each time that the value changes, but not for the first value. */
function useWhenChanged(value: string, run: () => void) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current !== value) run()
    last.current = value
  })
}

/**
 * Opens the modal dialog when the component mounts. When the component unmounts, closes the dialog
 * and moves the focus to the element with the id `returnTo`.
 */
function useModal(returnTo: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef(returnTo)
  useLayoutEffect(() => {
    opener.current = returnTo
  }, [returnTo])
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus()
    return () => {
      element?.close()
      // Safari does not focus a pressed button, so the browser cannot restore the focus itself. Set
      // the focus after React's commit, because React also sets the focus at the end of the commit.
      queueMicrotask(() => document.getElementById(opener.current)?.focus())
    }
  }, [])
  return dialog
}
