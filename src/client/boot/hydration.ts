import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ParsedLocation, RegisteredRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { freeListingsQuery } from '#client/data/listings.ts'
import { sharedListingQuery } from '#client/data/sharing.ts'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import { session } from '#client/session/session.ts'
import { housePath, sharedPath } from '#contract/shared-path.ts'

/**
 * The data from which the server rendered `#drawn`. The data and the markup come from the same
 * build.
 */
interface ServerData {
  /** The response of the query with the key `shownKey`. Missing on pages that show no data. */
  answer?: unknown
}

const DATA_ID = 'server-data'

/** The key of the query whose data the page at this location shows to visitors. */
export function shownKey(location: ParsedLocation): QueryKey {
  const linked = findLinked(location)
  return linked ? sharedListingQuery(linked).queryKey : freeListingsQuery.queryKey
}

/** The keys that the router adds to the state of a history entry. They do not change the page. */
const ROUTER_STATE = ['key', '__TSR_key', '__TSR_index', '__hashScrollIntoViewOptions']

/**
 * The data of a server-rendered page. Null if somebody is signed in. Also null if the history entry
 * has a state that changes what the page shows, such as an opened gallery.
 */
export function readServerData(): ServerData | null {
  const text = document.getElementById(DATA_ID)?.textContent
  if (!text || session.token() !== null) return null
  const isPlain = Object.keys(history.state ?? {}).every((key) => ROUTER_STATE.includes(key))
  return isPlain ? JSON.parse(text) : null
}

/**
 * Removes search params that did not influence the markup, such as tracking params. Otherwise the
 * client could render different markup than the server did.
 */
export function removeForeignParams() {
  const linked = findLinked({
    pathname: location.pathname,
    search: Object.fromEntries(new URLSearchParams(location.search)),
  })
  const pathOf = location.pathname === '/listings' ? sharedPath : housePath
  const page = linked ? pathOf(linked) : location.pathname
  history.replaceState(history.state, '', page + location.hash)
}

/**
 * Puts the server's data into the cache for the first render. Returns a function that refetches the
 * data and persists it for offline use.
 */
export function hydrateQuery(
  { answer }: ServerData,
  queryClient: QueryClient,
  router: RegisteredRouter,
) {
  const queryKey = shownKey(router.latestLocation)
  if (answer) queryClient.setQueryData(queryKey, answer)
  // The server rendered this page for visitors. If storage contains a token, an inline script hides
  // the page. The app has now found that nobody is signed in, so show the page again.
  delete document.documentElement.dataset.signedIn
  // Without `ssr`, the router adds a Suspense boundary. The server's markup lacks this boundary, so
  // hydration would fail.
  router.ssr = { manifest: undefined }
  return () => queryClient.invalidateQueries({ queryKey })
}

/** Tags for search engines and link previews. They describe only the page that was opened first. */
const FIRST_PAGE_TAGS =
  'link[rel=canonical], meta[name=robots], meta[property], meta[name^=twitter]'

/** Removes the tags for search engines and link previews when another page is opened. */
export function removeFirstPageTags(router: RegisteredRouter) {
  const stop = router.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    for (const element of document.head.querySelectorAll(FIRST_PAGE_TAGS)) element.remove()
    stop()
  })
}

declare global {
  interface Document {
    /** The last button pressed before the page was interactive. */
    pressed?: HTMLButtonElement | null
  }
}

interface HydratedProps {
  children: ReactNode
  /** Called when the page is interactive. */
  onHydrated: () => void
}

/** Wraps a page that hydrates server-rendered markup. */
export function Hydrated({ children, onHydrated }: HydratedProps) {
  useEffect(() => {
    window.onclick = null
    // Repeat the tap that the person made before hydration. Use a later task, because children may
    // still be hydrating.
    setTimeout(() => {
      document.pressed?.click()
      document.pressed = null
      onHydrated()
    })
  }, [onHydrated])
  return children
}
