import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { ConnectionReason, ServerButton } from '#client/components/server-button.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { addToShortlist, shareNotes } from '#client/data/shortlist-changes.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { showToast } from '#client/ui/toast.ts'
import type { Shortlist, ShortlistHouse } from '#contract/shortlist.ts'
import styles from './notes.module.css'
import { PartnerNotes } from './partner-notes.tsx'

interface SharedHouseProps {
  listing: Listing
  shortlist: Shortlist | null
  /** The entry of the house on the shortlist. Undefined if the house is not on the list. */
  house: ShortlistHouse | undefined
}

/**
 * Says whether the house is on the shared shortlist and who sees the person's notes and photos.
 * Also shows the partner's notes and photos.
 */
export function SharedHouse({ listing, shortlist, house }: SharedHouseProps) {
  if (!house) return <AddHouse listing={listing} />
  const partner = shortlist?.other?.name
  return (
    <div className={styles.shared}>
      <p>
        This house is on your <Link to="/shortlist">shared shortlist</Link>
        <span>{partner === undefined && '. Nobody else sees the list yet.'}</span>
      </p>
      {partner !== undefined && (
        <>
          <WhoSees house={house} partner={partner} />
          <PartnerNotes listing={listing} partner={partner} />
        </>
      )}
    </div>
  )
}

function AddHouse({ listing }: { listing: Listing }) {
  const add = useMutation({ ...addToShortlist, onError: tellFailure })
  const reasonId = useId()
  // A partner without a subscription sees only the houses on the shared shortlist, so there is no
  // other house to add.
  if (useAccessScope() !== 'catalogue') return null
  return (
    <div className={styles.former}>
      <p className="caption">
        Put this house on a shortlist that you share with somebody. Your notes and photos stay
        private until you share them.
      </p>
      <ServerButton
        variant="secondary"
        isPending={add.isPending}
        reasonId={reasonId}
        onClick={() => add.mutate(listing.id)}
      >
        Put on Shared Shortlist
      </ServerButton>
      <ConnectionReason id={reasonId} needing="Sharing needs" className="caption" />
    </div>
  )
}

/**
 * Asks whether the partner may see the person's notes and photos of the house. After the person has
 * answered, shows who sees the notes and photos, and a button that changes the answer.
 */
function WhoSees({ house, partner }: { house: ShortlistHouse; partner: string }) {
  const share = useMutation({ ...shareNotes, onError: tellFailure })
  const reasonId = useId()
  const { listing_id: id, my_notes, is_asked } = house
  const isShared = my_notes === 'all'
  const state = { isPending: share.isPending, reasonId }
  return (
    <>
      <p role="status">{sentenceOf(house, partner)}</p>
      <div className={styles.choice}>
        {!isShared && (
          <ServerButton
            {...state}
            variant={is_asked ? undefined : 'secondary'}
            onClick={() => share.mutate({ id, shared: true })}
          >
            Share Notes and Photos
          </ServerButton>
        )}
        {(isShared || is_asked) && (
          <ServerButton
            {...state}
            variant="secondary"
            onClick={() => share.mutate({ id, shared: false })}
          >
            {isShared ? 'Stop Sharing' : 'Keep Private'}
          </ServerButton>
        )}
      </div>
      <ConnectionReason id={reasonId} needing="Sharing needs" className="caption" />
    </>
  )
}

function sentenceOf({ my_notes, is_asked }: ShortlistHouse, partner: string) {
  if (is_asked) {
    return `Share your notes and photos of this house with ${partner}? ${partner} will see all of them, including earlier ones, but never your pin. Until you share them, only you see them.`
  }
  return my_notes === 'all'
    ? `${partner} sees your notes and photos of this house, but never your pin.`
    : `${partner} does not see your notes and photos of this house.`
}

function tellFailure(error: Error) {
  showToast(failureToast(error, 'The shortlist could not be changed'))
}
