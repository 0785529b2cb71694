import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { isDataSaved } from '#client/browser/metered.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { runPhotoSaver } from '#client/photos/account-photos.ts'
import { hasPhotosToSave } from '#client/photos/photo-caches.ts'
import { type SavedPhotos, savedPhotos } from '#client/photos/saved-photos.ts'
import panel from '#client/ui/panel.module.css'
import { SaveIcon } from './icons.tsx'
import styles from './save-for-offline.module.css'
import { LostWithWindow, SavingPhase } from './saving-phase.tsx'

const SavedMap = lazyExtra(() => import('./saved-map.tsx'))

/** Saves the photos of all favorites and the map on this device, and shows the progress. */
export function SaveForOffline({ favorites }: { favorites: Listing[] }) {
  const queryClient = useQueryClient()
  const photos = useSyncExternalStore(savedPhotos.watch, savedPhotos.current)
  const isHanging = useSyncExternalStore(watchDatabases, databasesHang)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element>(null)
  const phase = photos?.phase
  const hasPhotos = favorites.some(hasPhotosToSave)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase removes the old buttons.
  useEffect(() => {
    const isLost = focused.current?.isConnected === false
    if (isLost && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true })
    }
  }, [phase])
  // Start saving photos when the browser is idle, so that the houses load first.
  useEffect(() => {
    let isGone = false
    void whenIdle().then(() => isGone || runPhotoSaver(queryClient))
    return () => {
      isGone = true
    }
  }, [queryClient])

  if (isHanging) {
    return (
      <section className={panel.panel} aria-labelledby={titleId}>
        <h2 className={styles.title} id={titleId}>
          <SaveIcon />
          This browser cannot save anything
        </h2>
        <p className="soft" role="status">
          <span>
            This browser's storage does not respond. Everything works while you are online. Closing
            and reopening the browser may help.
          </span>
          <LostWithWindow />
        </p>
      </section>
    )
  }
  if (!photos) return <div className={styles.placeholder} />
  return (
    <section
      className={panel.panel}
      aria-labelledby={titleId}
      onFocus={({ target }) => {
        focused.current = target
      }}
    >
      <div role="status">
        <h2 ref={title} className={styles.title} id={titleId} tabIndex={-1}>
          <SaveIcon />
          <span>{titleOf(photos, hasPhotos)}</span>
        </h2>
      </div>
      <SavingPhase favorites={favorites} photos={photos} />
      {photos.phase !== 'impossible' && (
        <Suspense fallback={null}>
          <SavedMap favorites={favorites} phase={photos.phase} />
        </Suspense>
      )}
    </section>
  )
}

const TITLES = {
  off: 'Save photos for offline',
  saving: 'Saving for offline',
  waiting: 'Waiting for a connection',
  metered: 'Data Saver is on',
  paused: 'Saving is paused',
  full: 'This device is full',
  done: 'Saved for offline',
  evicted: 'Saved photos were deleted',
  unwritten: 'Not saved on this device',
  impossible: 'This browser cannot save photos',
}

function titleOf({ phase }: SavedPhotos, hasPhotos: boolean) {
  if (phase === 'off' && !hasPhotos) return 'Save for offline'
  if (phase === 'metered' && !isDataSaved()) return 'On mobile data'
  return TITLES[phase]
}
