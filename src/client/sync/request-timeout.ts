/** After this many milliseconds a request counts as unanswered, in pages as in their worker. */
export const REQUEST_TIMEOUT = 8_000
