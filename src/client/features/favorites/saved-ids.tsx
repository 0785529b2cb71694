import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import { listingAccess } from '#client/data/account.ts'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'

const NONE: ReadonlySet<string> = new Set()

/** The ids of the favorites that are stored on the server. */
export const SavedIds = createContext<ReadonlySet<string>>(NONE)

/** Loads the favorites once for all heart buttons inside this provider. */
export function SavedIdsProvider({ children }: { children: ReactNode }) {
  const { data = NONE } = useQuery({
    ...favoritesQuery,
    select: toIds,
    // The server refuses favorites to a partner without a subscription.
    enabled: listingAccess(useQueryClient()) === 'granted',
    // The page shows the age of its data. Only the heart buttons use these ids, so old ids must not
    // make the houses on the page look old.
    meta: { ...favoritesQuery.meta, hidesDataAge: true },
  })
  return <SavedIds value={data}>{children}</SavedIds>
}

function toIds({ favorites }: { favorites: string[] }): ReadonlySet<string> {
  return new Set(favorites)
}
