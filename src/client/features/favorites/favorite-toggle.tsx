import type { Listing } from '#client/data/to-listing.ts'
import { setFavorite } from '#client/favorites/set-favorite.ts'
import { titleId } from '#client/format/listing-ids.ts'
import { HeartIcon } from '#client/ui/icons.tsx'
import styles from './favorite-toggle.module.css'
import { useIsFavorite } from './use-favorites.ts'
import { WillSync } from './will-sync.tsx'

/** A heart button in the corner of a card. It is disabled until the favorites are known. */
export function FavoriteToggle({ listing }: { listing: Listing }) {
  const isFavorite = useIsFavorite(listing.id)
  return (
    <div className={styles.corner}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isFavorite}
        aria-label={labelFor(isFavorite)}
        disabled={isFavorite === undefined}
        aria-describedby={titleId(listing.id)}
        onClick={() => setFavorite(listing, !isFavorite)}
      >
        <HeartIcon className={styles.heart} />
      </button>
      <WillSync listingId={listing.id} />
    </div>
  )
}

function labelFor(isFavorite: boolean | undefined) {
  if (isFavorite === undefined) return 'Loading your favorites'
  return isFavorite ? 'Favorited' : 'Add to Favorites'
}
