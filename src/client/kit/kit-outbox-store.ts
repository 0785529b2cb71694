import { stripChanges } from '#client/outbox/outbox-store.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import type { KitEdit } from './unsent-kit.ts'

/**
 * Deletes the sent edits from the outbox. Keeps the unsent edits, but removes their stored
 * requests, which contain the token. Rejects if storage is broken.
 */
export function stripKitOutbox() {
  return stripChanges<KitEdit>(KIT_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}
