import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { withStorage } from '#client/browser/storage.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatMegabytes } from '#client/format/sizes.ts'
import { photoSaver } from '#client/photos/account-photos.ts'
import { hasPhotosToSave, savedAddresses } from '#client/photos/photo-caches.ts'
import { estimateQuery } from '#client/photos/photo-estimate.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { session } from '#client/session/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { CheckIcon } from '#client/ui/icons.tsx'
import { isInstalled } from '#client/ui/installed.ts'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { RemoveSaved } from './remove-saved.tsx'
import styles from './save-for-offline.module.css'
import { SavedCheck } from './saved-check.tsx'

interface PhaseProps {
  favorites: Listing[]
  photos: SavedPhotos
}

/** The text and the buttons that the panel shows in the current phase of saving. */
export function SavingPhase({ favorites, photos }: PhaseProps) {
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
          <p className="soft">
            Saving resumes when you're back online. Until then, the saved houses open offline.
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
    case 'metered':
      return <Metered favorites={favorites} photos={photos} />
    case 'full':
      return (
        <Progress photos={photos}>
          <p className="soft">
            {photos.ready > 0
              ? 'Houses that are already saved stay. To save the rest, free up space on this device.'
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
        <p className="soft">
          <span>
            This browser cannot store photos, for example because this is a private window.
            Everything else works.
          </span>
          <LostWithWindow />
        </p>
      )
  }
}

/**
 * A warning that closing the window deletes all saved data. Shown only if the browser blocks
 * storage. In all other cases, the data may survive.
 */
export function LostWithWindow() {
  if (!session.isUnstored()) return null
  return <span> Closing this window logs you out and deletes everything saved here.</span>
}

/** Shown in every browser window, because browsers do not tell pages which windows are private. */
const IN_PRIVATE = ' In a private window, what you save is lost when you close the window.'

function Offer({ favorites }: { favorites: Listing[] }) {
  const { data: estimate } = useQuery(estimateQuery(addressesOf(favorites)))
  const isTooMuch = estimate && estimate.free < estimate.bytes
  return (
    <>
      <p className="soft">{`${describeOffer(favorites)}${isInstalled() ? '' : IN_PRIVATE}`}</p>
      {isTooMuch && (
        <Alert type="warning">{`Only ${formatMegabytes(estimate.free)} are free on this device. The newest favorites are saved first.`}</Alert>
      )}
      <div className={styles.actions}>
        <Button onClick={photoSaver.switchOn}>Save for offline</Button>
        {/*
         * The download size loads after the other content. It is the last item of its row, so it
         * does not shift the layout.
         */}
        {estimate && (
          <span className="soft">
            <span className="visually-hidden">about</span>
            <span aria-hidden="true">≈</span> <span>{formatMegabytes(estimate.bytes)}</span>
          </span>
        )}
      </div>
    </>
  )
}

/** Describes which photos would be saved. The houses open offline even without saved photos. */
function describeOffer(favorites: Listing[]) {
  const { length: photographed } = favorites.filter(hasPhotosToSave)
  if (photographed === 0) {
    return 'Your favorites already open offline. This also saves the map around them, and the photos of favorites that you add later.'
  }
  const offer = 'Save every photo on this device, to see it without a signal:'
  const others = favorites.length - photographed
  if (others === 0) return `${offer} ${formatHouses(photographed)}.`
  const without =
    others === 1 ? 'The other house has no photos.' : 'The other houses have no photos.'
  return `${offer} ${photographed} of ${formatHouses(favorites.length)}. ${without}`
}

/** The browser evicted photos, probably for lack of space. Download them again only on request. */
function Evicted({ favorites, photos }: PhaseProps) {
  const missing = favorites.filter(({ id }) => photos.houses.get(id) !== 'ready')
  const { data: estimate } = useQuery(estimateQuery(addressesOf(missing)))
  return (
    <>
      <Alert type="warning">{`Your browser deleted ${photos.evicted} saved ${photos.evicted === 1 ? 'photo' : 'photos'}, as browsers do when space runs low. Offline, photos of ${formatHouses(missing.length)} are missing.`}</Alert>
      <div className={styles.actions}>
        <Button onClick={photoSaver.switchOn}>
          {`Save for offline${estimate ? `, about ${formatMegabytes(estimate.bytes)}` : ''}`}
        </Button>
        <RemoveSaved photos={photos} />
      </div>
    </>
  )
}

/**
 * Says how many favorites could not be read back after they were written. Such favorites do not
 * count as saved.
 */
function Unwritten({ photos: { unwritten } }: { photos: SavedPhotos }) {
  return (
    <>
      <Alert type="warning">
        {`${formatHouses(unwritten)} could not be saved on this device: its storage is full or does not work, as in some private windows. Offline, ${unwritten === 1 ? 'it does' : 'they do'} not open.`}
      </Alert>
      <div className={styles.actions}>
        <Button onClick={photoSaver.saveNow}>Try again</Button>
      </div>
    </>
  )
}

/** On a metered connection, new favorites are saved only after the person has agreed. */
function Metered({ favorites, photos }: PhaseProps) {
  const missing = favorites.filter(({ id }) => photos.houses.get(id) !== 'ready')
  const { data: estimate } = useQuery(estimateQuery(addressesOf(missing)))
  return (
    <Progress photos={photos}>
      <p className="soft">
        On Wi-Fi, new favorites are saved automatically. To save them now, tap the button.
      </p>
      <Button onClick={photoSaver.saveNow}>
        {`Save ${formatHouses(missing.length)}${estimate ? `, about ${formatMegabytes(estimate.bytes)}` : ''}`}
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
      <p className="soft">{words}</p>
      <ProgressBar label="Houses saved" words={words} value={ready} max={houses.size} />
      <div className={styles.actions}>{children}</div>
    </>
  )
}

/** The storage key that records that this device has shown `ReadyOffline`. */
const READY_SHOWN_KEY = 'said-ready-offline'

/**
 * The message "Ready to work offline". Shown once per device, when photos are saved and a service
 * worker controls the page.
 */
function ReadyOffline() {
  const [isNew] = useState(
    () =>
      Boolean(workerContainer()?.controller) &&
      withStorage((storage) => storage.getItem(READY_SHOWN_KEY)) === null,
  )
  useEffect(() => {
    if (isNew) withStorage((storage) => storage.setItem(READY_SHOWN_KEY, 'yes'))
  }, [isNew])
  if (!isNew) return null
  return (
    <p className={styles.ready} role="status">
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
      <p className="soft">
        {`${incomplete > 0 ? `${ready} of ` : ''}${formatHouses(houses.size)} saved${bytes > 0 ? `, ${formatMegabytes(bytes)}` : ''}. New favorites are saved automatically.`}
      </p>
      {ready > 0 && <ReadyOffline />}
      {incomplete > 0 && (
        <Alert type="warning">{`Some photos couldn't be downloaded. The cards of your favorites show which ${incomplete === 1 ? 'house is' : 'houses are'} incomplete.`}</Alert>
      )}
      <div className={styles.actions}>
        {incomplete > 0 && <Button onClick={photoSaver.saveNow}>Try again</Button>}
        <SavedCheck favorites={favorites} photos={photos} />
        <RemoveSaved photos={photos} />
      </div>
    </>
  )
}

function addressesOf(listings: Listing[]) {
  return listings.flatMap(({ images }) => savedAddresses(images))
}
