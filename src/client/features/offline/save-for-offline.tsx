import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { databasesHang, watchDatabases } from '#client/browser/database.ts'
import { isDataSaved } from '#client/browser/metered.ts'
import { withStorage } from '#client/browser/storage.ts'
import { whenIdle } from '#client/browser/when-idle.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatMegabytes } from '#client/format/sizes.ts'
import { keepPhotoSaver, photoSaver } from '#client/photos/account-photos.ts'
import { savedAddresses } from '#client/photos/photo-caches.ts'
import { estimateQuery } from '#client/photos/photo-estimate.ts'
import { type SavedPhotos, savedPhotos } from '#client/photos/saved-photos.ts'
import { session } from '#client/session/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { CheckIcon } from '#client/ui/icons.tsx'
import { isInstalled } from '#client/ui/installed.ts'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { SaveIcon } from './icons.tsx'
import { RemoveSaved } from './remove-saved.tsx'
import styles from './save-for-offline.module.css'
import { SavedCheck } from './saved-check.tsx'

/** Saves the photos of all favorites on this device, and shows the progress. */
export function SaveForOffline({ favorites }: { favorites: Listing[] }) {
  const queryClient = useQueryClient()
  const photos = useSyncExternalStore(savedPhotos.watch, savedPhotos.current)
  const isHanging = useSyncExternalStore(watchDatabases, databasesHang)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element>(null)
  const phase = photos?.phase
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phase removes the old buttons.
  useEffect(() => {
    const isLost = focused.current?.isConnected === false
    if (isLost && document.activeElement === document.body) {
      title.current?.focus({ preventScroll: true })
    }
  }, [phase])
  // Start when idle, so that the houses load first.
  useEffect(() => {
    let isGone = false
    void whenIdle().then(() => isGone || keepPhotoSaver(queryClient))
    return () => {
      isGone = true
    }
  }, [queryClient])

  if (isHanging) {
    return (
      <section className={styles.panel} aria-labelledby={titleId}>
        <h2 className={styles.title} id={titleId}>
          <SaveIcon />
          Nothing can be saved here
        </h2>
        <p className={styles.text} role="status">
          This browser's storage does not respond. Everything works while you are online. Closing
          and reopening the browser may help.
          <LostWithWindow />
        </p>
      </section>
    )
  }
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
        {titleOf(photos)}
      </p>
      <Content favorites={favorites} photos={photos} />
    </section>
  )
}

const TITLES = {
  off: 'Save photos for offline',
  saving: 'Saving for offline',
  waiting: 'Waiting for a connection',
  held: 'Data Saver is on',
  paused: 'Saving is paused',
  full: 'This device is full',
  done: 'Saved for offline',
  evicted: 'Saved photos were deleted',
  unwritten: 'Not saved on this device',
  impossible: 'Photos cannot be saved here',
}

function titleOf({ phase }: SavedPhotos) {
  if (phase === 'held' && !isDataSaved()) return 'On mobile data'
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
            Resumes when you're back online. Saved houses already open offline.
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
            {photos.ready > 0
              ? 'Saved houses stay. To save the rest, free up space on this device.'
              : 'No house could be saved completely. Free up space on this device, then try again.'}
          </p>
          <Button onClick={photoSaver.saveNow}>Try again</Button>
          <RemoveSaved photos={photos} />
        </Progress>
      )
    case 'done':
      return <Done favorites={favorites} photos={photos} />
    case 'evicted':
      return <Evicted favorites={favorites} photos={photos} />
    case 'unwritten':
      return <Unwritten photos={photos} />
    case 'impossible':
      return (
        <p className={styles.text}>
          This browser cannot store photos, as in a private window. Everything else works.
          <LostWithWindow />
        </p>
      )
  }
}

/** Shown only if storage fails. Browsers do not reveal private windows whose storage works. */
function LostWithWindow() {
  return (
    session.isUnstored() && ' Closing this window logs you out and deletes everything saved here.'
  )
}

/** Shown in every browser window, because browsers do not reveal private windows. */
const IN_PRIVATE = ' In a private window, what you save is lost when you close it.'

