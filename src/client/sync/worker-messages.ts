/**
 * Names shared by pages and the service worker. The names for photos are in photos/photo-caches.ts.
 * Never change the value of a name. A page and a worker can be of different builds, and would then
 * no longer understand each other's messages.
 */

/**
 * Tells the waiting service worker to activate. A page sends this message when the person accepts
 * the update. The active worker sends this message when the app starts.
 */
export const SKIP_WAITING = 'SKIP_WAITING'

/**
 * Message that asks the service worker whether it is of the same build as `file`. The worker
 * answers on the message's port.
 */
export const CHECK_BUILD = 'KEEPS'

/**
 * A page sends this message when the connection is lost. The service worker then aborts hanging
 * photo downloads.
 */
export const ABORT_STALLED_PHOTOS = 'give-up-silent-photos'

/**
 * Message of the service worker that asks a page to open a path, after a click on a notification. The
 * page confirms it on the message's port.
 */
export const OPEN_PATH = 'open-path'

/**
 * The names of the two outboxes: one for favorites and one for the notes (texts, own photos,
 * pins and the viewing plan). The lock, the channel and the Background Sync tag of an outbox have
 * the same name. The name of its database begins with `engawa-`.
 */
export const OUTBOX = 'outbox'
export const NOTES_OUTBOX = 'notes-outbox'
