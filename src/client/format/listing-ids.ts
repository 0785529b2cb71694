/** The id of the element that names a listing on a page of several: what belongs to it refers to it. */
export function titleId(listingId: string) {
  return `title-${listingId}`
}

/** Names an action after itself and the listing it is for, where a page has the same for several. */
export function namedAfter(id: string, listingId: string) {
  return { id, 'aria-labelledby': `${id} ${titleId(listingId)}` }
}
