import type { Listing } from '#client/data/to-listing.ts'

/**
 * Tells listings with the same title apart: `2 of 3`; undefined for a unique title. Screen readers
 * list headings and buttons by name alone.
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
