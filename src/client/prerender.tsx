import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { App, createAppRouter } from './app.tsx'
import { shownKey } from './boot/hydration.ts'
import { accountQuery } from './data/account.ts'
import { createQueryClient } from './data/query-client.ts'

/**
 * Renders the page at `href` as a visitor first sees it: the tags for the head, and the markup of
 * `#root`. Runs on the server. `answer` is the API response that the page shows, if any.
 */
export async function prerenderPage(href: string, answer?: unknown) {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [href] }), {
    // The router would restore scroll with an inline script, which our Content Security Policy
    // forbids.
    scrollRestoration: false,
  })
  queryClient.setQueryData(accountQuery.queryKey, null)
  queryClient.setQueryData(shownKey(router.latestLocation), answer)
  try {
    await router.load()
    const { prelude } = await prerender(
      <div id="drawn">
        <App queryClient={queryClient} router={router} />
      </div>,
      {
        // Renders all markup in one piece. Otherwise React appends large parts at the end, with an
        // inline script that moves them into place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
      },
    )
    const html = await new Response(prelude).text()
    // React renders the tags for the head before `<div id="drawn">`, so split the HTML at this
    // `div`.
    const start = html.indexOf('<div id="drawn">')
    return { head: html.slice(0, start), root: html.slice(start) }
  } finally {
    queryClient.clear()
  }
}
