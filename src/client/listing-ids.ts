/** The id of the element that names a listing on a page of several: what belongs to it refers to it. */
export function titleId(listingId: string) {
  return `title-${listingId}`
}
