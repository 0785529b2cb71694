import type { QueryClient } from '@tanstack/react-query'

/** Where listings are shown, and what was done to them, to administrators or to everybody. */
const AFFECTED = [
  'inventory',
  'listings',
  'listing',
  'cities',
  'favorites',
  'free-listings',
  'overview',
  'audit',
]

/** Asks anew for whatever may show a listing that an administrator has changed. */
export function askForListingsAgain(client: QueryClient) {
  for (const name of AFFECTED) void client.invalidateQueries({ queryKey: [name] })
}
