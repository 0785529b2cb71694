import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useDisplay } from '#client/components/use-display.ts'
import { listingQuery } from '#client/data/listings.ts'
import type { Listing } from '#client/data/to-listing.ts'
import type { formatPrice } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { Later } from '#client/ui/later.tsx'
import styles from './gallery-dialog.module.css'
import { Photos } from './gallery-photos.tsx'
import { HouseBar } from './house/house-bar.tsx'
import { HousePrice } from './house/house-price.tsx'
import { HouseSections } from './house/house-sections.tsx'
import { NextIcon, PreviousIcon } from './icons.tsx'
import { openerId } from './listing-card.tsx'
import { NoPhotos } from './no-photos.tsx'
import { useShownPhoto } from './shown-photo.ts'

interface GalleryDialogProps {
  listing: Listing
  formatDollars: typeof formatPrice
  /** All listings that can be opened here, in order. */
  listings: Listing[]
  /** For people with access. */
  actions?: ReactNode
  /** Whether the page below the gallery shows the details of the listing already. */
  hasDetailsBelow?: boolean
  onClose: () => void
  /** Shown below the facts. */
  children?: ReactNode
}

/** A full-screen gallery: all photos of a listing, and all facts. */
export default function GalleryDialog(props: GalleryDialogProps) {
  const { listing, listings, hasDetailsBelow, onClose } = props
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
      // React also reports the close event of a sheet that opens above the gallery.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          <Bilingual>{title}</Bilingual>
        </h2>
        {listings.length > 1 && <Steps listing={listing} listings={listings} />}
        <button className={styles.close} type="button" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {listing.photoCount === 0 ? (
        <NoPhotos listing={listing} />
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
      {!hasDetailsBelow && <Details key={`details of ${listing.id}`} {...props} />}
    </dialog>
  )
}

/** The price, the actions and every fact of the listing. */
function Details({ listing, formatDollars, actions, children }: GalleryDialogProps) {
  const display = useDisplay()
  useKeptForOffline(listing.id, actions !== undefined)
  return (
    <div className={styles.details}>
      <Later>
        <HousePrice listing={listing} display={display} formatDollars={formatDollars} />
        <p>
          <Bilingual>{listing.title}</Bilingual>
        </p>
        <HouseBar listing={listing}>{actions}</HouseBar>
        {actions && (
          <Link to="/listings/$id" params={{ id: listing.id }}>
            Open the page of this house
          </Link>
        )}
        <HouseSections listing={listing} formatDollars={formatDollars}>
          {children}
        </HouseSections>
      </Later>
    </div>
  )
}

/**
 * Loads the listing by itself, so that its page opens offline later. Its list of results is only
 * kept until the same search gives other results.
 */
function useKeptForOffline(id: string, hasAccess: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (hasAccess) void queryClient.prefetchQuery(listingQuery(id))
  }, [queryClient, id, hasAccess])
}

/** Leads to the previous and the next house of the list. */
function Steps({ listing, listings }: Pick<GalleryDialogProps, 'listing' | 'listings'>) {
  const navigate = useNavigate()
  const position = listings.indexOf(listing)
  const open = (next: Listing | undefined) => {
    const state = { opened: next?.id }
    if (next) void navigate({ to: '.', search: true, state, resetScroll: false, replace: true })
  }
  return (
    <div className={styles.steps}>
      <Step label="Previous house" to={listings[position - 1]} onOpen={open}>
        <PreviousIcon />
      </Step>
      {position >= 0 && (
        <span className={styles.position}>
          {position + 1} of {listings.length}
        </span>
      )}
      <Step label="Next house" to={listings[position + 1]} onOpen={open}>
        <NextIcon />
      </Step>
    </div>
  )
}

interface StepProps {
  label: string
  /** Undefined at the end of the list. */
  to: Listing | undefined
  onOpen: (next: Listing | undefined) => void
  children: ReactNode
}

/** Stays focusable at the end of the list, so that the focus does not jump. */
function Step({ label, to, onOpen, children }: StepProps) {
  return (
    <button
      className={styles.step}
      type="button"
      aria-label={label}
      aria-disabled={to === undefined}
      onClick={() => onOpen(to)}
    >
      {children}
    </button>
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

/** Shows a modal dialog while it is mounted, then moves the focus to `returnTo`. */
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
      // Safari does not focus a pressed button, so the browser cannot restore the focus itself.
      // This runs after React’s commit, because the commit ends by restoring the focus too.
      queueMicrotask(() => document.getElementById(opener.current)?.focus())
    }
  }, [])
  return dialog
}
