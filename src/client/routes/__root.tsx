import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { whenIdle } from '#client/browser/when-idle.ts'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { Page } from '#client/features/shell/page.tsx'

const SavedDataBanner = lazyExtra(async () => {
  await whenIdle()
  return import('#client/features/offline/saved-data-banner.tsx')
})

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

function Root() {
  return (
    <Page banner={<SavedDataBanner />}>
      <Outlet />
    </Page>
  )
}
