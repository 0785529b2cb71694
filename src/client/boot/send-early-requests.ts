import type { EarlyRequest } from '#client/api/early-requests.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { toListingSearch } from '#client/data/listing-search.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'

/**
 * Sends the first requests of a signed-in person before the app has loaded. The app sends every
 * request that this function leaves out.
 */
export function sendEarlyRequests() {
  const token = localStorage.getItem('token')
  if (!token) return
  // Hide the markup that the server rendered for visitors.
  document.documentElement.dataset.signedIn = ''
  const early = new Map<string, EarlyRequest>()
  document.early = early

  function send(address: string) {
    const authorization = `Bearer ${token}`
    const sentAt = Date.now()
    const controller = new AbortController()
    const { signal } = controller
    const response = fetch(address, { headers: { authorization }, redirect: 'manual', signal })
    // Avoids an unhandled rejection. The app handles the error when it uses the early request.
    response.catch(() => undefined)
    const abort = (reason: unknown) => controller.abort(reason)
    early.set(address, { authorization, sentAt, response, abort })
  }

  send('/v1/auth/me')
  // Send more requests only if the account stored on this device has access to listings. For any
  // other account, the app first waits for the response from `/v1/auth/me`.
  if (!hasListingAccess(persistedAccount(), new Date())) return
  const { pathname } = location
  if (pathname === '/listings' && isAppUrl()) {
    const path = listingsPath()
    // Where the device answers searches, the app only asks which revision is the newest.
    const isOnDevice = !path.startsWith('/') && catalogueMark.isReady()
    send(isOnDevice ? '/v1/catalogue' : `/v1/listings${path}`)
  }
  if (pathname === '/listings' || pathname === '/favorites') send('/v1/favorites')
}

/** The persisted account, without validation. Throws if there is none. */
function persistedAccount(): Account {
  return JSON.parse(localStorage.account).clientState.queries[0].state.data
}

/**
 * Returns true if the app itself created this URL, or if the URL has the form of a share link. Any
 * other URL may contain parameters that were typed by hand. The server may refuse such parameters.
 */
function isAppUrl() {
  return history.state !== null || /^(\?listing=[\w-]+(&key=[\w-]+)?)?$/.test(location.search)
}

/** The API address after `/v1/listings`: the id of a single listing, or the search params. */
function listingsPath() {
  // All values are strings, even where the type says number. Strings are enough, because the values
  // are only written into a URL.
  const params = Object.fromEntries(new URLSearchParams(location.search)) as ListingsParams
  if (params.listing) return `/${encodeURIComponent(params.listing)}`
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toListingSearch(params))) {
    if (value) search.set(name, String(value))
  }
  return `?${search}`.replace(/^\?$/, '')
}
