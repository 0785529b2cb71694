import { capitalise, formatYen } from '#client/format/format.ts'
import type { History, ListingChange } from '#contract/history.ts'

/** The words for fields whose names do not say them. */
const FIELDS: Record<string, string> = {
  propertyType: 'type of property',
  location: 'address',
  layoutText: 'layout',
  buildingAreaText: 'building area',
  landAreaText: 'land area',
  constructionYear: 'year of construction',
  constructionText: 'year of construction',
  latestYear: 'year of construction',
  rentYen: 'rent',
  transportation: 'how to get there',
  contactNumber: 'phone number',
  floorArea: 'floor area ratio',
  coverage: 'coverage ratio',
}

/** The words for the name of a field: `landArea` is the land area. */
function fieldWords(field: string) {
  return FIELDS[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** What has happened to a house, one sentence each, the newest first. */
export function historySentences({ changes, seen_at }: History) {
  const sentences = changes.map((change) => ({ at: change.at, text: describeChange(change) }))
  return seen_at === undefined
    ? sentences.toReversed()
    : [{ at: seen_at, text: 'Last seen in its source' }, ...sentences.toReversed()]
}

function describeChange(change: ListingChange): string {
  switch (change.kind) {
    case 'added':
      return 'First seen by Engawa'
    case 'gone':
      return 'No longer offered'
    case 'back':
      return 'Offered again'
    case 'photos':
      return describePhotos(change)
    case 'price':
      return describePriceChange(change)
    case 'facts': {
      const names = new Set(change.fields?.map(fieldWords))
      return names.size === 0 ? 'Facts changed' : `${capitalise([...names].join(', '))} changed`
    }
  }
}

function describePhotos({ photos_before: before = 0, photos_after: after = 0 }: ListingChange) {
  if (after > before) return `${after - before} more ${after - before === 1 ? 'photo' : 'photos'}`
  return 'Photos changed'
}

/** Describes a change of the price, such as `Price down 17%: ¥5,800,000 → ¥4,800,000`. */
export function describePriceChange(change: Pick<ListingChange, 'yen_before' | 'yen_after'>) {
  const [before, after] = [change.yen_before ?? null, change.yen_after ?? null]
  if (after === null)
    return before === null ? 'Price changed' : `Price removed (was ${formatYen(before)})`
  if (before === null) return `Price stated: ${formatYen(after)}`
  const direction = after < before ? 'down' : 'up'
  return `Price ${direction} ${percentBetween(before, after)}: ${formatYen(before)} → ${formatYen(after)}`
}

function percentBetween(before: number, after: number) {
  if (before === 0) return `from ${formatYen(0)}`
  const percent = (Math.abs(after - before) / before) * 100
  return percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`
}

export interface PricePoint {
  at: string
  yen: number
}

/** The known prices with the days from which they applied, the oldest first. */
export function pricePoints({ changes }: History): PricePoint[] {
  const prices = changes.filter(({ kind }) => kind === 'price')
  const first = prices[0]
  const start = changes.find(({ kind }) => kind === 'added')?.at ?? first?.at
  const points = prices.flatMap(({ at, yen_after: yen }) => (yen == null ? [] : { at, yen }))
  return first?.yen_before == null || start === undefined
    ? points
    : [{ at: start, yen: first.yen_before }, ...points]
}
