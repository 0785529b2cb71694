export function titleId(listingId: string) {
  return `title-${listingId}`
}

/** The id of the section with a person's notes on a house, to which links lead. */
export function notesId(listingId: string) {
  return `notes-${listingId}`
}

/**
 * Names a control by its own text and the listing's title. Otherwise screen readers would give the
 * same name to the buttons of different listings.
 */
export function labelledByTitle(id: string, listingId: string) {
  return { id, 'aria-labelledby': `${id} ${titleId(listingId)}` }
}
