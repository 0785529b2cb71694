import { createListeners } from '#client/browser/listeners.ts'

/** The notes on a house, in short. */
export interface NoteLine {
  /** The line on its card. */
  line: string
  /** All texts, in lower case, for searching. */
  text: string
}

let lines: ReadonlyMap<string, NoteLine> = new Map()
const listeners = createListeners()

/**
 * The notes of all houses in short, by the listings' ids. The code that reads them loads after the
 * cards that show them.
 */
export const noteLines = {
  all: () => lines,
  set(next: ReadonlyMap<string, NoteLine>) {
    lines = next
    listeners.tell()
  },
  watch: listeners.watch,
}
