import { wait } from './wait.ts'

/** After this many milliseconds the browser's storage counts as broken. */
const TIMEOUT = 2_000

/** Local storage, or null where it cannot be used: browsers that block it throw at its mere mention. */
export function withStorage<T>(use: (storage: Storage) => T) {
  return orNull(() => use(localStorage))
}

/** The same for what is stored for this tab alone. */
export function withTabStorage<T>(use: (storage: Storage) => T) {
  return orNull(() => use(sessionStorage))
}

function orNull<T>(run: () => T) {
  try {
    return run()
  } catch {
    return null
  }
}

/** Resolves with undefined when `use` fails or hangs, as databases do in some browsers. */
export async function attempt<T>(use: () => Promise<T>, patience = TIMEOUT) {
  const { elapsed, stop } = wait(patience)
  try {
    return await Promise.race([use(), elapsed])
  } catch {
    return undefined
  } finally {
    stop()
  }
}
