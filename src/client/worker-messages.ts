/** What pages say to their worker of versions; what they say of photos is in photos/photo-caches.ts. */

/** Somebody has agreed to the version that waits: it takes over. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Asks whether the worker is of the same build as `file`: it answers through the port that comes along. */
export const KEEPS = 'KEEPS'
