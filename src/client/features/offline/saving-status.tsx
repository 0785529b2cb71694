import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { isDataSaved } from '#client/browser/metered.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { runPhotoSavers } from '#client/photos/account-photos.ts'
import { favoritePhotos, type SavedPhotos } from '#client/photos/saved-photos.ts'
import { session } from '#client/session/session.ts'

/**
 * The state of the saved photos, and whether the browser's storage hangs. Starts the photo saver when
 * the browser is idle, so that the houses load first.
 */
export function useFavoritePhotos() {
  const queryClient = useQueryClient()
  const photos = useSyncExternalStore(favoritePhotos.watch, favoritePhotos.current)
  const isHanging = useSyncExternalStore(watchDatabases, databasesHang)
  useEffect(() => {
    let isGone = false
    void whenIdle().then(() => isGone || runPhotoSavers(queryClient))
    return () => {
      isGone = true
    }
  }, [queryClient])
  return { photos, isHanging }
}

export const HANGING_TITLE = 'This browser cannot save anything'

const TITLES = {
  off: 'Photos are not saved',
  saving: 'Saving for offline',
  waiting: 'Waiting for a connection',
  metered: 'Data Saver is on',
  held: 'Waiting for favorites',
  paused: 'Saving is paused',
  full: 'This device is full',
  done: 'Saved for offline',
  evicted: 'Saved photos were deleted',
  unwritten: 'Not saved on this device',
  impossible: 'This browser cannot save photos',
}

/** The title of a phase. `hasPhotos` says whether any favorite has photos. */
export function describePhase(phase: SavedPhotos['phase'], hasPhotos: boolean) {
  if (phase === 'off' && !hasPhotos) return 'Open offline'
  if (phase === 'metered' && !isDataSaved()) return 'On mobile data'
  return TITLES[phase]
}

/**
 * A warning that closing the window deletes all saved data. Shown only if the browser blocks
 * storage. In all other cases, the data may survive.
 */
export function LostWithWindow() {
  if (!session.isUnstored()) return null
  return <p className="soft">Closing this window logs you out and deletes everything saved here.</p>
}
