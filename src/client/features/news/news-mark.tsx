import { useQuery } from '@tanstack/react-query'
import { newsQuery } from '#client/data/news.ts'
import { Badge } from '#client/ui/badge.tsx'
import { NEWS_HEADINGS } from '#contract/news-kinds.ts'

/** Says on a card what has happened to its house since the last visit. */
export function NewsMark({ listingId }: { listingId: string }) {
  const { data: kind } = useQuery({
    ...newsQuery,
    // Only the link to the news asks the server, when the page is idle.
    enabled: false,
    select: ({ news }) => news.find(({ listing_id }) => listing_id === listingId)?.kind,
  })
  // A house that is gone has a badge of its own on every card.
  return kind && kind !== 'gone' ? <Badge>{NEWS_HEADINGS[kind]}</Badge> : null
}
