import { useQuery } from '@tanstack/react-query'
import { useContext, useSyncExternalStore } from 'react'
import { toListing } from '#client/data/to-listing.ts'
import { applyChange, favoritesQuery } from '#client/favorites/favorites-query.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { SavedIds } from './saved-ids.tsx'

/**
 * Whether a listing is a favorite. Takes unsent changes into account. Undefined until the favorites
 * are known. Needs `SavedIdsProvider`.
 */
export function useIsFavorite(listingId: string) {
  const saved = useContext(SavedIds)
  const change = useSyncExternalStore(unsentFavorites.watch, () => unsentFavorites.of(listingId))
  return change?.favorite ?? saved?.has(listingId)
}

/**
 * All favorites including unsent changes, newest first. Undefined until the server's list is known.
 */
export function useFavorites() {
  const { data: saved, ...query } = useQuery(favoritesQuery)
  const changes = useSyncExternalStore(unsentFavorites.watch, unsentFavorites.all)
  const wanted = saved && changes.reduce(applyChange, saved)
  return {
    ...query,
    favorites: wanted?.listings.map(toListing),
    /** The number of favorites whose records the server has not sent yet. */
    unknown: wanted ? wanted.favorites.length - wanted.listings.length : 0,
  }
}
