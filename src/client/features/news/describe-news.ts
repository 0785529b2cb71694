import { describePriceChange } from '#client/components/history-sentences.ts'
import type { NewsItem } from '#contract/news.ts'
import { newsReasons } from '#contract/news-kinds.ts'

/** What has happened to a house, and why the person is told. */
export function describeNews(item: NewsItem) {
  const { kind, yen_before, yen_after } = item
  const hasPrice = yen_before !== undefined || yen_after !== undefined
  return [
    ...(hasPrice ? [describePriceChange({ yen_before, yen_after })] : []),
    ...(kind === 'changed' && !hasPrice ? ['Facts or photos changed'] : []),
    ...newsReasons(item),
  ]
}
