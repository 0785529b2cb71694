import { useEffect, useState, useSyncExternalStore } from 'react'
import { withStorage } from '#client/browser/storage.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatMegabytes, formatSize } from '#client/format/sizes.ts'
import { favoritePhotoSaver } from '#client/photos/account-photos.ts'
import { hasPhotosToSave } from '#client/photos/photo-caches.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { Alert } from '#client/ui/alert.tsx'
import { CheckIcon, HeartIcon } from '#client/ui/icons.tsx'
import { isInstalled } from '#client/ui/installed.ts'
import styles from './device.module.css'
import { DevicePart, type PartState } from './device-part.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SaveButton, useMissingPhotos } from './save-button.tsx'
import { SavedCheck } from './saved-check.tsx'
import {
  countReady,
  describeEviction,
  describePhase,
  describeTransfer,
  LostWithWindow,
} from './saving-status.tsx'

interface FavoritesPartProps {
  favorites: Listing[]
  photos: SavedPhotos
}

export function FavoritesPart({ favorites, photos }: FavoritesPartProps) {
  const { phase, ready } = photos
  const { estimate, missing } = useMissingPhotos(favorites, photos)
  const size = estimate ? `, about ${formatMegabytes(estimate.bytes)}` : ''
  const isTooMuch = phase === 'off' && estimate && estimate.free < estimate.bytes
  const isRemovable = ['metered', 'paused', 'full', 'done', 'evicted'].includes(phase)
  return (
    <DevicePart
      icon={HeartIcon}
      title="Favorites"
      state={describeState(favorites, photos, missing, size)}
      actions={
        <>
          {phase === 'off' && <SaveButton favorites={favorites} photos={photos} />}
          {phase === 'done' && favorites.length > 0 && <SavedCheck favorites={favorites} />}
          {isRemovable && <RemoveSaved photos={photos} />}
        </>
      }
    >
      {isTooMuch && (
        <Alert type="warning">{`Only ${formatMegabytes(estimate.free)} are free on this device. The newest favorites are saved first.`}</Alert>
      )}
      {phase === 'done' && ready > 0 && <ReadyOffline />}
      {phase === 'impossible' && <LostWithWindow />}
    </DevicePart>
  )
}

/** Shown in every browser window, because browsers do not tell pages which windows are private. */
const IN_PRIVATE = ' In a private window, what you save is lost when you close the window.'

/** What the part says and offers. `size` is the estimated size of the missing photos, in words. */
function describeState(
  favorites: Listing[],
  photos: SavedPhotos,
  missing: Listing[],
  size: string,
): PartState {
  const { phase, ready, houses, bytes } = photos
  const status =
    favorites.length === 0 ? 'None yet' : describePhase(phase, favorites.some(hasPhotosToSave))
  const saved = bytes > 0 ? `, ${formatMegabytes(bytes)}` : ''
  const words = `${ready} of ${formatHouses(houses.size)}${saved}`
  const progress = { words, value: ready, max: houses.size }
  const { pause, saveNow, switchOn } = favoritePhotoSaver
  const retry = { label: 'Try again', run: saveNow }
  switch (phase) {
    case 'off':
      return { status, text: `${describeOffer(favorites)}${isInstalled() ? '' : IN_PRIVATE}` }
    case 'metered':
      return {
        status,
        progress,
        text: 'On Wi-Fi, new favorites are saved automatically. To save them now, tap the button.',
        action: { label: `Save ${formatHouses(missing.length)}${size}`, run: saveNow },
      }
    case 'done': {
      if (houses.size === 0) return { status, text: 'New favorites are saved automatically.' }
      const incomplete = houses.size - ready
      return {
        status,
        text: `${countReady(photos)} saved${saved}. New favorites are saved automatically.`,
        ...(incomplete > 0 && {
          warning: `Some photos couldn't be downloaded. The cards of your favorites show which ${incomplete === 1 ? 'house is' : 'houses are'} incomplete.`,
          action: retry,
        }),
      }
    }
    case 'evicted':
      return {
        status,
        warning: `${describeEviction(photos)} Offline, photos of ${formatHouses(missing.length)} are missing.`,
        action: { label: `Save for offline${size}`, run: switchOn },
      }
    // Favorites that could not be read back after they were written do not count as saved.
    case 'unwritten':
      return {
        status,
        warning: `${formatHouses(photos.unwritten)} could not be saved on this device: its storage is full or does not work, as in some private windows. Offline, ${photos.unwritten === 1 ? 'it does' : 'they do'} not open.`,
        action: retry,
      }
    case 'impossible':
      return {
        status,
        text: 'This browser cannot store photos, for example because this is a private window. Everything else works.',
      }
    default:
      return describeTransfer(phase, progress, { pause, resume: saveNow })
  }
}

/** Describes which photos would be saved. The houses open offline even without saved photos. */
function describeOffer(favorites: Listing[]) {
  const { length: photographed } = favorites.filter(hasPhotosToSave)
  if (favorites.length === 0) {
    return 'You have no favorites yet. This saves the photos of favorites that you add later.'
  }
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

/** Removes the saved photos and streets, and stops saving. */
function RemoveSaved({ photos: { bytes } }: { photos: SavedPhotos }) {
  const streets = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  const amount = formatMegabytes(bytes)
  const texts =
    bytes > 0
      ? {
          label: 'Remove saved photos',
          title: 'Remove saved photos?',
          consequence: `${amount} of photos will be removed from this device. Your favorites stay, but without photos when you are offline.`,
          confirm: `Remove ${amount}`,
          decline: 'Keep photos',
        }
      : STOP_TEXTS
  const removedStreets = streets.bytes
    ? ` The saved streets are removed too: ${formatSize(streets.bytes)}.`
    : ''
  return (
    <RemoveButton
      {...texts}
      consequence={`${texts.consequence}${removedStreets}`}
      onConfirm={favoritePhotoSaver.remove}
    />
  )
}

/**
 * The texts for a device without saved photos. There are no photos to delete, so the button is
 * called "Stop saving".
 */
const STOP_TEXTS = {
  label: 'Stop saving',
  title: 'Stop saving for offline?',
  consequence:
    'No photos are stored on this device. Your favorites still open offline, but photos of new favorites will not be saved.',
  confirm: 'Stop saving',
  decline: 'Keep saving',
}

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
