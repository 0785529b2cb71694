import type { Coordinate } from '#contract/place-values.ts'
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
  const rings = stored.map(toRing)
  const all = rings.flat()
  const [left, right] = rangeOf(all.map(([x]) => x))
  const [top, bottom] = rangeOf(all.map(([, y]) => y))
  const isNear = ([x, y]: GridPoint) =>
    x >= left - TOLERANCE &&
    x <= right + TOLERANCE &&
    y >= top - TOLERANCE &&
    y <= bottom + TOLERANCE
  // Of nested rings, the inner one is a hole. A point in it is in an even number of rings.
  const isInside = (point: GridPoint) =>
    isNear(point) && rings.filter((ring) => isIn(ring, point)).length % 2 === 1
  const isAtEdge = (point: GridPoint) =>
    isNear(point) && rings.some((ring) => edges(ring).some((edge) => isClose(edge, point)))
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

/** Does not spread the numbers into `Math.min`, because a coast has more points than a call takes. */
function rangeOf(numbers: readonly number[]) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    least = Math.min(least, number)
    most = Math.max(most, number)
  }
  return [least, most] as const
}

type Edge = readonly [from: GridPoint, to: GridPoint]

function edges(ring: Ring): Edge[] {
  return ring.flatMap((from, at) => {
    const to = ring[(at + 1) % ring.length]
    return to ? [[from, to] as const] : []
  })
}

/** Whether a line from the point to the right crosses the ring an odd number of times. */
function isIn(ring: Ring, [x, y]: GridPoint) {
  const crossed = edges(ring).filter(([[fromX, fromY], [toX, toY]]) => {
    if (fromY > y === toY > y) return false
    return x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
  })
  return crossed.length % 2 === 1
}

function isClose([[fromX, fromY], [toX, toY]]: Edge, [x, y]: GridPoint) {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const part = Math.min(Math.max(along, 0), 1)
  return Math.hypot(x - fromX - part * dx, y - fromY - part * dy) <= TOLERANCE
}
