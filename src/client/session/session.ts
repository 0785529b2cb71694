import { createListeners } from '#client/browser/listeners.ts'
import { withCookies, withStorage } from '#client/browser/storage.ts'
import { SIGNED_IN_COOKIE } from '#contract/signed-in-cookie.ts'
import { revocationTokens } from './revocation-tokens.ts'
import { tokenPrefixOf } from './token-prefix.ts'

const KEY = 'token'
const LEGACY_KEY = 'access_token'
const TOKEN = /^[\w-]+$/

const listeners = createListeners<[ended: string | null]>()

/** Holds the token if the browser blocks storage. This copy is lost when the page closes. */
let unstored: string | null = null

/** The owner of the token, as last reported by the server. */
let owner: { token: string; userId: string } | undefined

/** Whether our server has ended the last session of this page. */
let wasRefused = false

/** The token that this page found at its last check. Null if there was no token. */
let seen: string | null = null

/**
 * Manages the bearer token of the signed-in person. The token is in local storage, so all tabs
 * share it.
 */
export const session = {
  token() {
    const stored = withStorage((storage) => storage.getItem(KEY)) ?? unstored
    // Ignore a token that our server did not issue. Such a token may contain characters that a
    // header forbids.
    return stored !== null && TOKEN.test(stored) ? stored : null
  },

  /** Identifies this session, but does not grant access. Null without a session. */
  tokenPrefix() {
    const token = session.token()
    return token === null ? null : tokenPrefixOf(token)
  },

  /** The id of the session's user. Undefined until the server has reported it. */
  userId() {
    return owner?.token === session.token() ? owner?.userId : undefined
  },

  identify(token: string, userId: string) {
    owner = { token, userId }
  },

  /** `revocationToken` is a code that can end the session on the server and do nothing else. */
  start(token: string, revocationToken?: string) {
    wasRefused = false
    unstored = token
    withStorage((storage) => {
      storage.setItem(KEY, token)
      unstored = null
      if (revocationToken !== undefined) revocationTokens.start(revocationToken)
    })
    seen = token
  },

  /** Ends the session of `token`, if that session is still the current one. */
  end(token: string | null, { isRefused = false } = {}) {
    if (token === null || token !== session.token()) return
    wasRefused = isRefused
    unstored = null
    withStorage((storage) => storage.removeItem(KEY))
    withCookies((page) => {
      page.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
    })
    revocationTokens.queue()
    checkToken()
  },

  /** Whether the browser blocks storage, so that the session ends when the page closes. */
  isUnstored: () => unstored !== null,

  /** Whether our server, and not the person, ended this page's last session. */
  wasRefused: () => wasRefused,

  /**
   * Whether the browser has deleted the storage of a person who did not sign out. Some browsers do
   * this after weeks without a visit, or when the device is full.
   */
  wasEvicted: () =>
    session.token() === null &&
    (withCookies((page) => page.cookie) ?? '')
      .split('; ')
      .some((cookie) => cookie.startsWith(`${SIGNED_IN_COOKIE}=`)),

  /** Removes a token that an older version stored under another key. */
  removeLegacy() {
    withStorage((storage) => storage.removeItem(LEGACY_KEY))
  },

  /**
   * Calls `listener` when the session has ended, or when another tab has started a session. `ended`
   * identifies the previous session, or is null if there was none. Returns the unsubscribe
   * function.
   */
  watch(listener: (ended: string | null) => void) {
    seen = session.token()
    const stop = listeners.watch(listener)
    addEventListener('storage', checkToken)
    // Check the token again, because a page from the back/forward cache has missed `storage`
    // events.
    addEventListener('pageshow', checkToken)
    return () => {
      stop()
      removeEventListener('storage', checkToken)
      removeEventListener('pageshow', checkToken)
    }
  },
}

function checkToken() {
  const token = session.token()
  if (token === seen) return
  const ended = seen === null ? null : tokenPrefixOf(seen)
  seen = token
  if (owner?.token !== token) owner = undefined
  listeners.tell(ended)
}
