export interface ListingLink {
  id: string
  /**
   * With the key, the server does not rate-limit the link. Links made before keys existed have
   * none.
   */
  key?: string | undefined
}

/** Path and query of the link by which people share a listing. */
export function sharedPath({ id, key }: ListingLink) {
  const path = `/listings?listing=${encodeURIComponent(id)}`
  return key ? `${path}&key=${key}` : path
}

/** Path and query of the page that shows only this listing. */
export function housePath({ id, key }: ListingLink) {
  const path = `/listings/${encodeURIComponent(id)}`
  return key ? `${path}?key=${key}` : path
}
