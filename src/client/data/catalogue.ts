import type { QueryClient } from '@tanstack/react-query'

/** The keys of all queries that show listings or changes of listings. */
const AFFECTED = [
  'inventory',
  'listings',
  'listing',
  'cities',
  'mark-counts',
  'draft-mark-counts',
  'place-counts',
  'favorites',
  'free-listings',
  'overview',
  'audit',
]

/** Invalidates every query that may show the changed listing. */
export function invalidateListings(client: QueryClient) {
  for (const name of AFFECTED) void client.invalidateQueries({ queryKey: [name] })
}
