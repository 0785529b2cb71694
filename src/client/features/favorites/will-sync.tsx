import { useSyncExternalStore } from 'react'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { Badge } from '#client/ui/badge.tsx'
import styles from './will-sync.module.css'

/** A badge for a favorite whose change the server does not have yet. */
export function WillSync({ listingId }: { listingId: string }) {
  const change = useSyncExternalStore(unsentFavorites.watch, () => unsentFavorites.of(listingId))
  if (!change) return null
  return (
    // A new key for each change makes the badge's delay start again.
    <Badge key={change.id} className={styles.late}>
      will sync
    </Badge>
  )
}
