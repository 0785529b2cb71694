/** Names shared by pages and the service worker. Those for photos are in photos/photo-caches.ts. */

/** The person has accepted the update: the waiting worker activates. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Asks whether the worker is of the same build as `file`. It answers on the message's port. */
export const KEEPS = 'KEEPS'

/** Message from the page to the worker: the connection is lost. */
export const GIVE_UP_SILENT_PHOTOS = 'give-up-silent-photos'

/** Message from the page to the worker: keep the files of the map for offline use. */
export const KEEP_MAP = 'keep-map'

/**
 * The names of the outboxes: one for favorites, one for notes. The lock, the channel and the
 * Background Sync tag of an outbox have its name. The name of its database starts with `engawa-`.
 */
export const OUTBOX = 'outbox'
export const KIT_OUTBOX = 'kit-outbox'
