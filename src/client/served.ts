import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { AppRouter } from './app.tsx'
import { session } from './session/session.ts'

/** The answers from which the server has drawn the page in `#root`. It has the build of this script. */
export type Served = { queryKey: QueryKey; data: unknown }[]

/** The id of the element that holds them, as JSON. */
const PLACE = 'served'

/**
 * What the server has drawn, if this is a page of its making as a visitor sees it first; null where
 * the browser knows more: who is signed in, or what was open when the page was left.
 */
export function readServed(): Served | null {
  const text = document.getElementById(PLACE)?.textContent
  if (!text || session.token() !== null || history.state !== null) return null
  return JSON.parse(text)
}

/** Lets `router` draw at first what the server has drawn. */
export function takeServed(served: Served, queryClient: QueryClient, router: AppRouter) {
  for (const { queryKey, data } of served) {
    queryClient.setQueryData(queryKey, data)
    // Asked for anew behind: only what was fetched is kept for where there is no network.
    void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  // Without it, the router would put a boundary around everything that the server did not draw.
  router.ssr = { manifest: undefined }
}

declare global {
  interface Document {
    /** The last button that was pressed before the page reacted. */
    pressed?: HTMLButtonElement | null
  }
}

/** Around what takes over a page that the server has drawn. */
export function TakenOver({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.onclick = null
    // Nobody presses in vain. Not within this effect: what is inside may still be taken over.
    setTimeout(() => {
      document.pressed?.click()
      document.pressed = null
    })
  }, [])
  return children
}
