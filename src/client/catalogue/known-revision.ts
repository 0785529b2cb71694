import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { wait } from '#client/browser/wait.ts'

/** How long the last revision of the server counts as its newest. Listings change rarely. */
const VALID_MS = 5 * MINUTE_MS

/** How long a page waits at its start for the newest revision of the server. */
const WAIT_MS = 3_000

let heard = { revision: 0, at: 0 }
const waiting = new Set<() => void>()

/** The revision of the listings that the server has last reported. */
export const knownRevision = {
  hear(revision: number) {
    heard = { revision, at: Date.now() }
    for (const resolve of waiting) resolve()
    waiting.clear()
  },

  /** Resolves when the newest revision is known, or after a timeout. */
  async untilHeard() {
    if (isRecent()) return
    const { elapsed, stop } = wait(WAIT_MS)
    await Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), elapsed])
    stop()
  },

  /** This device has changed a house itself, so the server has a newer revision. */
  forget() {
    heard = { revision: 0, at: 0 }
  },

  /** Whether this revision is the newest one of the server. */
  isNewest: (revision: number) => heard.revision === revision && isRecent(),

  /** When the server last said that this revision is its newest, in milliseconds. 0 if never. */
  heardAt: (revision: number) => (heard.revision === revision ? heard.at : 0),
}

function isRecent() {
  return Math.abs(Date.now() - heard.at) < VALID_MS
}
