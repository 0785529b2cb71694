import { describePriceChange } from '#client/components/history-sentences.ts'
import type { NewsItem, NewsKind } from '#contract/news.ts'

/** The headings of the page, in their order. */
export const HEADINGS: Record<NewsKind, string> = {
  cheaper: 'Cheaper',
  new: 'New',
  back: 'Offered again',
  gone: 'No longer offered',
  dearer: 'More expensive',
  changed: 'Changed',
}

/** What has happened to a house, and why the person is told. */
export function describeNews({ kind, yen_before, yen_after, favorite, searches }: NewsItem) {
  const hasPrice = yen_before !== undefined || yen_after !== undefined
  const found = searches.map((name) => `“${name}”`).join(', ')
  return [
    ...(hasPrice ? [describePriceChange({ yen_before, yen_after })] : []),
    ...(kind === 'changed' && !hasPrice ? ['Facts or photos changed'] : []),
    ...(favorite ? ['In your favorites'] : []),
    ...(found ? [`In your ${searches.length === 1 ? 'search' : 'searches'} ${found}`] : []),
  ]
}
