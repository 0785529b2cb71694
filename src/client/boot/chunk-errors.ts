import { withTabStorage } from '#client/browser/storage.ts'
import { unsent } from '#client/outbox/unsent.ts'
import { connection } from '#client/sync/connection.ts'

/** What code the page was started anew for, in the session storage of the tab. */
const KEY = 'started-anew-for'

const failures = new WeakSet<object>()
/** The addresses of stylesheets that did not come: Vite asks for each only once in the life of a page. */
const missingStyles = new Set<string>()

/** Notes, from now on, which errors mean that code which is loaded later did not come. */
export function noteMissingCode() {
  addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    const [, stylesheet] = payload.message.match(/CSS for (\S+)$/) ?? []
    if (stylesheet) missingStyles.add(stylesheet)
    // By its own words the router would know it, and start the page anew even without a network.
    payload.message = `Code is missing: ${payload.message}`
  })
}

export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/**
 * Starts the page anew when code is missing although the server is there: it has another build by
 * now. Once for the same code, so as not to go round in circles; and not while a change of
 * favorites is unsent. Resolves when there is nothing to be done but to say so.
 */
export async function startAnewFor({ message }: Error) {
  const wasOnline = connection.isOnline()
  if (!(await connection.probe())) return connection.lost()
  // With the network that has just returned, the same code may well come.
  if (!wasOnline || unsent.all().length > 0 || !isFirstTime(message)) return
  location.reload()
  // Nothing more happens here.
  await new Promise(() => undefined)
}

/** Tries again what failed by `retry`, once the stylesheets have come that it would do without. */
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

/** Where the tab cannot remember it, no time counts as the first. */
function isFirstTime(what: string) {
  return withTabStorage((storage) => {
    const seen = storage.getItem(KEY)?.split('\n') ?? []
    storage.setItem(KEY, [...seen, what].join('\n'))
    return !seen.includes(what)
  })
}
