import { reduceChanges } from '#client/outbox/outbox-store.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import type { KitEdit } from './unsent-kit.ts'

/**
 * Deletes the sent edits from the outbox, and removes the request with its token from the unsent
 * edits. Rejects if storage is broken.
 */
export function reduceKitOutbox() {
  return reduceChanges<KitEdit>(KIT_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}
