import { createUnsentChanges, type UnsentChanges } from '#client/outbox/unsent-changes.ts'
import type { ListingRecord } from '#contract/listings.ts'

/** A change that a person made: to add a listing to the favorites, or to remove it. */
export interface FavoriteChange {
  /** Two changes of the same listing have different ids. */
  id: number
  listingId: string
  favorite: boolean
  /**
   * When the person made the change, in milliseconds of the server's clock. The device estimates
   * this time from earlier responses.
   */
  at: number
  /**
   * The listing's record, shown by the optimistic update. Null if the record could not be stored.
   */
  listing: ListingRecord | null
}

export const listingOf = ({ listingId }: FavoriteChange) => listingId

export function createUnsentFavorites(): UnsentChanges<FavoriteChange> {
  return createUnsentChanges(listingOf)
}

/** The unsent changes of the signed-in person, from all tabs. */
export const unsentFavorites = createUnsentFavorites()
