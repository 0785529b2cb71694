import type { Point } from './sheet.ts'

/** Straight lines from point to point. */
export const line = (points: readonly Point[]) => lines([points])

/**
 * A closed shape whose points always run in the same direction. Otherwise overlapping shapes in one
 * path would cut holes into each other.
 */
export function polygon(points: readonly Point[]) {
  const isClockwise = turning(points) >= 0
  return `${line(isClockwise ? points : [...points].reverse())}z`
}

/** Twice the enclosed area, negative if the points run anticlockwise. */
function turning(points: readonly Point[]) {
  let sum = 0
  let [x, y] = points.at(-1) ?? [0, 0]
  for (const point of points) {
    sum += x * point[1] - point[0] * y
    x = point[0]
    y = point[1]
  }
  return sum
}

/**
 * Writes many separate lines as one short SVG path, with whole units and relative coordinates. A
 * line without length becomes a dot. Drawing spends most of its time in this function.
 */
export function lines(all: readonly (readonly Point[])[]) {
  let d = ''
  let x = 0
  let y = 0
  for (const points of all) {
    // In SVG, the points after `M` are absolute, and the points after `m` are relative. Only the
    // first line begins with `M`. An `l` before its second point makes the other points relative.
    const isFirst = d === ''
    let count = 0
    let hasLength = false
    for (const point of points) {
      const dx = Math.round(point[0]) - x
      const dy = Math.round(point[1]) - y
      if (count === 0) d += isFirst ? `M${pair(dx, dy)}` : `m${pair(dx, dy)}`
      else if (dx || dy) {
        d += isFirst && !hasLength ? `l${pair(dx, dy)}` : parted(pair(dx, dy))
        hasLength = true
      }
      x += dx
      y += dy
      count++
    }
    if (count > 0 && !hasLength) d += 'h0'
  }
  return d
}

/** A round dot at each point, with the stroke's width as its diameter. */
export const dots = (points: readonly Point[]) => lines(points.map((point) => [point]))

/**
 * A smooth line from the first point to the last. The line bends towards the points between them.
 */
export function curve(points: readonly Point[]) {
  const [first, second, ...rest] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  if (!second || rest.length === 0) return line(points)
  const inner = points.slice(1, -1)
  const bends = inner.map((control, index): readonly [Point, Point] => {
    const next = inner[index + 1]
    return [control, next ? middle(control, next) : last]
  })
  return bent(first, bends)
}

/** A smooth closed shape through the midpoints between the points. */
export function blob(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const bends = points.map((control, index): readonly [Point, Point] => [
    control,
    middle(control, points[(index + 1) % points.length] ?? first),
  ])
  return `${bent(middle(last, first), bends)}z`
}

/** A path of quadratic Bézier curves, each with a control point and an end. */
function bent(start: Point, bends: readonly (readonly [Point, Point])[]) {
  let x = Math.round(start[0])
  let y = Math.round(start[1])
  let numbers = ''
  for (const [control, end] of bends) {
    const endX = Math.round(end[0])
    const endY = Math.round(end[1])
    numbers += parted(pair(Math.round(control[0]) - x, Math.round(control[1]) - y))
    numbers += parted(pair(endX - x, endY - y))
    x = endX
    y = endY
  }
  return `M${pair(Math.round(start[0]), Math.round(start[1]))}q${numbers.trimStart()}`
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

const pair = (x: number, y: number) => (y < 0 ? `${x}${y}` : `${x} ${y}`)

/**
 * Separates a pair of numbers from the numbers before it. A minus sign needs no space before it.
 */
const parted = (numbers: string) => (numbers.startsWith('-') ? numbers : ` ${numbers}`)
