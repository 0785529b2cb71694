import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'

interface Stop {
  id: string
  /** The position of the house. Undefined if this position is unknown. */
  position: Coordinate | undefined
}

/**
 * Returns the ids of the stops in an order that makes the route short. The algorithm always goes to
 * the nearest stop next, and then improves the route by 2-opt. Distances are straight lines. The
 * route begins at `start` or, without `start`, at the first stop. Stops without a position come
 * last.
 */
export function suggestOrder(start: Coordinate | undefined, stops: readonly Stop[]): string[] {
  const placed = stops.flatMap(({ id, position }) => (position ? [{ id, position }] : []))
  const unplaced = stops.filter(({ position }) => !position)
  const [first, ...others] = start ? [{ id: '', position: start }, ...placed] : placed
  if (!first) return stops.map(({ id }) => id)
  const way = shorten(visitNearest(first, others))
  return [...(start ? way.slice(1) : way), ...unplaced].map(({ id }) => id)
}

interface Placed {
  id: string
  position: Coordinate
}

function visitNearest(first: Placed, others: readonly Placed[]) {
  const way = [first]
  const left = [...others]
  let last = first
  while (left.length > 0) {
    const [next] = [...left].sort((a, b) => distance(last, a) - distance(last, b))
    if (!next) break
    left.splice(left.indexOf(next), 1)
    way.push(next)
    last = next
  }
  return way
}

/**
 * Improves a route by 2-opt: reverses parts of the route until no reversal makes it shorter. The
 * first stop keeps its place.
 */
function shorten(way: readonly Placed[]): readonly Placed[] {
  for (let from = 1; from < way.length - 1; from++) {
    for (let to = from + 1; to < way.length; to++) {
      const reversed = [
        ...way.slice(0, from),
        ...way.slice(from, to + 1).reverse(),
        ...way.slice(to + 1),
      ]
      // Require an improvement of at least a metre. Otherwise rounding errors could make two routes
      // alternate forever.
      if (lengthOf(reversed) < lengthOf(way) - 1) return shorten(reversed)
    }
  }
  return way
}

function lengthOf(way: readonly Placed[]) {
  return way.reduce((sum, stop, index) => sum + distance(way[index - 1] ?? stop, stop), 0)
}

function distance(one: Placed, other: Placed) {
  return metresBetween(one.position, other.position)
}
