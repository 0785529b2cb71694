import { createStore } from '#client/browser/listeners.ts'

/** A summary of the notes on one house. */
export interface NoteLine {
  line: string
  /** All texts of the notes, each on a new line, for searching. */
  text: string
}

/**
 * A summary of the notes on each house, by listing id. The map is empty until the code that reads
 * the notes has loaded. This code loads after the cards, so that it does not delay the cards.
 */
export const noteLines = createStore<ReadonlyMap<string, NoteLine>>(new Map())
