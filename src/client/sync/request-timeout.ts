/** Pages and the service worker abort a request after this time, because browsers never do. */
export const REQUEST_TIMEOUT_MS = 8_000
