import { createJournal } from '#client/outbox/journal.ts'
import { chainOf, type KitEdit } from './unsent-kit.ts'

/** Keeps the latest edit of each field in local storage until IndexedDB has stored it. */
export const kitJournal = createJournal<KitEdit>({ prefix: 'kit-unsent-', keyOf: chainOf })
