import { useQuery } from '@tanstack/react-query'
import { newsQuery } from '#client/data/news.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { NewsKind } from '#contract/news.ts'

/** A house that is gone has a badge of its own on every card. */
const MARKS: Partial<Record<NewsKind, string>> = {
  cheaper: 'Cheaper',
  new: 'New',
  back: 'Offered again',
  dearer: 'More expensive',
  changed: 'Changed',
}

/** Says on a card what has happened to its house since the last visit. */
export function NewsMark({ listingId }: { listingId: string }) {
  const { data: kind } = useQuery({
    ...newsQuery,
    // Only the link to the news asks the server, when the page is idle.
    enabled: false,
    select: ({ news }) => news.find(({ listing_id }) => listing_id === listingId)?.kind,
  })
  const text = kind && MARKS[kind]
  return text ? <Badge>{text}</Badge> : null
}
