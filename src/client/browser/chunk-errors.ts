const failures = new WeakSet<object>()
/**
 * Stylesheets that failed to load. Vite requests each stylesheet only once per page, so
 * `retryChunks` must load them again.
 */
const missingStyles = new Set<string>()

/** Starts to record which errors mean that a lazy chunk failed to load. */
export function watchChunkErrors() {
  addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    const [, stylesheet] = payload.message.match(/CSS for (\S+)$/) ?? []
    if (stylesheet) missingStyles.add(stylesheet)
    // Change the message, because the router would recognise the original message and reload the
    // page, even offline.
    payload.message = `Code is missing: ${payload.message}`
  })
}

export function isChunkError(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/**
 * Imports a module again after its first import failed with `error`. Adds a query to the address,
 * because Chromium remembers a failed import of an address. The build must put the module into a
 * chunk of its own, because a chunk of several modules may rename their exports.
 * @throws `error` if it names no address, or the error of the second import.
 */
export async function importAgain<T>(error: unknown): Promise<T> {
  const [address] = String(error).match(/https?:\S+\.js/) ?? []
  if (!address) throw error
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`)
}

/**
 * Loads the missing stylesheets. Calls `retry` only if all have loaded, so that no page appears
 * unstyled.
 */
export async function retryChunks(retry: () => void) {
  await Promise.all([...missingStyles].map(loadStyle))
  if (missingStyles.size === 0) retry()
}

async function loadStyle(address: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: address })
  document.head.append(link)
  await new Promise((resolve) => {
    link.addEventListener('load', () => resolve(missingStyles.delete(address)))
    link.addEventListener('error', () => resolve(link.remove()))
  })
}
