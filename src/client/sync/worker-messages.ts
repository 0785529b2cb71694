/** What pages and their worker call things between them; those of photos are in photos/photo-caches.ts. */

/** Somebody has agreed to the version that waits: it takes over. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Asks whether the worker is of the same build as `file`: it answers through the port that comes along. */
export const KEEPS = 'KEEPS'

/** The message with which the page tells the worker that the connection is lost. */
export const GIVE_UP_SILENT_PHOTOS = 'give-up-silent-photos'

/** What both call the outbox: the lock of who sends, their channel, the tag of Background Sync. */
export const OUTBOX = 'outbox'
