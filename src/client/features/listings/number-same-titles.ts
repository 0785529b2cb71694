import type { Listing } from '#client/data/to-listing.ts'

/**
 * Numbers listings with the same title: `2 of 3`. Undefined for a unique title. Without the
 * numbers, a screen reader would list headings and buttons with the same name.
 */
export function numberSameTitles(listings: Listing[]) {
  const totals = new Map<string, number>()
  const places = listings.map(({ title }) => {
    const place = (totals.get(title) ?? 0) + 1
    totals.set(title, place)
    return place
  })
  return listings.map(({ title }, index) => {
    const total = totals.get(title) ?? 1
    return total > 1 ? `${places[index]} of ${total}` : undefined
  })
}
