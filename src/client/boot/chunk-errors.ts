import { withTabStorage } from '#client/browser/storage.ts'
import { unsent } from '#client/outbox/unsent.ts'
import { connection } from '#client/sync/connection.ts'

/** The key in session storage for the failed chunks that this tab has reloaded for. */
const KEY = 'started-anew-for'

const failures = new WeakSet<object>()
/** Stylesheets that failed to load. Vite requests each only once per page. */
const missingStyles = new Set<string>()

/** Records from now on which errors mean that a lazy chunk failed to load. */
export function noteMissingCode() {
  addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    const [, stylesheet] = payload.message.match(/CSS for (\S+)$/) ?? []
    if (stylesheet) missingStyles.add(stylesheet)
    // The router recognises the original message and would reload the page even when offline.
    payload.message = `Code is missing: ${payload.message}`
  })
}

export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/**
 * Reloads the page when a chunk is missing although the server answers: the server has a new build.
 * Reloads once per chunk, to avoid a loop, and never while favorites are unsent. Resolves when the
 * page can only report the error.
 */
export async function startAnewFor({ message }: Error) {
  const wasOnline = connection.isOnline()
  if (!(await connection.probe())) return connection.lost()
  // The network has just returned, so a retry may load the same chunk.
  if (!wasOnline || unsent.all().length > 0 || !isFirstTime(message)) return
  location.reload()
  // Wait for the reload.
  await new Promise(() => undefined)
}

/** Loads the missing stylesheets. Calls `retry` only if all have loaded: no page is unstyled. */
export async function tryAgain(retry: () => void) {
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

/** Returns null without session storage. The page then never reloads, so it cannot loop. */
function isFirstTime(what: string) {
  return withTabStorage((storage) => {
    const seen = storage.getItem(KEY)?.split('\n') ?? []
    storage.setItem(KEY, [...seen, what].join('\n'))
    return !seen.includes(what)
  })
}
