import { useSyncExternalStore } from 'react'
import { connection, type Trouble } from './connection.ts'

/**
 * The sentence for each connection problem. Pages show the sentence where data is missing because
 * of the problem.
 */
export const TROUBLE_SENTENCES: Record<Trouble, string> = {
  offline: "You're offline.",
  portal: 'Sign in to the Wi-Fi.',
  down: "Engawa isn't working right now.",
  unreachable: "Can't reach Engawa.",
  slow: 'The connection is slow.',
}

/** The reason why newer data is not available. Undefined if there is no problem. */
export function useTrouble() {
  return useSyncExternalStore(connection.watch, connection.trouble, () => undefined)
}
