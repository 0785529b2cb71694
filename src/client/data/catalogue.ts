import type { QueryClient } from '@tanstack/react-query'
import { knownRevision } from '#client/catalogue/known-revision.ts'

/** The keys of all queries whose data contains listings or changes of listings. */
const AFFECTED = [
  'inventory',
  'listings',
  'listing',
  'cities',
  'mark-counts',
  'place-counts',
  'favorites',
  'free-listings',
  'overview',
  'audit',
]

/** Invalidates every query whose data may contain the changed listing. */
export function invalidateListings(client: QueryClient) {
  // The catalogue on this device lacks the change, so the server has to answer.
  knownRevision.forget()
  for (const name of AFFECTED) void client.invalidateQueries({ queryKey: [name] })
}
