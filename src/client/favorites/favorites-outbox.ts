import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import { type OutboxOptions, openOutbox } from '#client/outbox/outbox.ts'
import { stripChanges } from '#client/outbox/outbox-store.ts'
import { timeToSend } from '#client/outbox/time-to-send.ts'
import { updatePersisted } from '#client/query-store/persisted-rows.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { showToast } from '#client/ui/toast.ts'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { ListingRecord } from '#contract/listings.ts'
import { applyChange, favoritesQuery } from './favorites-query.ts'
import {
  type FavoriteChange,
  favoriteStages,
  favoritesJournal,
  listingOf,
  stripFavorite,
  unsentFavorites,
} from './unsent-favorites.ts'

/** How IndexedDB and messages between tabs hold changes of favorites: one row per account. */
export const favoriteRows = {
  name: OUTBOX,
  keyOf: listingOf,
  schema: z.object({
    id: z.number(),
    listingId: z.string(),
    favorite: z.boolean(),
    at: z.catch(z.number().check(z.minimum(0)), () => now().getTime()),
    // Replace a record that cannot be read with null. Without this, the whole change would be
    // invalid and lost.
    listing: z.catch(z.nullable(ListingRecord), null),
  }),
}

type FavoritesOutboxOptions = Pick<
  OutboxOptions<FavoriteChange>,
  'userId' | 'unsent' | 'onSent' | 'onRefused'
>

const Answer = z.object({ favorite: z.boolean() })

/** The outbox of changed favorites. A request sends one change. */
export function openFavoritesOutbox(options: FavoritesOutboxOptions) {
  return openOutbox<FavoriteChange>({
    ...favoriteRows,
    ...options,
    journal: favoritesJournal,
    toRequest: (change, token) =>
      change.favorite
        ? toRequest(addFavorite, addition(change), token)
        : toRequest(removeFavorite, removal(change), token),
    send: async ([change]) => (change ? [{ ...change, ...(await send(change)) }] : []),
    applyAnswer: (change, answer) => ({ ...change, ...Answer.safeParse(answer).data }),
    strip: stripFavorite,
    onStage: ({ id }, stage) => favoriteStages.set(id, stage),
  })
}

/** Sends a change. Resolves with whether the listing is a favorite now. Rejects as `call` does. */
function send(change: FavoriteChange) {
  return change.favorite
    ? call(addFavorite, addition(change))
    : call(removeFavorite, removal(change))
}

const addition = (change: FavoriteChange) => ({
  listing_id: change.listingId,
  at: timeToSend(change.at),
})
const removal = (change: FavoriteChange) => ({ id: change.listingId, at: timeToSend(change.at) })

/**
 * Opens the outbox of the signed-in person. If the loaded favorites may lack changes that another
 * tab has sent, `isListStale` is true, and the favorites are fetched again.
 */
export function openAccountFavorites(
  queryClient: QueryClient,
  { userId, isListStale }: { userId: string; isListStale: boolean },
) {
  if (isListStale) void refetchFavorites(queryClient)
  return openFavoritesOutbox({
    userId,
    unsent: unsentFavorites,
    onSent: (change) => updateFavorites(queryClient, change),
    onRefused: (refusal) => {
      showToast({ type: 'warning', title: 'Not added to your favorites', description: refusal })
    },
  })
}

async function refetchFavorites(queryClient: QueryClient) {
  const { queryKey } = favoritesQuery
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}

/** Applies a sent change to the cached and the persisted favorites. */
async function updateFavorites(queryClient: QueryClient, change: FavoriteChange) {
  const { queryKey } = favoritesQuery
  const state = queryClient.getQueryState(queryKey)
  // A response that is still pending may lack the change, so cancel the request.
  const isFetching = state !== undefined && state.fetchStatus !== 'idle'
  if (isFetching) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (favorites) => favorites && applyChange(favorites, change), {
    // Keep the age of the data, because the rest of the list was not refetched.
    updatedAt: state?.dataUpdatedAt,
  })
  await updatePersisted(queryKey, listFavorites.output, (favorites) =>
    applyChange(favorites, change),
  )
  const isRecordMissing = change.favorite && !change.listing
  if (isFetching || isRecordMissing) void queryClient.invalidateQueries({ queryKey })
}

/**
 * Removes the token and the listing's record from each unsent change. Deletes the changes that the
 * server has already accepted or refused. Rejects if storage is broken.
 */
export function stripFavoritesOutbox() {
  return stripChanges<FavoriteChange>(OUTBOX, ({ id, listingId, favorite, at, outcome }) =>
    outcome ? [] : [{ id, listingId, favorite, at }],
  )
}
