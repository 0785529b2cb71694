import { useId, useSyncExternalStore } from 'react'
import { titleId } from '#client/format/listing-ids.ts'
import styles from './choose-favorite.module.css'
import { chosenFavorites } from './chosen-favorites.ts'

export function ChooseFavorite({ listingId }: { listingId: string }) {
  const isChosen = useSyncExternalStore(chosenFavorites.watch, () => chosenFavorites.has(listingId))
  const word = useId()
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-labelledby={`${word} ${titleId(listingId)}`}
        onChange={() => chosenFavorites.toggle(listingId)}
      />
      <span id={word}>Choose</span>
    </label>
  )
}
