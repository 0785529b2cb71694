/** A tatami mat on a grid of half mats. */
export interface Mat {
  x: number
  y: number
  width: number
  depth: number
}

type Quick = readonly [x: number, y: number, width: number, depth: number]

const FOUR_AND_A_HALF: readonly Quick[] = [
  [0, 0, 2, 1],
  [2, 0, 1, 2],
  [0, 1, 1, 2],
  [1, 1, 1, 1],
  [1, 2, 2, 1],
]
const SIX: readonly Quick[] = [
  [0, 0, 2, 1],
  [2, 0, 1, 2],
  [0, 1, 1, 2],
  [1, 1, 1, 2],
  [2, 2, 1, 2],
  [0, 3, 2, 1],
]
const EIGHT: readonly Quick[] = [
  [0, 0, 2, 1],
  [2, 0, 2, 1],
  [0, 1, 1, 2],
  [3, 1, 1, 2],
  [1, 1, 2, 1],
  [1, 2, 2, 1],
  [0, 3, 2, 1],
  [2, 3, 2, 1],
]

const KNOWN: Record<string, readonly Quick[]> = {
  '3x3': FOUR_AND_A_HALF,
  '3x4': SIX,
  '4x3': SIX.map(([x, y, width, depth]) => [y, x, depth, width]),
  '4x4': EIGHT,
}

/** An auspicious layout, in which no four corners meet. Wider rooms get extra rows at one side. */
export function matLayout(columns: number, rows: number): Mat[] {
  const known = KNOWN[`${columns}x${rows}`]
  if (known) return known.map(([x, y, width, depth]) => ({ x, y, width, depth }))
  if (columns < 5) return [{ x: 0, y: 0, width: columns, depth: rows }]
  const side = Array.from({ length: rows }, (_, y) => ({ x: columns - 2, y, width: 2, depth: 1 }))
  return [...matLayout(columns - 2, rows), ...side]
}
