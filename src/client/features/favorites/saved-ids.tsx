import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import { favoritesQuery } from '#client/data/favorites.ts'

const NONE: ReadonlySet<string> = new Set()

/** The listings that the server has as favorites. */
export const SavedIds = createContext<ReadonlySet<string>>(NONE)

/** Asks once which listings are favorites, however many hearts are below. */
export function SavedIdsProvider({ children }: { children: ReactNode }) {
  const { data = NONE } = useQuery({
    ...favoritesQuery,
    select: toIds,
    // What a heart says of a house makes nothing old that is read of it.
    meta: { ...favoritesQuery.meta, isUnseen: true },
  })
  return <SavedIds value={data}>{children}</SavedIds>
}

function toIds({ favorites }: { favorites: string[] }): ReadonlySet<string> {
  return new Set(favorites)
}
