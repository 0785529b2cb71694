import { useQuery } from '@tanstack/react-query'
import type { Listing } from '#client/data/to-listing.ts'
import { formatSize } from '#client/format/sizes.ts'
import { favoritePhotoSaver } from '#client/photos/account-photos.ts'
import { savedAddresses } from '#client/photos/photo-caches.ts'
import { estimateQuery } from '#client/photos/photo-estimate.ts'
import type { SavedPhotos } from '#client/photos/saved-photos.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { Button } from '#client/ui/button.tsx'
import { useStreets } from './use-streets.ts'

interface SaveButtonProps {
  favorites: Listing[]
  photos: SavedPhotos
  onSave?: () => void
}

/**
 * Starts to save the photos of the favorites and the streets around them. The button states the size
 * of both. So a person who presses it agrees to both downloads, even on a metered connection.
 */
export function SaveButton({ favorites, photos, onSave }: SaveButtonProps) {
  const { estimate } = useMissingPhotos(favorites, photos)
  const { plan } = useStreets(favorites)
  const bytes = (estimate?.bytes ?? 0) + (plan?.missingBytes ?? 0)
  return (
    <Button
      onClick={() => {
        onSave?.()
        streetSaver.agree()
        favoritePhotoSaver.switchOn()
      }}
    >
      {`Save for offline${bytes > 0 ? `, about ${formatSize(bytes)}` : ''}`}
    </Button>
  )
}

/** The favorites that are not completely saved, and the estimated size of their photos. */
export function useMissingPhotos(favorites: Listing[], { phase, houses }: SavedPhotos) {
  const missing = favorites.filter(({ id }) => houses.get(id) !== 'ready')
  const isOffered = phase === 'off' || phase === 'metered' || phase === 'evicted'
  const addresses = missing.flatMap(({ images }) => savedAddresses(images))
  const { data: estimate } = useQuery(estimateQuery(isOffered ? addresses : []))
  return { missing, estimate }
}
