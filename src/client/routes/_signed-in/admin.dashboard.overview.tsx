import { createFileRoute } from '@tanstack/react-router'
import { overviewQuery } from '#client/data/overview.ts'
import { OverviewPage } from '#client/features/overview/overview-page.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/overview')({
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery)
  },
  component: OverviewPage,
})
