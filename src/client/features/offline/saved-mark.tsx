import { useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { hasPhotosToSave } from '#client/photos/photo-caches.ts'
import { favoritePhotos } from '#client/photos/saved-photos.ts'
import { Badge } from '#client/ui/badge.tsx'
import { CheckIcon, icon, SaveIcon, WarningIcon } from '#client/ui/icons.tsx'

const WaitIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)

const MARKS = {
  ready: { Icon: CheckIcon, text: 'Saved' },
  saving: { Icon: SaveIcon, text: 'Saving' },
  queued: { Icon: WaitIcon, text: 'Queued' },
  incomplete: { Icon: WarningIcon, text: 'Incomplete' },
}

/**
 * Shows whether a favorite and its photos are saved. Renders nothing while saving is off.
 */
export function SavedMark({ listing }: { listing: Listing }) {
  const state = useSyncExternalStore(favoritePhotos.watch, () => {
    const { phase, houses } = favoritePhotos.current() ?? { phase: 'off' }
    return phase === 'off' || phase === 'impossible' ? undefined : houses?.get(listing.id)
  })
  // While storage hangs, show no badge on any favorite, because the page explains the problem once.
  const isHanging = useSyncExternalStore(watchDatabases, databasesHang)
  if (!state || isHanging) return null
  const { Icon, text } = MARKS[state]
  return (
    <Badge type={state === 'incomplete' ? 'warning' : 'plain'}>
      <Icon />
      {hasPhotosToSave(listing) && <span className="visually-hidden">Photos: </span>}
      <span>{text}</span>
    </Badge>
  )
}
