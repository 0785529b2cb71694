import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { sourcesQuery } from '#client/data/sources.ts'
import { parseSourcesParams } from '#client/data/sources-params.ts'

const SourcesPage = chakraPart(
  async () => (await import('#client/features/sources/sources-page.tsx')).SourcesPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/sources')({
  validateSearch: parseSourcesParams,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sourcesQuery)
  },
  component: Sources,
})

function Sources() {
  return <SourcesPage params={Route.useSearch()} />
}
