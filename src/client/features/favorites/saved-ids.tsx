import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import { listingAccess } from '#client/data/account.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'

const NONE: ReadonlySet<string> = new Set()

/** The ids of the favorites that are stored on the server. Undefined until they are known. */
export const SavedIds = createContext<ReadonlySet<string> | undefined>(undefined)

/** Loads the favorites once for all heart buttons inside this provider. */
export function SavedIdsProvider({ children }: { children: ReactNode }) {
  const { data, fetchStatus, failureReason } = useQuery({
    ...favoritesQuery,
    select: toIds,
    // The server refuses favorites to a partner without a subscription.
    enabled: listingAccess(useQueryClient()) === 'granted',
    // The page shows the age of its data. Only the heart buttons use these ids, so old ids must not
    // make the houses on the page look old.
    meta: { showsDataAge: false },
  })
  // If a request fails, the favorites may stay unknown for long. The hearts then work as for a house
  // that is no favorite, because adding a favorite twice changes nothing.
  const isLoading = fetchStatus === 'fetching' && failureReason === null
  return <SavedIds value={data ?? (isLoading ? undefined : NONE)}>{children}</SavedIds>
}

function toIds({ favorites }: { favorites: string[] }): ReadonlySet<string> {
  return new Set(favorites)
}
