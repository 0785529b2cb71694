import { useSyncExternalStore } from 'react'
import { favoriteStages, unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { Badge } from '#client/ui/badge.tsx'
import styles from './will-sync.module.css'

/**
 * A badge for a favorite whose change the server does not have yet. `will sync` promises that the
 * change is not lost, so the badge says it only when IndexedDB has committed the change.
 */
export function WillSync({ listingId }: { listingId: string }) {
  const change = useSyncExternalStore(unsentFavorites.watch, () => unsentFavorites.of(listingId))
  useSyncExternalStore(favoriteStages.watch, favoriteStages.version)
  if (!change) return null
  return (
    // A new key for each change makes the badge's delay start again.
    <Badge key={change.id} className={styles.late}>
      {favoriteStages.isStored(change.id) ? 'will sync' : 'not saved yet'}
    </Badge>
  )
}
