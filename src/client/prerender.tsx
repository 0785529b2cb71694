import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { App, createAppRouter } from './app.tsx'
import { accountQuery } from './data/account.ts'
import { freeListingsQuery } from './data/listings.ts'
import { createQueryClient } from './query-client.ts'
import type { Served } from './served.ts'

interface Prerendered {
  /** For `#root`. */
  html: string
  /** What the script needs to draw the same. */
  served: Served
}

/**
 * A page as a visitor sees it first. Runs on the server; `freeListings` is the answer that the page
 * at `/free-preview` shows.
 */
export async function prerenderPage(path: string, freeListings?: unknown): Promise<Prerendered> {
  const served: Served = freeListings
    ? [{ queryKey: freeListingsQuery.queryKey, data: freeListings }]
    : []
  const queryClient = createQueryClient()
  queryClient.setQueryData(accountQuery.queryKey, null)
  for (const { queryKey, data } of served) queryClient.setQueryData(queryKey, data)
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }), {
    // The router's own script for it would be one that our policy forbids.
    scrollRestoration: false,
  })
  try {
    await router.load()
    const { prelude } = await prerender(<App queryClient={queryClient} router={router} />, {
      // All in its place: what would come later comes by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    return { html: await new Response(prelude).text(), served }
  } finally {
    queryClient.clear()
  }
}
