/** The id of the element with a listing's title. The controls of the listing refer to this id. */
export function titleId(listingId: string) {
  return `title-${listingId}`
}

/** Names a control by its own text and the listing's title, so that equal buttons differ. */
export function labelledByTitle(id: string, listingId: string) {
  return { id, 'aria-labelledby': `${id} ${titleId(listingId)}` }
}
