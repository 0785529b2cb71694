import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ParsedLocation, RegisteredRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { freeListingsQuery } from '#client/data/listings.ts'
import { sharedListingQuery } from '#client/data/sharing.ts'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import { session } from '#client/session/session.ts'
import { sharedPath } from '#contract/shared-path.ts'

/** From what the server has drawn the page in `#drawn`. It has the build of this script. */
interface Served {
  /** Of the query with the `shownKey` of the page; none where the page shows no answer. */
  answer?: unknown
}

/** The id of the element that holds it, as JSON. */
const PLACE = 'served'

/** The key of the query whose answer the page at a location shows to visitors. */
export function shownKey(location: ParsedLocation): QueryKey {
  const linked = findLinked(location)
  return linked ? sharedListingQuery(linked).queryKey : freeListingsQuery.queryKey
}

/**
 * What the server has drawn, if this is a page of its making as a visitor sees it first; null where
 * the browser knows more: who is signed in, or what was open when the page was left.
 */
export function readServed(): Served | null {
  const text = document.getElementById(PLACE)?.textContent
  if (!text || session.token() !== null || history.state !== null) return null
  return JSON.parse(text)
}

/**
 * Leaves in the address what the page was drawn by: other sites add to links what they count visits
 * by, and what is drawn here would not be the same.
 */
export function tidyAddress() {
  const linked = findLinked({
    pathname: location.pathname,
    search: Object.fromEntries(new URLSearchParams(location.search)),
  })
  const page = linked ? sharedPath(linked) : location.pathname
  history.replaceState(null, '', page + location.hash)
}

/**
 * Lets `router` draw at first what the server has drawn. Returns how to ask for the whole of it, which
 * is kept for where there is no network.
 */
export function takeServed({ answer }: Served, queryClient: QueryClient, router: RegisteredRouter) {
  const queryKey = shownKey(router.latestLocation)
  if (answer) queryClient.setQueryData(queryKey, answer)
  // A token that is none of ours, or is gone by now, has hidden what a visitor sees.
  delete document.documentElement.dataset.signedIn
  // Without it, the router would put a boundary around everything that the server did not draw.
  router.ssr = { manifest: undefined }
  return () => queryClient.invalidateQueries({ queryKey })
}

/** What the head says of the first page alone, to those who index it or share its address. */
const OF_FIRST = 'link[rel=canonical], meta[name=robots], meta[property], meta[name^=twitter]'

/** Takes that out of the head when another page is opened. */
export function leaveServedHead(router: RegisteredRouter) {
  const stop = router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    for (const element of document.head.querySelectorAll(OF_FIRST)) element.remove()
    stop()
  })
}

declare global {
  interface Document {
    /** Puts what was kept of the page on the screen, if that is of this build. Whether it did. */
    showFirstScreen?: (build: string) => Promise<boolean>
    /** The last button that was pressed before the page reacted. */
    pressed?: HTMLButtonElement | null
  }
}

interface TakenOverProps {
  children: ReactNode
  /** What is done when the page reacts. */
  onTaken: () => void
}

/** Around what takes over a page that the server has drawn. */
export function TakenOver({ children, onTaken }: TakenOverProps) {
  useEffect(() => {
    window.onclick = null
    // Nobody presses in vain. Not within this effect: what is inside may still be taken over.
    setTimeout(() => {
      document.pressed?.click()
      document.pressed = null
      onTaken()
    })
  }, [onTaken])
  return children
}
