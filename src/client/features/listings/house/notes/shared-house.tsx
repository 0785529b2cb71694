import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { listingAccess } from '#client/data/account.ts'
import { addToShortlist, shareNotes } from '#client/data/shortlist-changes.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button } from '#client/ui/button.tsx'
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
        On your <Link to="/shortlist">shared shortlist</Link>
        {partner === undefined && '. Nobody else sees it yet.'}
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
  const isOnline = useIsOnline()
  // A partner without a subscription sees only the houses on the list, so there is no house to add.
  if (listingAccess(useQueryClient()) !== 'granted') return null
  return (
    <div className={styles.former}>
      <p className={styles.soft}>Choose with somebody? Nothing you wrote is shared by this.</p>
      <Button
        variant="secondary"
        disabled={!isOnline || add.isPending}
        onClick={() => add.mutate(listing.id)}
      >
        Put on Shared Shortlist
      </Button>
    </div>
  )
}

/**
 * Says which of the person's notes and photos the partner sees, and has the buttons that start and
 * stop the sharing.
 */
function WhoSees({ house, partner }: { house: ShortlistHouse; partner: string }) {
  const share = useMutation({ ...shareNotes, onError: tellFailure })
  const isOnline = useIsOnline()
  const { my_notes, has_private_notes } = house
  const isAsked = my_notes !== 'all' && (my_notes === 'private' || has_private_notes)
  const set = (shared: boolean) => share.mutate({ id: house.listing_id, shared })
  const isOff = !isOnline || share.isPending
  return (
    <>
      <p role="status">{sentenceOf(house, partner)} They never see your pin.</p>
      <div className={styles.choice}>
        {isAsked && (
          <Button disabled={isOff} onClick={() => set(true)}>
            {my_notes === 'new' ? 'Share Earlier Ones Too' : 'Share Notes and Photos'}
          </Button>
        )}
        {my_notes !== 'private' && (
          <Button variant="secondary" disabled={isOff} onClick={() => set(false)}>
            Stop Sharing
          </Button>
        )}
      </div>
    </>
  )
}

function sentenceOf({ my_notes, has_private_notes }: ShortlistHouse, partner: string) {
  if (my_notes === 'all') return `${partner} sees your notes and photos of this house.`
  if (my_notes === 'private') {
    return has_private_notes
      ? `Your notes and photos of this house are private. Share them with ${partner}?`
      : `${partner} does not see what you add here.`
  }
  return has_private_notes
    ? `${partner} sees the notes and photos that you add, but not your earlier ones.`
    : `${partner} sees the notes and photos that you add.`
}

function tellFailure(error: Error) {
  showToast(failureToast(error, 'The shortlist could not be changed'))
}
