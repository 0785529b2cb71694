import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { toListing } from '#client/data/to-listing.ts'
import { applyChange, favoritesQuery } from '#client/favorites/favorites-query.ts'
import { saveFavorites } from '#client/favorites/saved-favorites.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { savedAddresses } from './photo-caches.ts'
import { openPhotoSaver } from './photo-saver.ts'
import { favoriteCache } from './saved-caches.ts'
import { favoritePhotos, type House, type NeededPhotos } from './saved-photos.ts'

/** If the list of favorites is older than this, no photos are removed. */
const MAX_LIST_AGE_MS = 60_000

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

/** Watches the favorites, and determines which photos this device needs for them. */
function createFavoriteHouses(queryClient: QueryClient): NeededPhotos {
  const favorites = new QueryObserver(queryClient, {
    ...favoritesQuery,
    meta: { showsDataAge: false },
  })
  let houses: House[] = []
  /** Includes photos of removed houses until the server has confirmed the removal. */
  let needed = new Set<string>()

  function read() {
    const list = favorites.getCurrentResult().data
    if (!list) return
    houses = unsentFavorites.all().reduce(applyChange, list).listings.map(toHouse)
    needed = new Set([...houses, ...list.listings.map(toHouse)].flatMap((house) => house.addresses))
  }

  return {
    houses: () => houses,
    isNeeded: (address) => needed.has(address),
    isHeld: () => false,
    saveRecords: () => saveFavorites(queryClient),

    /**
     * Whether the server has confirmed the list of favorites recently. Without this confirmation,
     * the caller must not remove photos. If the list is too old and the device is online, refetches
     * the list. After the refetch, the listeners of `watch` are called.
     */
    isConfirmed() {
      const { isSuccess, fetchStatus, dataUpdatedAt } = favorites.getCurrentResult()
      if (!isSuccess || fetchStatus !== 'idle') return false
      if (Date.now() - dataUpdatedAt <= MAX_LIST_AGE_MS) return true
      if (onlineManager.isOnline()) void favorites.refetch()
      return false
    },

    watch(listener) {
      function update() {
        read()
        listener()
      }
      const stops = [favorites.subscribe(update), unsentFavorites.watch(update)]
      read()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function toHouse(record: ListingRecord): House {
  const { id, images } = toListing(record)
  return { id, addresses: savedAddresses(images) }
}
