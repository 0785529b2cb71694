/** Names shared by pages and the service worker. Those for photos are in photos/photo-caches.ts. */

/** The person has accepted the update: the waiting worker activates. */
export const SKIP_WAITING = 'SKIP_WAITING'

/** Asks whether the worker is of the same build as `file`. It answers on the message's port. */
export const KEEPS = 'KEEPS'

/** Message from the page to the worker: the connection is lost. */
export const GIVE_UP_SILENT_PHOTOS = 'give-up-silent-photos'

/** Message from the page to the worker: keep the files of the map for offline use. */
export const KEEP_MAP = 'keep-map'

/** The name of the outbox's lock, its channel and its Background Sync tag. */
export const OUTBOX = 'outbox'
