import type { GridPoint } from './border-file.ts'

/**
 * The tolerance in map units, about 140 m. A point that is closer than this to the simplified line
 * is left out.
 */
const TOLERANCE = 1.5

/**
 * Simplifies a line by the algorithm of Douglas and Peucker. The first and the last point stay, so
 * that borders still meet.
 */
export function simplify(line: readonly GridPoint[]): GridPoint[] {
  const kept = new Set([0, line.length - 1])
  const spans: [first: number, last: number][] = [[0, line.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    const at = farthest(line, first, last)
    if (at === undefined) continue
    kept.add(at)
    spans.push([first, at], [at, last])
  }
  return line.filter((_, at) => kept.has(at))
}

/**
 * Finds the point between `first` and `last` that is farthest from the straight line between these
 * two. Undefined if no point is beyond the tolerance.
 */
function farthest(line: readonly GridPoint[], first: number, last: number) {
  let found: number | undefined
  let distance = TOLERANCE
  for (let at = first + 1; at < last; at += 1) {
    const here = distanceTo(line[at], line[first], line[last])
    if (here > distance) {
      distance = here
      found = at
    }
  }
  return found
}

function distanceTo(
  [x, y]: GridPoint = [0, 0],
  [fromX, fromY]: GridPoint = [0, 0],
  [toX, toY]: GridPoint = [0, 0],
) {
  const length = (toX - fromX) ** 2 + (toY - fromY) ** 2
  const along =
    length === 0 ? 0 : ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / length
  const part = Math.min(Math.max(along, 0), 1)
  return Math.hypot(x - fromX - part * (toX - fromX), y - fromY - part * (toY - fromY))
}
