import { shareKey } from '#client/data/parse-search.ts'
import type { ListingLink } from '#contract/shared-path.ts'

interface Location {
  pathname: string
  search: object
}

/** The path of a house's own page. An id needs no URL escapes. */
const HOUSE_PAGE = /^\/listings\/([\w-]+)$/

/**
 * The listing of a shared link or of a house's own page. The id is not validated, and can be wrong
 * if the link was cut short or made up.
 */
export function findLinked({ pathname, search }: Location): ListingLink | undefined {
  const { listing, key }: { listing?: unknown; key?: unknown } = search
  const id = pathname === '/listings' ? listing : HOUSE_PAGE.exec(pathname)?.[1]
  if (id === undefined || id === '') return undefined
  return { id: String(id), key: shareKey(key) }
}
