import { connection } from './connection.ts'
import { unsent } from './unsent.ts'

/** What code the page was started anew for, in the session storage of the tab. */
const KEY = 'started-anew-for'

const failures = new WeakSet<object>()
/** A stylesheet is asked for only once in the life of a page, which is drawn without it from then on. */
let isStyleMissing = false

/** Notes, from now on, which errors mean that code which is loaded later did not come. */
export function noteMissingCode() {
  addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    isStyleMissing ||= payload.message.includes('CSS')
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

/** Tries again what failed, by `retry` where that is enough. */
export async function tryAgain(retry: () => void) {
  if (!isStyleMissing || unsent.all().length > 0) return retry()
  if (await connection.probe()) location.reload()
}

/** Where the tab cannot remember it, no time counts as the first. */
function isFirstTime(what: string) {
  try {
    const seen = sessionStorage.getItem(KEY)?.split('\n') ?? []
    sessionStorage.setItem(KEY, [...seen, what].join('\n'))
    return !seen.includes(what)
  } catch {
    return false
  }
}
