/** A point of a map, or a coordinate with its longitude first. */
export type RingPoint = readonly [x: number, y: number]

/** The smallest rectangle around the points of a ring. */
export interface RingBox {
  left: number
  right: number
  top: number
  bottom: number
}

/** Compares the points one by one, because a coast has more points than `Math.min` takes arguments. */
export function boxOf(ring: readonly RingPoint[]): RingBox {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const [x, y] of ring) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

export function isInBox({ left, right, top, bottom }: RingBox, [x, y]: RingPoint, margin = 0) {
  return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin
}

/**
 * Whether a point lies in a closed ring. If it does, a line from the point to the right crosses the
 * ring an odd number of times.
 */
export function isInRing(ring: readonly RingPoint[], [x, y]: RingPoint) {
  let isInside = false
  let from = ring.at(-1)
  for (const to of ring) {
    if (from) {
      const crosses = from[1] > y !== to[1] > y
      if (crosses && x < from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1])) {
        isInside = !isInside
      }
    }
    from = to
  }
  return isInside
}

/** The square of the distance from 0, 0 to the line that begins at `x`, `y` and has this direction. */
export function squaredDistance(x: number, y: number, alongX: number, alongY: number) {
  const length = alongX * alongX + alongY * alongY
  const at = length === 0 ? 0 : Math.min(Math.max(-(x * alongX + y * alongY) / length, 0), 1)
  return (x + at * alongX) ** 2 + (y + at * alongY) ** 2
}
