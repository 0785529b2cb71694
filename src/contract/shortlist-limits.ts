/** The maximum number of houses on a shared shortlist. The server refuses to add more. */
export const MAX_SHORTLIST_HOUSES = 100
export const INVITATION_DAYS = 7
/**
 * The maximum number of people without a subscription who can join one owner's shortlist within a
 * year. Each of these people can store photos, and keeps the photos after leaving.
 */
export const MAX_GUESTS_A_YEAR = 5
/** The interval at which screens poll for the other person's changes, in milliseconds. */
export const SHORTLIST_REFRESH_MS = 10_000
export const INVITATION_TOKEN = /^[\w-]{43}$/
/** The version of a partner's notes on a house: an MD5 digest in hexadecimal. */
export const NOTES_VERSION = /^[\da-f]{32}$/
/**
 * The fields of a person's notes that a partner may see, as patterns of SQL's `like`. A field that
 * names a photo also lets the partner see the photo. The pin is not shared, because it shows where
 * the person stood.
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
