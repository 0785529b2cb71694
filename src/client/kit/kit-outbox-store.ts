import { stripChanges } from '#client/outbox/outbox-store.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import type { KitEdit } from './unsent-kit.ts'

/**
 * Deletes the sent edits from the outbox. Removes the request, which contains the token, from each
 * unsent edit. Rejects if storage is broken.
 */
export function stripKitOutbox() {
  return stripChanges<KitEdit>(KIT_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}
