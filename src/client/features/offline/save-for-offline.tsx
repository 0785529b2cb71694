import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format.ts'
import { keepPhotoSaver, photoSaver } from '#client/photos/account-photos.ts'
import { keptAddresses } from '#client/photos/photo-caches.ts'
import { estimateQuery } from '#client/photos/photo-estimate.ts'
import { type SavedPhotos, savedPhotos } from '#client/photos/saved-photos.ts'
import { formatMegabytes } from '#client/sizes.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { isInstalled } from '#client/ui/installed.ts'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { whenIdle } from '#client/when-idle.ts'
import { SaveIcon } from './icons.tsx'
import { RemoveSaved } from './remove-saved.tsx'
import styles from './save-for-offline.module.css'
import { SavedCheck } from './saved-check.tsx'

/** Saves the photos of all favorites on this device, and says how far that is. */
export function SaveForOffline({ favorites }: { favorites: Listing[] }) {
  const queryClient = useQueryClient()
  const photos = useSyncExternalStore(savedPhotos.watch, savedPhotos.current)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element>(null)
  const phase = photos?.phase
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the phase go the buttons of the one before.
  useEffect(() => {
    const isLost = focused.current?.isConnected === false
    if (isLost && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true })
    }
  }, [phase])
  // The houses are what is waited for.
  useEffect(() => {
    let isGone = false
    void whenIdle().then(() => isGone || keepPhotoSaver(queryClient))
    return () => {
      isGone = true
    }
  }, [queryClient])

  if (!photos) return <div className={styles.placeholder} />
  return (
    <section
      className={styles.panel}
      aria-labelledby={titleId}
      onFocus={({ target }) => {
        focused.current = target
      }}
    >
      <h2 ref={title} className={styles.title} id={titleId} tabIndex={-1}>
        <SaveIcon />
        {titleOf(photos)}
      </h2>
      <p className="visually-hidden" role="status">
        {TITLES[photos.phase]}
      </p>
      <Content favorites={favorites} photos={photos} />
    </section>
  )
}

const TITLES = {
  off: 'Take the photos along',
  saving: 'Saving for offline',
  waiting: 'Waiting for a connection',
  held: 'Data Saver is on',
  paused: 'Saving is paused',
  full: 'This device is full',
  done: 'Saved for offline',
  impossible: 'Photos need a connection',
}

function titleOf({ phase }: SavedPhotos) {
  return phase === 'off' && isInstalled() ? 'Download my favorites' : TITLES[phase]
}

interface PhaseProps {
  favorites: Listing[]
  photos: SavedPhotos
}

function Content({ favorites, photos }: PhaseProps) {
  switch (photos.phase) {
    case 'off':
      return <Offer favorites={favorites} />
    case 'saving':
      return (
        <Progress photos={photos}>
          <Button variant="secondary" onClick={photoSaver.pause}>
            Pause
          </Button>
        </Progress>
      )
    case 'waiting':
      return (
        <Progress photos={photos}>
          <p className={styles.text}>
            It goes on by itself when there is a network again. What is saved can be used now.
          </p>
        </Progress>
      )
    case 'paused':
      return (
        <Progress photos={photos}>
          <Button onClick={photoSaver.saveNow}>Resume</Button>
          <RemoveSaved photos={photos} />
        </Progress>
      )
    case 'held':
      return <Held favorites={favorites} photos={photos} />
    case 'full':
      return (
        <Progress photos={photos}>
          <p className={styles.text}>
            What is saved stays and can be used. To save the rest, make room on the device.
          </p>
          <Button onClick={photoSaver.saveNow}>Try again</Button>
          <RemoveSaved photos={photos} />
        </Progress>
      )
    case 'done':
      return <Done favorites={favorites} photos={photos} />
    case 'impossible':
      return (
        <p className={styles.text}>
          This browser keeps no photos for the app, as in a private window. Everything else works.
        </p>
      )
  }
}

function Offer({ favorites }: { favorites: Listing[] }) {
  const { data: estimate } = useQuery(estimateQuery(addressesOf(favorites)))
  const isTooMuch = estimate && estimate.free < estimate.bytes
  return (
    <>
      <p className={styles.text}>
        Save every photo on this device, to see where there is no signal:{' '}
        {formatHouses(favorites.length)}.
      </p>
      {isTooMuch && (
        <Alert type="warning">
          Only {formatMegabytes(estimate.free)} are free here. The newest favorites come first.
        </Alert>
      )}
      <div className={styles.actions}>
        <Button onClick={photoSaver.switchOn}>Save for offline</Button>
        {/* Known later than the rest, and where it moves nothing. */}
        {estimate && (
          <span className={styles.text} data-of-now>
            <span className="visually-hidden">about</span>
            <span aria-hidden="true">≈</span> {formatMegabytes(estimate.bytes)}
          </span>
        )}
      </div>
    </>
  )
}

/** What was added since somebody last agreed to load so much. */
function Held({ favorites, photos }: PhaseProps) {
  const missing = favorites.filter(({ id }) => photos.houses.get(id) !== 'ready')
  const { data: estimate } = useQuery(estimateQuery(addressesOf(missing)))
  return (
    <Progress photos={photos}>
      <p className={styles.text}>New favorites are not saved by themselves.</p>
      <Button onClick={photoSaver.saveNow}>
        Save {formatHouses(missing.length)}
        {estimate && `, about ${formatMegabytes(estimate.bytes)}`}
      </Button>
      <RemoveSaved photos={photos} />
    </Progress>
  )
}

function Progress({ photos, children }: { photos: SavedPhotos; children: ReactNode }) {
  const { ready, houses, bytes } = photos
  const words = `${ready} of ${formatHouses(houses.size)}, ${formatMegabytes(bytes)}`
  return (
    <>
      <p className={styles.text}>{words}</p>
      <ProgressBar label="Houses saved" words={words} value={ready} max={houses.size} />
      <div className={styles.actions}>{children}</div>
    </>
  )
}

function Done({ favorites, photos }: PhaseProps) {
  const { ready, houses, bytes } = photos
  const incomplete = houses.size - ready
  return (
    <>
      <p className={styles.text}>
        {incomplete > 0 && `${ready} of `}
        {formatHouses(houses.size)} saved, {formatMegabytes(bytes)}. New favorites are saved by
        themselves.
      </p>
      {incomplete > 0 && (
        <Alert type="warning">
          Some photos could not be had. The cards say of which{' '}
          {incomplete === 1 ? 'house' : 'houses'}.
        </Alert>
      )}
      <div className={styles.actions}>
        {incomplete > 0 && <Button onClick={photoSaver.saveNow}>Save again</Button>}
        <SavedCheck favorites={favorites} photos={photos} />
        <RemoveSaved photos={photos} />
      </div>
    </>
  )
}

function addressesOf(listings: Listing[]) {
  return listings.flatMap(({ images }) => keptAddresses(images))
}
