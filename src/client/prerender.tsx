import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { App, createAppRouter } from './app.tsx'
import { shownKey } from './boot/hydration.ts'
import { accountQuery } from './data/account.ts'
import { createQueryClient } from './query-store/query-client.ts'

/**
 * What `#root` holds of the page at `href` when a visitor opens it, after what belongs into the
 * head. Runs on the server; `answer` is that of the API which the page shows, if it shows any.
 */
export async function prerenderPage(href: string, answer?: unknown): Promise<string> {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [href] }), {
    // The router's own script for it would be one that our policy forbids.
    scrollRestoration: false,
  })
  queryClient.setQueryData(accountQuery.queryKey, null)
  queryClient.setQueryData(shownKey(router.latestLocation), answer)
  try {
    await router.load()
    const { prelude } = await prerender(<App queryClient={queryClient} router={router} />, {
      // All in its place: what would come later comes by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
    return await new Response(prelude).text()
  } finally {
    queryClient.clear()
  }
}
