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
  /** Shown below the facts. */
  children?: ReactNode
}

/** A full-screen gallery: all photos of a listing, and all facts. */
export default function GalleryDialog(props: GalleryDialogProps) {
  const { listing, price, onClose, children } = props
  const [wanted, setWanted] = useShownPhoto()
  const dialog = useModal(openerId(listing.id))
  const titleId = useId()
  const title = listing.address ?? listing.prefecture
  const last = listing.photos.length - 1
  // The other photos may not be loaded yet.
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
      // Takes the focus, so that the arrow keys work at once.
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

/** Shows a modal dialog while it is mounted, then moves the focus to `returnTo`. */
function useModal(returnTo: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.focus()
    return () => {
      element?.close()
      // Safari does not focus a pressed button, so the browser cannot restore the focus itself.
      document.getElementById(returnTo)?.focus({ preventScroll: true })
    }
  }, [returnTo])
  return dialog
}
