import { isDeepStrictEqual } from 'node:util'
import { listings } from '#server/db/schema.ts'
import type { Change } from './publish-changes.ts'

/** The columns whose changes are changes of facts. `facts` is compared fact by fact. */
const FACT_COLUMNS = [
  ...(['propertyType', 'location', 'layout', 'layoutText', 'buildingArea'] as const),
  ...(['buildingAreaText', 'landArea', 'landAreaText', 'constructionYear'] as const),
  ...(['latestYear', 'offer', 'status', 'rentYen'] as const),
  ...(['constructionText', 'structure', 'transportation', 'remarks', 'contactNumber'] as const),
] as const

type ListingRow = typeof listings.$inferSelect
export type Compared = Pick<
  ListingRow,
  (typeof FACT_COLUMNS)[number] | 'priceYen' | 'priceCents' | 'facts'
>

/** The columns that {@link compareListings} needs, for a query on `listings`. */
export const COMPARED_COLUMNS = Object.fromEntries(
  [...FACT_COLUMNS, 'priceYen' as const, 'priceCents' as const, 'facts' as const].map((column) => [
    column,
    listings[column],
  ]),
) as { [C in keyof Compared]: (typeof listings)[C] }

/**
 * The changes of a listing's price and facts. A price in dollars is converted to yen at `jpyPerUsd`
 * on both sides, so a new exchange rate is no change.
 */
export function compareListings(before: Compared, after: Compared, jpyPerUsd: number): Change[] {
  const prices = { before: inYen(before, jpyPerUsd), after: inYen(after, jpyPerUsd) }
  const price: Change = {
    kind: 'price',
    before: { priceYen: prices.before },
    after: { priceYen: prices.after },
  }
  const facts = differing(factsOf(before), factsOf(after))
  return [
    ...(prices.before === prices.after ? [] : [price]),
    ...(facts === null ? [] : [{ kind: 'facts' as const, ...facts }]),
  ]
}

function inYen({ priceYen, priceCents }: Compared, jpyPerUsd: number) {
  if (priceYen !== null) return priceYen
  return priceCents === null ? null : Math.round((priceCents / 100) * jpyPerUsd)
}

function factsOf({ facts, ...row }: Compared): Record<string, unknown> {
  const columns = FACT_COLUMNS.map((column) => [column, row[column]])
  return { ...facts, ...Object.fromEntries(columns) }
}

/** The values that differ. A value that is missing on one side is null there. */
function differing(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  )
  if (names.length === 0) return null
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
