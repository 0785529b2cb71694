import { createFileRoute } from '@tanstack/react-router'
import { overviewQuery } from '#client/data/overview.ts'
import { OverviewPage } from '#client/features/overview/overview-page.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/overview')({
  // Asked for before the page is drawn, and not waited for.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery)
  },
  component: OverviewPage,
})
