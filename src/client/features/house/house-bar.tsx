import { type ReactNode, useState } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { telephone } from '#client/features/listings/contact.tsx'
import { ShareActions } from '#client/features/listings/listing-actions.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icons.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'
import { contactsOf } from './contacts-of.ts'
import { DriverLink } from './driver-link.tsx'
import styles from './house-bar.module.css'
import { driverAddress, IMPRECISE } from './where/driver-address.ts'
import { whomToAskId } from './whom-to-ask.tsx'

interface HouseBarProps {
  listing: Listing
  /** The actions for people with access. People without access can only share the house. */
  children?: ReactNode
}

/** The actions of a house. On a phone, the bar stays at the bottom of the screen. */
export function HouseBar({ listing, children }: HouseBarProps) {
  return (
    <div className={styles.bar}>
      {children ?? <ShareActions listing={listing} />}
      <Contact listing={listing} />
      {children && <DriverLink listingId={listing.id} />}
      <Directions listing={listing} />
    </div>
  )
}

/**
 * Opens the directions on a map. If the address does not name the house, a sheet first says how much
 * of the address is known, as the driver card does.
 */
function Directions({ listing }: { listing: Listing }) {
  const [isAsked, setAsked] = useState(false)
  const { destination, label, missing } = directionsTo(listing)
  const href = `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
  const content = (
    <>
      <Icon>
        <path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Z" />
        <circle cx="12" cy="9.5" r="2.5" />
      </Icon>
      <span>Directions</span>
    </>
  )
  if (!missing) {
    return (
      <a
        className={styles.action}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={label}
      >
        {content}
      </a>
    )
  }
  return (
    <>
      <button
        className={styles.action}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        {content}
      </button>
      <Sheet title="Directions" isOpen={isAsked} onClose={() => setAsked(false)}>
        <SheetBody>
          <p>{`${missing.english} ${missing.advice}`}</p>
          <a
            className={buttonClass({ wide: true })}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
          >
            {label}
          </a>
        </SheetBody>
      </Sheet>
    </>
  )
}

/**
 * Calls the telephone number that the source states for the house, or else the town hall. If no
 * number is known, a button scrolls to the section "Whom to ask".
 */
function Contact({ listing }: { listing: Listing }) {
  const contacts = contactsOf(listing)
  if (!contacts) return null
  const { municipal } = contacts
  const number = contacts.number ?? municipal?.phone
  if (number) {
    return (
      <a
        className={styles.action}
        href={telephone(number)}
        aria-label={contacts.number ? undefined : `Call ${municipal?.en} town hall`}
      >
        <Icon>
          <path d="M6 3h3l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z" />
        </Icon>
        Call
      </a>
    )
  }
  return (
    <button className={styles.action} type="button" onClick={() => showWhomToAsk(listing.id)}>
      <Icon>
        <path d="M4 5h16v11H10l-4 4v-4H4Z" />
      </Icon>
      Ask
    </button>
  )
}

/** Scrolls to the heading, and moves the focus there, so that Tab continues in the section. */
function showWhomToAsk(listingId: string) {
  const heading = document.getElementById(whomToAskId(listingId))
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

/**
 * The destination on the map: the address if the source states a lot number, otherwise the
 * municipality.
 */
function directionsTo(listing: Listing) {
  const { address, place, prefecture } = listing
  const isExact = address !== undefined && /\d/.test(address.normalize('NFKC'))
  const where = place ? `${place.en}, ${prefecture}` : prefecture
  return {
    missing: isExact ? undefined : IMPRECISE[driverAddress(listing).precision],
    destination: address ?? `${place?.ja ?? prefecture}, Japan`,
    label: isExact
      ? 'Directions to the address'
      : `Directions to ${where}, not to the house itself`,
  }
}
