import type { QueryClient } from '@tanstack/react-query'

/** The keys of all queries whose data contains listings or changes of listings. */
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

/** Invalidates every query whose data may contain the changed listing. */
export function invalidateListings(client: QueryClient) {
  for (const name of AFFECTED) void client.invalidateQueries({ queryKey: [name] })
}
