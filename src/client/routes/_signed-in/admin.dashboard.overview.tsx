import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { overviewQuery } from '#client/data/overview.ts'

const OverviewPage = chakraPart(
  async () => (await import('#client/features/overview/overview-page.tsx')).OverviewPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/overview')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery)
  },
  component: OverviewPage,
})
