import type { QueryClient } from '@tanstack/react-query'
import { favoritesQuery, withChange } from '#client/data/favorites.ts'
import { updateKept } from '#client/query-store/offline-queries.ts'
import { showToast } from '#client/ui/toast.ts'
import { listFavorites } from '#contract/favorites.ts'
import { openOutbox } from './outbox.ts'
import { type Change, unsent } from './unsent.ts'

/** The outbox of one person in this tab. */
export function openFavoritesOutbox(queryClient: QueryClient, userId: string) {
  return openOutbox({
    userId,
    unsent,
    onSent: (change) => rememberSent(queryClient, change),
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
 * Refetches favorites that were read before this tab listened. They may lack changes that another
 * tab has sent.
 */
export async function catchUp(queryClient: QueryClient) {
  const { queryKey } = favoritesQuery
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}

/** Applies a sent change to the cached favorites. */
async function rememberSent(queryClient: QueryClient, change: Change) {
  const { queryKey } = favoritesQuery
  const state = queryClient.getQueryState(queryKey)
  // A pending response may lack the change.
  const isAsking = state !== undefined && state.fetchStatus !== 'idle'
  if (isAsking) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (saved) => saved && withChange(saved, change), {
    // Keep the age of the data: the rest of the list was not refetched.
    updatedAt: state?.dataUpdatedAt,
  })
  await updateKept(queryKey, listFavorites.output, (saved) => withChange(saved, change))
  const isMissing = change.favorite && !change.listing
  if (isAsking || isMissing) void queryClient.invalidateQueries({ queryKey })
}
