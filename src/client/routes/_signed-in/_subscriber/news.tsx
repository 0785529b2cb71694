import { createFileRoute } from '@tanstack/react-router'
import { newsQuery } from '#client/data/news.ts'
import { number, paramsReader } from '#client/data/parse-search.ts'
import { NewsPage } from '#client/features/news/news-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/news')({
  // The link of an alert leads to exactly what it has told.
  validateSearch: paramsReader({
    since: number({ min: 0, max: Number.MAX_SAFE_INTEGER, integer: true }),
  }),
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(newsQuery),
  component: NewsRoute,
})

function NewsRoute() {
  return <NewsPage since={Route.useSearch().since} />
}
