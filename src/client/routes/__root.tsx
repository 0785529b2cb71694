import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '#client/features/shell/not-found-page.tsx'
import { Page } from '#client/features/shell/page.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

function Root() {
  return (
    <Page>
      <Outlet />
    </Page>
  )
}
