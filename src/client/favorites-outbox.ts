import type { QueryClient } from '@tanstack/react-query'
import { favoritesQuery, withChange } from './data/favorites.ts'
import { keepQuery } from './offline.ts'
import { openOutbox } from './outbox.ts'
import { showToast } from './ui/toast.ts'
import { type Change, unsent } from './unsent.ts'

/** The outbox of one person in this tab. */
export function openFavoritesOutbox(queryClient: QueryClient, userId: string) {
  return openOutbox({
    userId,
    unsent,
    onSent: (change) => rememberSent(queryClient, change),
    keepSent: () => keepQuery(queryClient, favoritesQuery.queryKey),
    onRefused: (refusal) => {
      showToast({
        type: 'warning',
        title: 'Not added to your favorites',
        description: refusal,
      })
    },
  })
}

/** Brings what we know of the server up to a change that it has taken. */
async function rememberSent(queryClient: QueryClient, change: Change) {
  const { queryKey } = favoritesQuery
  // What is kept on the device is to know of it too, also where no page shows it.
  if (!queryClient.getQueryData(queryKey)) await queryClient.prefetchQuery(favoritesQuery)
  const state = queryClient.getQueryState(queryKey)
  // An answer that is on its way may not know of the change.
  const isAsking = state !== undefined && state.fetchStatus !== 'idle'
  if (isAsking) await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (saved) => saved && withChange(saved, change), {
    // What else is on the list is as old as it was.
    updatedAt: state?.dataUpdatedAt,
  })
  const isMissing = change.favorite && !change.listing
  if (isAsking || isMissing) void queryClient.invalidateQueries({ queryKey })
}
