import { createStore } from '#client/browser/listeners.ts'

const drafts = createStore<readonly string[]>([])
const keyOf = (record: string, field: string) => `${record} ${field}`

/**
 * The text fields of this page whose text the person is typing now. Until the next pause, the text
 * is only in memory, so the page must not say that the notes are saved.
 */
export const unsavedDrafts = {
  add(record: string, field: string) {
    const key = keyOf(record, field)
    if (!drafts.current().includes(key)) drafts.set([...drafts.current(), key])
  },

  remove(record: string, field: string) {
    const key = keyOf(record, field)
    if (drafts.current().includes(key))
      drafts.set(drafts.current().filter((draft) => draft !== key))
  },

  areIn: (record: string) => drafts.current().some((draft) => draft.startsWith(keyOf(record, ''))),

  watch: drafts.watch,
}
