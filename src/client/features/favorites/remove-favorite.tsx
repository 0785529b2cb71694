import { useId } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { setFavorite } from '#client/favorites/set-favorite.ts'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { Button } from '#client/ui/button.tsx'
import { focusNeighbour, focusPage } from '#client/ui/focus-page.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import { showToast, UNDO_DURATION_MS } from '#client/ui/toast.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import styles from './remove-favorite.module.css'
import { WillSync } from './will-sync.tsx'

/** A button that removes a favorite. A badge appears on the card while the removal is unsent. */
export function RemoveFavorite({ listing }: { listing: Listing }) {
  return (
    <>
      <div className={styles.corner}>
        <WillSync listingId={listing.id} />
      </div>
      <Button
        variant="quiet"
        className={styles.remove}
        {...labelledByTitle(useId(), listing.id)}
        onClick={({ currentTarget, detail }) => {
          // Ignore the second click of a double click, because the next house is now under the
          // pointer.
          if (detail > 1) return
          focusNeighbour(currentTarget.closest('article'))
          setFavorite(listing, false)
          offerUndo(listing)
        }}
      >
        <CloseIcon />
        Remove
      </Button>
    </>
  )
}

function offerUndo(listing: Listing) {
  showToast({
    type: 'info',
    title: 'Removed from your favorites',
    description: withNoBreaks(listing.title),
    duration: UNDO_DURATION_MS,
    action: {
      label: 'Undo',
      onClick() {
        setFavorite(listing, true)
        focusPage()
      },
    },
  })
}
