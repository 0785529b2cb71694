import { isDeepStrictEqual } from 'node:util'
import type { NewsKind } from '#contract/news-kinds.ts'
import type { listingChanges } from '#server/db/schema.ts'

type ChangeRow = Pick<typeof listingChanges.$inferSelect, 'kind' | 'before' | 'after' | 'changedAt'>

export interface NetChange {
  kind: NewsKind
  at: Date
  priceBefore?: number | null
  priceAfter?: number | null
}

/**
 * Sums up several changes of a listing, in their order. Null if nothing remains, for example of a
 * price that was lowered and raised again, or of a fact that was corrected and restored.
 */
export function netChange(rows: readonly ChangeRow[]): NetChange | null {
  const last = rows.at(-1)
  if (!last) return null
  const at = last.changedAt
  const offers = rows.filter(({ kind }) => kind === 'added' || kind === 'back' || kind === 'gone')
  const wasOffered = offers.length === 0 || offers[0]?.kind === 'gone'
  const isOffered = offers.length === 0 || offers.at(-1)?.kind !== 'gone'
  if (!isOffered) return wasOffered ? { kind: 'gone', at } : null
  if (!wasOffered) return { kind: offers[0]?.kind === 'added' ? 'new' : 'back', at }
  return netPrice(rows, at) ?? (hasOtherFacts(rows) ? { kind: 'changed', at } : null)
}

function netPrice(rows: readonly ChangeRow[], at: Date): NetChange | null {
  const prices = rows.filter(({ kind }) => kind === 'price')
  const priceBefore = yen(prices[0]?.before)
  const priceAfter = yen(prices.at(-1)?.after)
  if (priceBefore === priceAfter) return null
  const change = { at, priceBefore, priceAfter }
  if (priceBefore === null || priceAfter === null) return { ...change, kind: 'changed' }
  return { ...change, kind: priceAfter < priceBefore ? 'cheaper' : 'dearer' }
}

/** Whether photos changed, or a fact ends with another value than it began with. */
function hasOtherFacts(rows: readonly ChangeRow[]) {
  if (rows.some(({ kind }) => kind === 'photos')) return true
  const facts = rows.filter(({ kind }) => kind === 'facts')
  const earliestFirst = facts.map(({ before }) => before)
  const before = Object.assign({}, ...earliestFirst.toReversed())
  const after = Object.assign({}, ...facts.map(({ after }) => after))
  return Object.keys(after).some((name) => !isDeepStrictEqual(before[name], after[name]))
}

function yen(values: Record<string, unknown> | undefined) {
  return typeof values?.priceYen === 'number' ? values.priceYen : null
}
