import type { QueryClient } from '@tanstack/react-query'
import { updatePersisted } from '#client/query-store/persisted-rows.ts'
import { showToast } from '#client/ui/toast.ts'
import { listFavorites } from '#contract/favorites.ts'
import { openFavoritesOutbox } from './favorites-outbox.ts'
import { applyChange, favoritesQuery } from './favorites-query.ts'
import { type FavoriteChange, unsentFavorites } from './unsent-favorites.ts'

/** The outbox of one person in this tab. */
export function openAccountOutbox(queryClient: QueryClient, userId: string) {
  return openFavoritesOutbox({
    userId,
    unsent: unsentFavorites,
    onSent: (change) => updateFavorites(queryClient, change),
    onRefused: (refusal) => {
      showToast({
        type: 'warning',
        title: 'Not added to your favorites',
        description: refusal,
      })
    },
  })
}

/**
 * Refetches the favorites. The cached list may lack changes that another tab sent before this tab
 * began to listen for changes.
 */
export async function refetchFavorites(queryClient: QueryClient) {
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
