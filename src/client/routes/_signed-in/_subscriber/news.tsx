import { createFileRoute } from '@tanstack/react-router'
import { newsQuery } from '#client/data/news.ts'
import { NewsPage } from '#client/features/news/news-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/news')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(newsQuery),
  component: NewsPage,
})
