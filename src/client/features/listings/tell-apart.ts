import type { Listing } from '#client/data/to-listing.ts'

/**
 * For each listing, what tells it from others of the same title: `2 of 3`; undefined where no other
 * has its title. A screen reader lists headings and buttons by their names alone.
 */
export function tellApart(listings: Listing[]) {
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
