import { useSyncExternalStore } from 'react'
import { type ConnectionProblem, connection } from './connection.ts'

/**
 * The sentence for each connection problem. Pages show the sentence where data is missing because
 * of the problem.
 */
export const PROBLEM_SENTENCES: Record<ConnectionProblem, string> = {
  offline: "You're offline.",
  portal: 'Sign in to the Wi-Fi.',
  down: "Engawa isn't working right now.",
  unreachable: "Can't reach Engawa.",
  slow: "Engawa hasn't answered yet.",
}

/** The reason why newer data is not available. Undefined if there is no problem. */
export function useConnectionProblem() {
  return useSyncExternalStore(connection.watch, connection.problem, () => undefined)
}
