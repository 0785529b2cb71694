import { shareKey } from '#client/data/parse-search.ts'
import type { ListingLink } from '#contract/shared-path.ts'

interface Location {
  pathname: string
  search: object
}

/**
 * The listing that the link at this location leads to, if it is one. The id is as it stands in the
 * link, which may have been cut short or made up.
 */
export function findLinked({ pathname, search }: Location): ListingLink | undefined {
  if (pathname !== '/listings') return undefined
  const { listing, key }: { listing?: unknown; key?: unknown } = search
  if (listing === undefined || listing === '') return undefined
  return { id: String(listing), key: shareKey(key) }
}
