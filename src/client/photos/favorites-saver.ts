import type { QueryClient } from '@tanstack/react-query'
import { createFavoriteHouses } from './favorite-houses.ts'
import { openPhotoSaver } from './photo-saver.ts'
import { favoriteCache } from './saved-caches.ts'
import { favoritePhotos } from './saved-photos.ts'

/** Saves the photos of favorites. */
export function openFavoritesSaver(queryClient: QueryClient) {
  const needed = createFavoriteHouses(queryClient)
  const saver = openPhotoSaver({ cache: favoriteCache, needed, state: favoritePhotos })
  const stop = needed.watch(() => {
    // A page without favorites does not show the panel that removes the saved street map, so remove
    // the map here. Otherwise it would stay on the device.
    if (needed.houses().length === 0 && needed.isConfirmed()) {
      void import('#client/streets/streets-cache.ts')
        .then(({ removeStreets }) => removeStreets())
        .catch(() => undefined)
    }
  })
  return {
    ...saver,
    close() {
      stop()
      saver.close()
    },
  }
}
