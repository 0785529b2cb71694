export interface ListingLink {
  id: string
  /**
   * Exempts the link from the rate limit. Old links have no key, because they were made before keys
   * existed.
   */
  key?: string | undefined
}

/** Path and query of a listing's link. */
export function sharedPath({ id, key }: ListingLink) {
  const path = `/listings?listing=${encodeURIComponent(id)}`
  return key ? `${path}&key=${key}` : path
}

/** Path and query of a listing's own page. */
export function housePath({ id, key }: ListingLink) {
  const path = `/listings/${encodeURIComponent(id)}`
  return key ? `${path}?key=${key}` : path
}
