import { reduceChanges } from '#client/outbox/outbox-store.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import type { KitEdit } from './unsent-kit.ts'

/** Leaves of unsent edits no token and nothing that is sent. Rejects if storage is broken. */
export function reduceKitOutbox() {
  return reduceChanges<KitEdit>(KIT_OUTBOX, ({ request: _, outcome, answer: __, ...edit }) =>
    outcome === 'sent' ? [] : [edit],
  )
}
