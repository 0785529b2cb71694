import { toListingSearch } from '#client/data/listing-search.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { readKeptAccount } from './early-account.ts'

/** A request that was made before the app was there. */
interface Asked {
  authorization: string
  answer: Promise<Response>
  abort: (reason: unknown) => void
}

declare global {
  interface Document {
    /** What was asked for early and is not taken over yet, by address. */
    early?: Map<string, Asked>
  }
}

/**
 * Asks in the name of whoever is signed in for what the app will ask for first. Where nothing was
 * asked early, or not the same, the app asks itself.
 */
export function askEarly() {
  const token = localStorage.getItem('token')
  if (!token) return
  // What the server has drawn for visitors is not for them.
  document.documentElement.dataset.signedIn = ''
  const early = new Map<string, Asked>()
  document.early = early

  function ask(address: string) {
    const authorization = `Bearer ${token}`
    const controller = new AbortController()
    const { signal } = controller
    const answer = fetch(address, { headers: { authorization }, redirect: 'manual', signal })
    // Whoever takes it over sees why it fails.
    answer.catch(() => undefined)
    early.set(address, { authorization, answer, abort: (reason) => controller.abort(reason) })
  }

  ask('/v1/auth/me')
  // Without an account that was kept, the app waits for that answer.
  if (!hasListingAccess(readKeptAccount().data, new Date())) return
  const { pathname } = location
  if (pathname === '/listings' && isWrittenByUs()) ask(`/v1/listings${whichListings()}`)
  if (pathname === '/listings' || pathname === '/favorites') ask('/v1/favorites')
}

/** Whether the app has written this address, or shares such: one that a hand wrote may be refused. */
function isWrittenByUs() {
  return history.state !== null || /^(\?listing=[\w-]+(&key=[\w-]+)?)?$/.test(location.search)
}

/** Behind the path of the listings: the one that the address of the page names, or its search. */
function whichListings() {
  // As texts, which is what they become in the address of the API.
  const params = Object.fromEntries(new URLSearchParams(location.search)) as ListingsParams
  if (params.listing) return `/${encodeURIComponent(params.listing)}`
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toListingSearch(params))) {
    if (value) search.set(name, String(value))
  }
  return `?${search}`.replace(/^\?$/, '')
}

/** Since when, by the device's clock, a request that is made now may have been on its way. */
export function askedAt() {
  return document.early ? performance.timeOrigin : Date.now()
}

/** What is on its way to a request because it was made early; for the first who asks. */
export function takeEarly({ method, path, headers }: EndpointRequest, signal: AbortSignal) {
  // What is about to change may be what an early answer speaks of.
  if (method !== 'GET') dropEarly()
  const asked = document.early?.get(path)
  if (!asked || asked.authorization !== headers.authorization || signal.aborted) return undefined
  document.early?.delete(path)
  signal.addEventListener('abort', () => asked.abort(signal.reason))
  return asked.answer
}

/** From now on everything is asked for anew. */
export function dropEarly() {
  for (const { abort } of document.early?.values() ?? []) abort(undefined)
  document.early = undefined
}
