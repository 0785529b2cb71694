/** The request timeout in pages and in the service worker. In milliseconds. */
export const REQUEST_TIMEOUT = 8_000
