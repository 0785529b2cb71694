/**
 * Names shared by pages and the service worker. The names for photos are in photos/photo-caches.ts.
 * Never change a text, because a page and a worker of different builds exchange it.
 */

/**
 * Message from the page that tells the waiting worker to activate, because the person accepted the
 * update.
 */
export const SKIP_WAITING = 'SKIP_WAITING'

/**
 * Message that asks the worker whether it is of the same build as `file`. The worker answers on the
 * message's port.
 */
export const CHECK_BUILD = 'KEEPS'

/**
 * Message from the page that tells the worker that the connection is lost. The worker then aborts
 * hanging photo downloads.
 */
export const ABORT_STALLED_PHOTOS = 'give-up-silent-photos'

/**
 * Message from the page that tells the worker to cache the files of the map for offline use. With
 * `withStreets`, the worker also caches the code that draws streets.
 */
export const CACHE_MAP = 'keep-map'

/**
 * The names of the two outboxes: one for favorites and one for the field kit. The lock, the channel
 * and the Background Sync tag of an outbox have the same name. The name of its database begins with
 * `engawa-`.
 */
export const OUTBOX = 'outbox'
export const KIT_OUTBOX = 'kit-outbox'
