import { createJournal } from '#client/outbox/journal.ts'
import { chainOf, type KitEdit } from './unsent-kit.ts'

/**
 * Keeps each field's latest edit in local storage until IndexedDB has stored it. Without this, a
 * reload right after typing could lose the edit.
 */
export const kitJournal = createJournal<KitEdit>({ prefix: 'kit-unsent-', keyOf: chainOf })
