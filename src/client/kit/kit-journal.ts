import { createJournal } from '#client/outbox/journal.ts'
import { chainOf, type KitEdit } from './unsent-kit.ts'

/** The latest edit of each field, in local storage until IndexedDB has it. */
export const kitJournal = createJournal<KitEdit>({ prefix: 'kit-unsent-', keyOf: chainOf })
