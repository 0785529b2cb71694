import { toListingSearch } from '#client/data/listing-search.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { readKeptAccount } from './early-account.ts'

/** A request sent before the app has loaded. */
interface Asked {
  authorization: string
  answer: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Document {
    /** Early requests that the app has not taken over yet, by address. */
    early?: Map<string, Asked>
  }
}

/**
 * Sends the first requests of a signed-in person before the app has loaded. Where an early request
 * is missing or differs, the app sends its own.
 */
export function askEarly() {
  const token = localStorage.getItem('token')
  if (!token) return
  // Hides the markup that the server rendered for visitors.
  document.documentElement.dataset.signedIn = ''
  const early = new Map<string, Asked>()
  document.early = early

  function ask(address: string) {
    const authorization = `Bearer ${token}`
    const controller = new AbortController()
    const { signal } = controller
    const answer = fetch(address, { headers: { authorization }, redirect: 'manual', signal })
    // Avoids an unhandled rejection. The app sees the error when it takes the request over.
    answer.catch(() => undefined)
    early.set(address, { authorization, answer, abort: (reason) => controller.abort(reason) })
  }

  ask('/v1/auth/me')
  // Without a persisted account, the app waits for this response before it asks for more.
  if (!hasListingAccess(readKeptAccount().data, new Date())) return
  const { pathname } = location
  if (pathname === '/listings' && isWrittenByUs()) ask(`/v1/listings${whichListings()}`)
  if (pathname === '/listings' || pathname === '/favorites') ask('/v1/favorites')
}

/** Whether the app wrote or shared this address. The server may refuse params typed by hand. */
function isWrittenByUs() {
  return history.state !== null || /^(\?listing=[\w-]+(&key=[\w-]+)?)?$/.test(location.search)
}

/** The API address after `/v1/listings`: the id of a single listing, or the search params. */
function whichListings() {
  // The values are all strings, which the API's address needs anyway.
  const params = Object.fromEntries(new URLSearchParams(location.search)) as ListingsParams
  if (params.listing) return `/${encodeURIComponent(params.listing)}`
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toListingSearch(params))) {
    if (value) search.set(name, String(value))
  }
  return `?${search}`.replace(/^\?$/, '')
}

/** The earliest time, by the device's clock, at which a request made now may have been sent. */
export function askedAt() {
  return document.early ? performance.timeOrigin : Date.now()
}

/** The pending early request for the same address, if any. The first caller gets it. */
export function takeEarly({ method, path, headers }: EndpointRequest, signal: AbortSignal) {
  // An early response may lack the change that this request makes.
  if (method !== 'GET') dropEarly()
  const asked = document.early?.get(path)
  if (!asked || asked.authorization !== headers.authorization || signal.aborted) return undefined
  document.early?.delete(path)
  signal.addEventListener('abort', () => asked.abort(signal.reason))
  return asked.answer
}

/** Aborts the remaining early requests. The app sends its own from now on. */
export function dropEarly() {
  for (const { abort } of document.early?.values() ?? []) abort(undefined)
  document.early = undefined
}