function Offer({ favorites }: { favorites: Listing[] }) {
  const { data: estimate } = useQuery(estimateQuery(addressesOf(favorites)))
  const isTooMuch = estimate && estimate.free < estimate.bytes
  return (
    <>
      <p className={styles.text}>
        Save every photo on this device, to see it without a signal:{' '}
        {formatHouses(favorites.length)}.{isInstalled() || IN_PRIVATE}
      </p>
      {isTooMuch && (
        <Alert type="warning">
          Only {formatMegabytes(estimate.free)} are free here. The newest favorites come first.
        </Alert>
      )}
      <div className={styles.actions}>
        <Button onClick={photoSaver.switchOn}>Save for offline</Button>
        {/* Loads later than the rest, where it cannot shift the layout. */}
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

/** The browser evicted photos, probably for lack of space. Download them again only on request. */
function Evicted({ favorites, photos }: PhaseProps) {
  const missing = favorites.filter(({ id }) => photos.houses.get(id) !== 'ready')
  const { data: estimate } = useQuery(estimateQuery(addressesOf(missing)))
  return (
    <>
      <Alert type="warning">
        Your browser deleted {photos.evicted} saved {photos.evicted === 1 ? 'photo' : 'photos'}, as
        browsers do when space runs low. Offline, photos of {formatHouses(missing.length)} are
        missing.
      </Alert>
      <div className={styles.actions}>
        <Button onClick={photoSaver.switchOn}>
          Save again
          {estimate && `, about ${formatMegabytes(estimate.bytes)}`}
        </Button>
        <RemoveSaved photos={photos} />
      </div>
    </>
  )
}

/** Favorites that could not be read back after writing do not count as saved. */
function Unwritten({ photos: { unwritten } }: { photos: SavedPhotos }) {
  return (
    <>
      <Alert type="warning">
        {formatHouses(unwritten)} could not be written to this device: its storage is full or does
        not work, as in some private windows. Offline, {unwritten === 1 ? 'it does' : 'they do'} not
        open.
      </Alert>
      <div className={styles.actions}>
        <Button onClick={photoSaver.saveNow}>Try again</Button>
      </div>
    </>
  )
}

/** New favorites wait on a metered connection, until the person agrees to download them. */
function Held({ favorites, photos }: PhaseProps) {
  const missing = favorites.filter(({ id }) => photos.houses.get(id) !== 'ready')
  const { data: estimate } = useQuery(estimateQuery(addressesOf(missing)))
  return (
    <Progress photos={photos}>
      <p className={styles.text}>New favorites are saved when you tap here, or on Wi-Fi.</p>
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
  const size = bytes > 0 ? `, ${formatMegabytes(bytes)}` : ''
  const words = `${ready} of ${formatHouses(houses.size)}${size}`
  return (
    <>
      <p className={styles.text}>{words}</p>
      <ProgressBar label="Houses saved" words={words} value={ready} max={houses.size} />
      <div className={styles.actions}>{children}</div>
    </>
  )
}

/** The storage key. The message appears once, because nobody reads a repeated one. */
const SAID = 'said-ready-offline'

/** Shown once per device, when photos are saved and a service worker controls the page. */
function ReadyOffline() {
  const [isNew] = useState(
    () =>
      Boolean(workerContainer()?.controller) &&
      withStorage((storage) => storage.getItem(SAID)) === null,
  )
  useEffect(() => {
    if (isNew) withStorage((storage) => storage.setItem(SAID, 'yes'))
  }, [isNew])
  if (!isNew) return null
  return (
    <p className={styles.ready} role="status" data-of-now>
      <CheckIcon />
      Ready to work offline
    </p>
  )
}

function Done({ favorites, photos }: PhaseProps) {
  const { ready, houses, bytes } = photos
  const incomplete = houses.size - ready
  return (
    <>
      <p className={styles.text}>
        {incomplete > 0 && `${ready} of `}
        {formatHouses(houses.size)} saved{bytes > 0 && `, ${formatMegabytes(bytes)}`}. New favorites
        are saved automatically.
      </p>
      {ready > 0 && <ReadyOffline />}
      {incomplete > 0 && (
        <Alert type="warning">
          Some photos couldn't be downloaded. The cards say of which{' '}
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
  return listings.flatMap(({ images }) => savedAddresses(images))
}
