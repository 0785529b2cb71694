interface Location {
  pathname: string
  search: object
}

/**
 * The id of a listing, if the location is what the link to one leads to. As it stands in the link,
 * which may have been cut short or made up.
 */
export function findLinked({ pathname, search }: Location) {
  if (pathname !== '/listings' || !('listing' in search)) return undefined
  const { listing } = search
  return listing === undefined || listing === '' ? undefined : String(listing)
}
