/** The request timeout in pages and in the service worker. */
export const REQUEST_TIMEOUT_MS = 8_000
