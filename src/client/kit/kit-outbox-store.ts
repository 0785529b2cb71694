import { reduceChanges } from '#client/outbox/outbox-store.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import type { KitEdit } from './unsent-kit.ts'

/**
 * Reduces the outbox: removes the token and all edits that are sent already. Rejects if storage is
 * broken.
 */
export function reduceKitOutbox() {
  return reduceChanges<KitEdit>(KIT_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}
