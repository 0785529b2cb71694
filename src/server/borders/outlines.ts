import type { Coordinate } from '#contract/place-values.ts'
import { boxOf, isInBox, isInRing, squaredDistance } from '#server/places/rings.ts'
import { type GridPoint, type Outline, type Ring, toMapUnits } from './border-file.ts'

/**
 * How far a point may be from an outline and still count as inside, in map units: about 270 m. The
 * grid of the borders and the geocoders that made the points are not more precise.
 */
const TOLERANCE = 3

/** The outline of a municipality that finds points. */
export interface MunicipalOutline {
  code: string
  contains: (point: Coordinate) => boolean
  /** Whether the point is inside, or so near to the outline that it may be. */
  mayContain: (point: Coordinate) => boolean
}

/** The rings of each municipality by its code, as the database stores them. */
export function toRings(outlines: readonly Outline[]) {
  const byCode: Record<string, number[][]> = {}
  for (const { code, rings } of outlines) {
    const stored = byCode[code] ?? []
    byCode[code] = stored
    for (const ring of rings) {
      const steps = toSteps(ring)
      if (steps.length >= LEAST_NUMBERS) stored.push(steps)
    }
  }
  return byCode
}

/** A ring of three points, each of two numbers. Smaller islands vanish on the grid. */
const LEAST_NUMBERS = 6

function toSteps(ring: Ring) {
  const steps: number[] = []
  let [lastX, lastY] = [0, 0]
  for (const [x, y] of ring) {
    if (steps.length > 0 && x === lastX && y === lastY) continue
    steps.push(x - lastX, y - lastY)
    lastX = x
    lastY = y
  }
  return steps
}

export function openOutline(code: string, stored: readonly number[][]): MunicipalOutline {
  const rings = stored.map(toRing).map((points) => ({ points, box: boxOf(points) }))
  // Of nested rings, the inner one is a hole. A point in it is in an even number of rings.
  function isInside(point: GridPoint) {
    let count = 0
    for (const { points, box } of rings) {
      if (isInBox(box, point) && isInRing(points, point)) count += 1
    }
    return count % 2 === 1
  }
  const isAtEdge = (point: GridPoint) =>
    rings.some(({ points, box }) => isInBox(box, point, TOLERANCE) && isCloseTo(points, point))
  return {
    code,
    contains: ({ latitude, longitude }) => isInside(toMapUnits(longitude, latitude)),
    mayContain({ latitude, longitude }) {
      const point = toMapUnits(longitude, latitude)
      return isInside(point) || isAtEdge(point)
    },
  }
}

function toRing(steps: readonly number[]): Ring {
  let [x, y] = [0, 0]
  return Array.from({ length: steps.length / 2 }, (_, at) => {
    x += steps[2 * at] ?? 0
    y += steps[2 * at + 1] ?? 0
    return [x, y] as const
  })
}

function isCloseTo(ring: Ring, [x, y]: GridPoint) {
  let from = ring.at(-1)
  for (const to of ring) {
    if (from) {
      const distance = squaredDistance(from[0] - x, from[1] - y, to[0] - from[0], to[1] - from[1])
      if (distance <= TOLERANCE ** 2) return true
    }
    from = to
  }
  return false
}
