import type { GridPoint, Outline } from './border-file.ts'
import { simplify } from './simplify.ts'

/**
 * The borders between municipalities of one prefecture, as an SVG path in map units. Each line
 * begins with its first point, followed by the steps from point to point. Borders with the sea and
 * with other prefectures are left out, because the map draws them already.
 */
export function sharedLines(outlines: readonly Outline[]) {
  return linesOf(sharedEdges(outlines))
    .map((line) => toPath(simplify(line)))
    .join('')
}

/** The edges of border lines: for each grid point, the other ends of the edges that meet there. */
type Edges = Map<string, Map<string, GridPoint>>

/**
 * The edges that two municipalities have in common. Neighbours in one file have the same points on
 * their border.
 */
function sharedEdges(outlines: readonly Outline[]): Edges {
  const owners = new Map<string, string>()
  const shared: Edges = new Map()
  for (const { code, rings } of outlines) {
    for (const ring of rings) {
      for (const [at, from] of ring.entries()) {
        const to = ring[at + 1]
        if (!to || isSame(from, to)) continue
        const key = [from, to].map(String).sort().join(' ')
        const owner = owners.get(key)
        if (owner === undefined) owners.set(key, code)
        else if (owner !== code) {
          addEdge(shared, from, to)
          addEdge(shared, to, from)
        }
      }
    }
  }
  return shared
}

function addEdge(edges: Edges, from: GridPoint, to: GridPoint) {
  const known = edges.get(String(from)) ?? new Map<string, GridPoint>()
  edges.set(String(from), known.set(String(to), to))
}

/**
 * Joins the edges into lines, and removes these edges from `edges`. A line ends where three borders
 * meet, or at the outer border of the prefecture.
 */
function linesOf(edges: Edges) {
  const ends = new Set([...edges].filter(([, next]) => next.size !== 2).map(([key]) => key))
  // First take the lines that start at one of `ends`. The edges that are then left form closed
  // rings. A ring can start at any of its points.
  return [...ends, ...edges.keys()].flatMap((start) => {
    const lines: GridPoint[][] = []
    for (;;) {
      const line = takeLine(edges, start, ends)
      if (line.length < 2) return lines
      lines.push(line)
    }
  })
}

function takeLine(edges: Edges, start: string, ends: ReadonlySet<string>) {
  const line: GridPoint[] = [toGridPoint(start)]
  let from = start
  for (;;) {
    const [next] = edges.get(from) ?? []
    if (!next) return line
    const [to, point] = next
    edges.get(from)?.delete(to)
    edges.get(to)?.delete(from)
    line.push(point)
    if (ends.has(to)) return line
    from = to
  }
}

function toGridPoint(key: string): GridPoint {
  const [x = 0, y = 0] = key.split(',').map(Number)
  return [x, y]
}

function toPath(line: readonly GridPoint[]) {
  const steps = line.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = line[at] ?? [0, 0]
    return `${x - fromX} ${y - fromY}`
  })
  return `M${line[0]?.join(' ')}l${steps.join(' ')}`
}

function isSame([x, y]: GridPoint, [otherX, otherY]: GridPoint) {
  return x === otherX && y === otherY
}
