/** The fields of all notes of one account, such as fifty fields of each of 1,000 houses. */
export const MAX_KIT_FIELDS = 50_000
/** The values of all fields of one account, as JSON. */
export const MAX_KIT_BYTES = 20_000_000
/** The former values of one field that are kept. */
export const MAX_KIT_HISTORY = 30
/** The former values of all fields of one account, as JSON. */
export const MAX_KIT_HISTORY_BYTES = 40_000_000
/** The changes of one request, so that the JSON stays within the parts that the server reads. */
export const MAX_KIT_CHANGES = 20
/** The JSON of one request's changes. The server reads a little more. */
export const MAX_KIT_REQUEST_BYTES = 60_000
/** The fields of one response. */
export const KIT_PAGE_SIZE = 500
/** How many earlier changes a change may list as seen by its author. */
export const MAX_KIT_SEEN = 10
