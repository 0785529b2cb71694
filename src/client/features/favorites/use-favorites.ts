import { useQuery } from '@tanstack/react-query'
import { useContext, useSyncExternalStore } from 'react'
import { favoritesQuery, withChange } from '#client/data/favorites.ts'
import { toListing } from '#client/data/to-listing.ts'
import { unsent } from '#client/outbox/unsent.ts'
import { SavedIds } from './saved-ids.tsx'

/** Whether a listing is a favorite, as its person wants it; below `SavedIdsProvider`. */
export function useIsFavorite(listingId: string) {
  const saved = useContext(SavedIds)
  const change = useSyncExternalStore(unsent.watch, () => unsent.of(listingId))
  return change?.favorite ?? saved.has(listingId)
}

/** All favorites as their person wants them, newest first; undefined until the server has said what it has. */
export function useFavorites() {
  const { data: saved, ...query } = useQuery(favoritesQuery)
  const changes = useSyncExternalStore(unsent.watch, unsent.all)
  const wanted = saved && changes.reduce(withChange, saved)
  return {
    ...query,
    favorites: wanted?.listings.map(toListing),
    /** How many more there are of which nothing is known until the server has them. */
    unknown: wanted ? wanted.favorites.length - wanted.listings.length : 0,
  }
}
