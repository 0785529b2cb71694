import * as z from 'zod/mini'
import { type OutboxOptions, openOutbox } from '#client/outbox/outbox.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { FavoriteChangeSchema } from './favorite-change.ts'
import { favoriteStages } from './favorite-stages.ts'
import { favoritesJournal } from './favorites-journal.ts'
import { sendFavorite, toFavoriteRequest } from './favorites-requests.ts'
import { type FavoriteChange, listingOf } from './unsent-favorites.ts'

type FavoritesOutboxOptions = Pick<
  OutboxOptions<FavoriteChange>,
  'userId' | 'unsent' | 'onSent' | 'onRefused'
>

const Answer = z.object({ favorite: z.boolean() })

/** How changes of favorites are stored: one row per account. */
export const favoriteRows = {
  name: OUTBOX,
  schema: FavoriteChangeSchema,
  keyOf: listingOf,
}

/** The outbox of changed favorites. A request sends one change. */
export function openFavoritesOutbox(options: FavoritesOutboxOptions) {
  return openOutbox<FavoriteChange>({
    ...favoriteRows,
    ...options,
    journal: favoritesJournal,
    toRequest: toFavoriteRequest,
    send: async ([change]) => (change ? [{ ...change, ...(await sendFavorite(change)) }] : []),
    applyAnswer: (change, answer) => ({ ...change, ...Answer.safeParse(answer).data }),
    strip: (change) => ({ ...change, listing: null }),
    onStage: ({ id }, stage) => favoriteStages.set(id, stage),
  })
}
