import { createStore } from '#client/browser/listeners.ts'
import type { Stage } from '#client/outbox/outbox.ts'

/** The stage of each edit of this page, such as stored or refused, by edit id. */
const stages = new Map<string, Stage | 'journaled'>()
const version = createStore(0)

export const kitStages = {
  /**
   * The stage `journaled` means that the edit is in local storage, so the edit is not lost when the
   * page closes.
   */
  set(id: string, stage: Stage | 'journaled') {
    // The outbox reports the stage `new` when it begins to store an edit in IndexedDB. An edit in
    // local storage is already safe, so its stage stays `journaled`.
    if (stage === 'new' && stages.get(id) === 'journaled') return
    if (stage === 'settled') stages.delete(id)
    else stages.set(id, stage)
    version.set(version.current() + 1)
  },

  /** Whether this device keeps the edit if the page closes now. */
  isSafe: (id: string) => stages.has(id) && stages.get(id) !== 'new',

  isRefused: (id: string) => stages.get(id) === 'refused',

  /** A number that rises whenever an edit's stage changes, so that components render again. */
  version: version.current,

  watch: version.watch,
}
