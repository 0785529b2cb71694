import { setFavorite } from '#client/data/favorites.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { titleId } from '#client/listing-ids.ts'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import styles from './remove-favorite.module.css'
import { WillSync } from './will-sync.tsx'

/** Takes a house off the favorites, and says in the corner of its card when it has not arrived there. */
export function RemoveFavorite({ listing }: { listing: Listing }) {
  return (
    <>
      <div className={styles.corner} data-of-now>
        <WillSync listingId={listing.id} />
      </div>
      <Button
        variant="quiet"
        className={styles.remove}
        aria-describedby={titleId(listing.id)}
        onClick={({ currentTarget, detail }) => {
          // The second click of a double one meets the next card, which has moved up.
          if (detail > 1) return
          focusNeighbour(currentTarget)
          setFavorite(listing, false)
        }}
      >
        <CloseIcon />
        Remove
      </Button>
    </>
  )
}

/** The card goes, and the focus that was in it must not go with it. */
function focusNeighbour(button: HTMLElement) {
  const card = button.closest('article')
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
  const next = neighbour?.querySelector('button')
  if (next) next.focus({ preventScroll: true })
  else focusPage()
}
