import { shareKey } from '#client/data/parse-search.ts'
import type { ListingLink } from '#contract/shared-path.ts'

interface Location {
  pathname: string
  search: object
}

/**
 * The listing that a link to this location names, if any. Its id is unchecked: links get cut short
 * or made up.
 */
export function findLinked({ pathname, search }: Location): ListingLink | undefined {
  if (pathname !== '/listings') return undefined
  const { listing, key }: { listing?: unknown; key?: unknown } = search
  if (listing === undefined || listing === '') return undefined
  return { id: String(listing), key: shareKey(key) }
}
