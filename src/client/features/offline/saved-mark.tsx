import { useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { savedPhotos } from '#client/photos/saved-photos.ts'
import { Badge } from '#client/ui/badge.tsx'
import { CheckIcon, WarningIcon } from '#client/ui/icons.tsx'
import { SaveIcon, WaitIcon } from './icons.tsx'

const MARKS = {
  ready: { Icon: CheckIcon, text: 'Saved' },
  saving: { Icon: SaveIcon, text: 'Saving' },
  queued: { Icon: WaitIcon, text: 'Queued' },
  incomplete: { Icon: WarningIcon, text: 'Incomplete' },
}

/** Shows whether the photos of a favorite are saved. Renders nothing while saving is off. */
export function SavedMark({ listingId }: { listingId: string }) {
  const state = useSyncExternalStore(savedPhotos.watch, () => {
    const { phase, houses } = savedPhotos.current() ?? { phase: 'off' }
    return phase === 'off' || phase === 'impossible' ? undefined : houses?.get(listingId)
  })
  // While storage hangs, show no badge on any favorite, because the panel explains the problem
  // once.
  const isHanging = useSyncExternalStore(watchDatabases, databasesHang)
  if (!state || isHanging) return null
  const { Icon, text } = MARKS[state]
  return (
    <Badge type={state === 'incomplete' ? 'warning' : 'plain'}>
      <Icon />
      <span className="visually-hidden">Photos: </span>
      {text}
    </Badge>
  )
}
