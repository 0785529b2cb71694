import { createListeners } from '#client/browser/listeners.ts'

/** The summary of the notes on one house. */
export interface NoteLine {
  /** The line that the card of the house shows. */
  line: string
  /** All texts, in lower case, for searching. */
  text: string
}

let lines: ReadonlyMap<string, NoteLine> = new Map()
const listeners = createListeners()

/**
 * The summaries of the notes on all houses, by the ids of the listings. The cards load before the
 * code that reads notes, so they read the summaries from here.
 */
export const noteLines = {
  all: () => lines,
  set(next: ReadonlyMap<string, NoteLine>) {
    lines = next
    listeners.tell()
  },
  watch: listeners.watch,
}
