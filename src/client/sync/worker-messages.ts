/** Names shared by pages and the service worker. Those for photos are in photos/photo-caches.ts. */

/** The person has accepted the update: the waiting worker activates. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Asks whether the worker is of the same build as `file`. It answers on the message's port. */
export const KEEPS = 'KEEPS'

/** Message from the page to the worker: the connection is lost. */
export const GIVE_UP_SILENT_PHOTOS = 'give-up-silent-photos'

/**
 * Message from the page to the worker: keep the files of the map for offline use, and with
 * `withStreets` also the code that draws streets.
 */
export const KEEP_MAP = 'keep-map'

/**
 * The names of the two outboxes, for favorites and for the field kit. An outbox uses its name for a
 * lock, a channel and a Background Sync tag, and with the prefix `engawa-` for a database.
 */
export const OUTBOX = 'outbox'
export const KIT_OUTBOX = 'kit-outbox'
