import { wait } from './wait.ts'

/** The timeout for the browser's storage. Storage that does not answer in time counts as broken. */
const STORAGE_TIMEOUT_MS = 2_000

/**
 * Runs `use` on local storage. Returns null if storage is blocked, because even reading
 * `localStorage` may throw.
 */
export function withStorage<T>(use: (storage: Storage) => T) {
  return orNull(() => use(localStorage))
}

/** Like `withStorage`, but for session storage, which belongs to one tab. */
export function withTabStorage<T>(use: (storage: Storage) => T) {
  return orNull(() => use(sessionStorage))
}

/** Like `withStorage`, but for the cookies. */
export function withCookies<T>(use: (page: Pick<Document, 'cookie'>) => T) {
  return orNull(() => use(document))
}

function orNull<T>(run: () => T) {
  try {
    return run()
  } catch {
    return null
  }
}

/**
 * Resolves with undefined when `use` fails or times out. The timeout is needed because databases
 * hang in some browsers.
 */
export async function attempt<T>(use: () => Promise<T>, timeoutMs = STORAGE_TIMEOUT_MS) {
  const { elapsed, stop } = wait(timeoutMs)
  try {
    return await Promise.race([use(), elapsed])
  } catch {
    return undefined
  } finally {
    stop()
  }
}
