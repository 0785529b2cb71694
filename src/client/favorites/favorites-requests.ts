import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/** Sends a change. Resolves with whether the listing is a favorite now. Rejects as `call` does. */
export function sendFavorite(change: FavoriteChange) {
  const { listingId, favorite } = change
  const at = timeOf(change)
  return favorite
    ? call(addFavorite, { listing_id: listingId, at })
    : call(removeFavorite, { id: listingId, at })
}

/** The request that sends a change, as plain data for the service worker. */
export function toFavoriteRequest(change: FavoriteChange, token: string | null) {
  const { listingId, favorite } = change
  const at = timeOf(change)
  return favorite
    ? toRequest(addFavorite, { listing_id: listingId, at }, token)
    : toRequest(removeFavorite, { id: listingId, at }, token)
}

/**
 * The time of a change. A time in the future becomes the current time. Otherwise a wrong clock
 * could produce a year that the server refuses.
 */
function timeOf({ at }: FavoriteChange) {
  return new Date(Math.min(at, now().getTime())).toISOString()
}
