import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatMegabytes } from '#client/format/sizes.ts'
import { hasPhotosToSave } from '#client/photos/photo-caches.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { SaveIcon } from '#client/ui/icons.tsx'
import styles from './device.module.css'
import { SaveButton } from './save-button.tsx'
import {
  countReady,
  describePhase,
  HANGING_TITLE,
  LostWithWindow,
  useFavoritePhotos,
} from './saving-status.tsx'

const KeepStreets = lazyExtra(() => import('./keep-streets.tsx'))

/** Says how far the favorites are saved on this device. Links to the screen with everything saved. */
export function OnDeviceLine({ favorites }: { favorites: Listing[] }) {
  const { photos, isHanging } = useFavoritePhotos()
  const link = useRef<HTMLAnchorElement>(null)
  if (!photos && !isHanging) return <div className={styles.line} />
  const saved = isHanging ? undefined : photos
  return (
    <div className={styles.line}>
      {saved?.phase === 'off' && (
        <SaveButton
          favorites={favorites}
          photos={saved}
          // The button disappears. Without this, keyboard users would lose their place.
          onSave={() => link.current?.focus({ preventScroll: true })}
        />
      )}
      <div role="status">
        <Link className={styles.link} to="/device" ref={link}>
          <SaveIcon />
          <span>{saved ? describeSaved(saved, favorites) : HANGING_TITLE}</span>
        </Link>
      </div>
      <LostWithWindow />
      {saved && <KeepStreets favorites={favorites} phase={saved.phase} />}
    </div>
  )
}

function describeSaved(photos: SavedPhotos, favorites: Listing[]) {
  const { phase, ready, houses, bytes } = photos
  const hasPhotos = favorites.some(hasPhotosToSave)
  const size = bytes > 0 ? ` · ${formatMegabytes(bytes)}` : ''
  const all = formatHouses(houses.size)
  switch (phase) {
    case 'off':
      return `${all} on this device${hasPhotos ? ', without photos' : ''}`
    case 'done':
      return `${countReady(photos)} on this device${size}`
    case 'evicted':
    case 'unwritten':
    case 'impossible':
      return describePhase(phase, hasPhotos)
    default:
      return `${describePhase(phase, hasPhotos)}: ${ready} of ${all}${size}`
  }
}
