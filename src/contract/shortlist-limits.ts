/** The maximum number of houses on a shared shortlist. */
export const MAX_SHORTLIST_HOUSES = 100
export const INVITATION_DAYS = 7
/** The polling interval for the other person's changes, in milliseconds. */
export const SHORTLIST_REFRESH_MS = 10_000
/** An invitation's token in base64url. */
export const INVITATION_TOKEN = /^[\w-]{43}$/
/**
 * The fields of a person's notes that a partner may see, as patterns of SQL's `like`. If a partner
 * may see a field that names an own photo, the partner may also see the picture. The pin is not
 * among these fields, because it shows where the person stood.
 */
export const SHARED_FIELDS: readonly string[] = [
  'status',
  'verdict',
  'note',
  'rating.%',
  'check.%',
  'told.%',
  'photo.%',
]
