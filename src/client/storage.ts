/** After this many milliseconds the browser's storage counts as broken. */
const TIMEOUT = 1_000

/** Local storage, or null where it cannot be used: browsers that block it throw at its mere mention. */
export function withStorage<T>(use: (storage: Storage) => T) {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}

/** Resolves with undefined when `use` fails or hangs, as databases do in some browsers. */
export async function attempt<T>(use: () => Promise<T>, patience = TIMEOUT) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  try {
    return await Promise.race([use(), timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
