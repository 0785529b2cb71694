import { useSyncExternalStore } from 'react'
import { unsent } from '#client/outbox/unsent.ts'
import { Badge } from '#client/ui/badge.tsx'
import styles from './will-sync.module.css'

/** A mark on what has not reached the server, which most of the time happens before it is seen. */
export function WillSync({ listingId }: { listingId: string }) {
  const change = useSyncExternalStore(unsent.watch, () => unsent.of(listingId))
  if (!change) return null
  return (
    // Each change has its own moment.
    <Badge key={change.id} className={styles.late}>
      will sync
    </Badge>
  )
}
