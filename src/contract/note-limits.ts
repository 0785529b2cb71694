/**
 * The maximum number of fields in the notes of one account. It allows fifty fields for each of
 * 1,000 houses.
 */
export const MAX_NOTE_FIELDS = 50_000
/** The maximum size of the values of all fields of one account, as JSON. */
export const MAX_NOTE_BYTES = 20_000_000
/**
 * The maximum number of fields with a value in one record, such as the notes of one house. This is
 * enough for 800 photos with captions, and for remarks on 200 questions. A partner's screen loads
 * all shared fields of a house at once. Without this limit, the response could become too large.
 */
export const MAX_RECORD_FIELDS = 2_000
/** The maximum size of the values of one record's fields, as JSON. */
export const MAX_RECORD_BYTES = 1_000_000
/** How many former values of one field the server keeps. */
export const MAX_NOTE_HISTORY = 30
/** The maximum size of the former values of all fields of one account, as JSON. */
export const MAX_NOTE_HISTORY_BYTES = 40_000_000
/**
 * The maximum number of changes in one request. This limit keeps a request below the number of keys
 * and values that the server accepts in JSON.
 */
export const MAX_NOTE_CHANGES = 20
/**
 * The maximum size of one request's changes, as JSON. The server accepts slightly larger requests.
 */
export const MAX_NOTE_REQUEST_BYTES = 60_000
/** The maximum number of fields in one response. */
export const NOTES_PAGE_SIZE = 500
/**
 * The maximum length of `seen`, the list of earlier changes that the author of a change had seen.
 */
export const MAX_NOTE_SEEN = 10
