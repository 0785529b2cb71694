/** What a search asks of a sign or tag. A search without the code asks nothing of it. */
export type MarkState = 'only' | 'without'

/** The prefix of a code that a search excludes, as in `kominka,-farmland-in-the-lot`. */
const WITHOUT = '-'

/**
 * Reads a filter such as `kominka,-farmland-in-the-lot` into the state of each sign or tag, by code.
 * Null if the filter both demands and excludes a code.
 */
export function readMarkStates(marks: string | undefined): Map<string, MarkState> | null {
  const states = new Map<string, MarkState>()
  for (const part of marks?.split(',') ?? []) {
    const text = part.trim()
    const state = text.startsWith(WITHOUT) ? 'without' : 'only'
    const code = state === 'without' ? text.slice(WITHOUT.length) : text
    if ((states.get(code) ?? state) !== state) return null
    states.set(code, state)
  }
  return states
}

/** Writes states in the form that {@link readMarkStates} reads. */
export function writeMarkStates(states: ReadonlyMap<string, MarkState>) {
  return [...states].map(([code, state]) => (state === 'without' ? WITHOUT : '') + code).join()
}

/** The name on the screen for a code of `SIGNS` or `TAGS`: `by-the-sea` → `By the sea`. */
export function markName(code: string) {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
}
