import { useSyncExternalStore } from 'react'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { Badge } from '#client/ui/badge.tsx'
import styles from './will-sync.module.css'

/** Marks a change that the server does not have yet. */
export function WillSync({ listingId }: { listingId: string }) {
  const change = useSyncExternalStore(unsentFavorites.watch, () => unsentFavorites.of(listingId))
  if (!change) return null
  return (
    // The key restarts the mark's delay for each change.
    <Badge key={change.id} className={styles.late}>
      will sync
    </Badge>
  )
}
