import { createListeners } from '#client/browser/listeners.ts'
import { withStorage } from '#client/browser/storage.ts'
import { markOf } from './mark.ts'
import { receipts } from './receipts.ts'

const KEY = 'token'
const LEGACY_KEY = 'access_token'
const TOKEN = /^[\w-]+$/

const listeners = createListeners<[ended: string | null]>()

/** The token of a browser that stores nothing for us: it lasts as long as the page. */
let unstored: string | null = null

/** Whose token it was, when the server last said so. */
let owner: { token: string; userId: string } | undefined

/** Whether our server has ended the last session of this page. */
let wasRefused = false

/** The token as this page last saw it. */
let seen: string | null = null

/** The bearer token of the signed-in person, in local storage and so common to all tabs. */
export const session = {
  token() {
    const stored = withStorage((storage) => storage.getItem(KEY)) ?? unstored
    // What no server of ours has given out may not even fit into a header.
    return stored !== null && TOKEN.test(stored) ? stored : null
  },

  /** What tells this session from every other, and opens nothing; null without a session. */
  mark() {
    const token = session.token()
    return token === null ? null : markOf(token)
  },

  /** Whose session it is; undefined until the server has said so. */
  userId() {
    return owner?.token === session.token() ? owner?.userId : undefined
  },

  /** Notes what the server says: whose token it is. */
  identify(token: string, userId: string) {
    owner = { token, userId }
  },

  /** `receipt` is what can only end it. */
  start(token: string, receipt?: string) {
    wasRefused = false
    unstored = token
    withStorage((storage) => {
      storage.setItem(KEY, token)
      unstored = null
      if (receipt !== undefined) receipts.start(receipt)
    })
    seen = token
  },

  /** Ends the session of `token`, or does nothing when another has started since. */
  end(token: string | null, { isRefused = false } = {}) {
    if (token === null || token !== session.token()) return
    wasRefused = isRefused
    unstored = null
    withStorage((storage) => storage.removeItem(KEY))
    receipts.queue()
    look()
  },

  /** Whether the browser stores nothing, so that the session ends with the page. */
  isUnstored: () => unstored !== null,

  /** Whether it was our server, and nobody here, who ended the session that this page had. */
  wasRefused: () => wasRefused,

  /** Removes the token under the name it once had. */
  removeLegacy() {
    withStorage((storage) => storage.removeItem(LEGACY_KEY))
  },

  /**
   * Calls `listener` when the session has ended, or another has begun in another tab, with the mark
   * of the one that is over; null when there was none. Returns how to stop.
   */
  watch(listener: (ended: string | null) => void) {
    seen = session.token()
    const stop = listeners.watch(listener)
    addEventListener('storage', look)
    // A page that comes back from the back button was told of nothing meanwhile.
    addEventListener('pageshow', look)
    return () => {
      stop()
      removeEventListener('storage', look)
      removeEventListener('pageshow', look)
    }
  },
}

function look() {
  const token = session.token()
  if (token === seen) return
  const ended = seen === null ? null : markOf(seen)
  seen = token
  if (owner?.token !== token) owner = undefined
  listeners.tell(ended)
}
