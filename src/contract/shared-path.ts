export interface ListingLink {
  id: string
  /** Opens the link as often as anybody likes. Links from before there were keys have none. */
  key?: string | undefined
}

/** The path and query of the link to a listing. */
export function sharedPath({ id, key }: ListingLink) {
  const path = `/listings?listing=${encodeURIComponent(id)}`
  return key ? `${path}&key=${key}` : path
}
