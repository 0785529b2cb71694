import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { Page } from '#client/features/shell/page.tsx'

/** Not needed for the first screen, which is as good as it gets without it. */
const SavedDataBanner = lazy(() =>
  import('#client/features/offline/saved-data-banner.tsx').catch(() => ({ default: () => null })),
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

function Root() {
  return (
    <Page
      banner={
        <Suspense>
          <SavedDataBanner />
        </Suspense>
      }
    >
      <Outlet />
    </Page>
  )
}
