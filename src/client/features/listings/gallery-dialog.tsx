import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { Details } from './gallery-details.tsx'
import styles from './gallery-dialog.module.css'
import { Photos } from './gallery-photos.tsx'
import { openerId } from './listing-card.tsx'
import { useShownPhoto } from './shown-photo.ts'

interface GalleryDialogProps {
  listing: Listing
  price: string
  onClose: () => void
  /** What follows the facts. */
  children?: ReactNode
}

/** Every photo of a listing, full screen, with all that is known of the house. */
export default function GalleryDialog(props: GalleryDialogProps) {
  const { listing, price, onClose, children } = props
  const [wanted, setWanted] = useShownPhoto()
  const dialog = useModal(openerId(listing.id))
  const titleId = useId()
  const title = listing.address ?? listing.prefecture
  const last = listing.photos.length - 1
  // Others may still be on their way.
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
      // The keys work at once, whatever is pressed first.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          <Bilingual>{title}</Bilingual>
        </h2>
        <button className={styles.close} type="button" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <Photos
        photos={listing.photos}
        total={listing.photoCount}
        title={title}
        index={index}
        onIndexChange={show}
      />
      <Details listing={listing} price={price}>
        {children}
      </Details>
    </dialog>
  )
}

/** Opens a dialog over everything for as long as it is there, then gives the focus to `returnTo`. */
function useModal(returnTo: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus()
    return () => {
      element?.close()
      // Not every browser focuses the button that was pressed, and so knows where to go back to.
      document.getElementById(returnTo)?.focus({ preventScroll: true })
    }
  }, [returnTo])
  return dialog
}
