import { createChangeStages } from '#client/outbox/change-stages.ts'
import { createJournal } from '#client/outbox/journal.ts'
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

/** Of several unsent changes of a listing, only the latest counts. */
export const listingOf = ({ listingId }: FavoriteChange) => listingId

/** The change without the listing's record, which the page can load again. */
export const stripFavorite = (change: FavoriteChange) => ({ ...change, listing: null })

export function createUnsentFavorites(): UnsentChanges<FavoriteChange> {
  return createUnsentChanges(listingOf)
}

/** The unsent changes of the signed-in person, from all tabs. */
export const unsentFavorites = createUnsentFavorites()

/** For each unsent change: whether IndexedDB has stored it, and whether the server has refused it. */
export const favoriteStages = createChangeStages<number>()

/**
 * Keeps unsent changes in local storage until IndexedDB has stored them. Without this journal, a
 * reload right after a tap could lose the change.
 */
export const favoritesJournal = createJournal<FavoriteChange>({
  prefix: 'unsent-',
  keyOf: listingOf,
  strip: stripFavorite,
})
