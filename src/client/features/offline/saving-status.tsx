import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { isDataSaved } from '#client/browser/metered.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { formatHouses } from '#client/format/format.ts'
import { runPhotoSavers } from '#client/photos/account-photos.ts'
import { favoritePhotos, type SavedPhotos } from '#client/photos/saved-photos.ts'
import { session } from '#client/session/session.ts'
import type { PartState } from './device-part.tsx'

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

/** The houses whose photos are saved, such as `3 of 10 houses`, or `10 houses` for all of them. */
export function countReady({ ready, houses }: SavedPhotos) {
  return `${ready < houses.size ? `${ready} of ` : ''}${formatHouses(houses.size)}`
}

export function describeEviction({ evicted }: SavedPhotos) {
  return `Your browser deleted ${evicted} saved ${evicted === 1 ? 'photo' : 'photos'}, as browsers do when space runs low.`
}

interface TransferControls {
  pause: () => unknown
  resume: () => unknown
}

/** The state of a part in the phases that the transfers of houses and of photos share. */
export function describeTransfer(
  phase: 'saving' | 'paused' | 'held' | 'waiting' | 'full',
  progress: NonNullable<PartState['progress']>,
  { pause, resume }: TransferControls,
): PartState {
  const state = { status: TITLES[phase], progress }
  switch (phase) {
    case 'saving':
      return { ...state, action: { label: 'Pause', run: pause, variant: 'secondary' } }
    case 'paused':
      return { ...state, action: { label: 'Resume', run: resume } }
    case 'held':
      return { ...state, text: 'The photos of your favorites are saved first.' }
    case 'waiting':
      return { ...state, text: "Saving resumes when you're back online." }
    case 'full':
      return {
        ...state,
        text: 'What is already saved stays. To save the rest, free up space on this device.',
        action: { label: 'Try again', run: resume },
      }
  }
}

/**
 * A warning that closing the window deletes all saved data. Shown only if the browser blocks
 * storage. In all other cases, the data may survive.
 */
export function LostWithWindow() {
  if (!session.isUnstored()) return null
  return <p className="soft">Closing this window logs you out and deletes everything saved here.</p>
}
