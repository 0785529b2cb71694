import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, NetworkError } from './api/failures.ts'
import { isChunkError } from './browser/chunk-errors.ts'
import { NeedsAdmin, NeedsSecondFactor } from './features/admin/needs-admin.ts'
import { ErrorPage } from './features/shell/error-page.tsx'
import { NeedsSubscription } from './features/subscription/needs-subscription.ts'
import { rerunGuards } from './guards.ts'
import { parseSearch, stringifySearch } from './routes/-search-params.ts'
import { routeTree } from './routeTree.gen.ts'
import { Loading } from './ui/loading.tsx'

export function createAppRouter(
  queryClient: QueryClient,
  history?: RouterHistory,
  { scrollRestoration = true }: { scrollRestoration?: boolean | (() => boolean) } = {},
) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    // For an unmatched path, show the not-found page of the root route. By default, the router
    // could show the page of a route guard instead, which is made for shared listings only.
    notFoundMode: 'root',
    defaultPendingComponent: Loading,
    defaultPendingMs: 200,
    // Replace the word "Loading" as soon as the page has loaded. By default, the word stays for 500
    // ms, which delays an offline start on a slow phone.
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    // The router keeps no data of its own, because TanStack Query owns the cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration,
    // Use only the key of the history entry to store the scroll position. The default key may
    // contain the page's address, which must not be stored.
    getScrollRestorationKey: ({ state }) => state.__TSR_key ?? '',
  })
}
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

export function App({ queryClient, router }: { queryClient: QueryClient; router: AppRouter }) {
  useEffect(() => rerunGuards(queryClient, router), [queryClient, router])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** Logs an error that an error boundary caught. Skips the errors that the error page explains. */
export function reportCaught(error: unknown) {
  const isExpected =
    error instanceof ApiError ||
    error instanceof NetworkError ||
    error instanceof NeedsSubscription ||
    error instanceof NeedsAdmin ||
    error instanceof NeedsSecondFactor ||
    isChunkError(error)
  if (!isExpected) console.error(error)
}
