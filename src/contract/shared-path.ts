export interface ListingLink {
  id: string
  /**
   * The server does not rate-limit requests for a listing's link if the key in the link is valid.
   * Links from the free preview have no key.
   */
  key?: string | undefined
}

/** The path and query of a listing's shared link. */
export function sharedPath({ id, key }: ListingLink) {
  const path = `/listings?listing=${encodeURIComponent(id)}`
  return key ? `${path}&key=${key}` : path
}

/** Path and query of the page that shows only this listing. */
export function housePath({ id, key }: ListingLink) {
  const path = `/listings/${encodeURIComponent(id)}`
  return key ? `${path}?key=${key}` : path
}
