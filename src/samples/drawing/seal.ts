import { lines } from './path.ts'
import type { Point, Sheet } from './sheet.ts'

/** The strokes of 見本 ("sample"), each character in a square of 100 × 100 units. */
const LOOK: readonly (readonly Point[])[] = [
  [
    [28, 8],
    [28, 60],
  ],
  [
    [28, 8],
    [72, 8],
    [72, 60],
  ],
  [
    [28, 25],
    [72, 25],
  ],
  [
    [28, 42],
    [72, 42],
  ],
  [
    [28, 60],
    [72, 60],
  ],
  [
    [41, 60],
    [36, 80],
    [14, 94],
  ],
  [
    [58, 60],
    [58, 88],
    [84, 88],
    [88, 74],
  ],
]
const ORIGIN: readonly (readonly Point[])[] = [
  [
    [10, 30],
    [90, 30],
  ],
  [
    [50, 6],
    [50, 96],
  ],
  [
    [50, 30],
    [32, 56],
    [8, 74],
  ],
  [
    [50, 30],
    [68, 56],
    [92, 74],
  ],
  [
    [34, 74],
    [66, 74],
  ],
]

/** The red seal of a print. The seal marks the house as invented. */
export function drawSeal(sheet: Sheet, [x, y]: Point = [1128, 640]) {
  const [width, height] = [44, 78]
  sheet.fill(
    `M${x + 4} ${y}h${width - 8}q4 0 4 4v${height - 8}q0 4-4 4h-${width - 8}q-4 0-4-4v-${height - 8}q0-4 4-4z`,
    '#c23b2e',
    0.92,
  )
  const placed = (strokes: readonly (readonly Point[])[], top: number) =>
    strokes.map((stroke) => stroke.map(([px, py]): Point => [x + 7 + px * 0.3, y + top + py * 0.3]))
  sheet.stroke(lines([...placed(LOOK, 7), ...placed(ORIGIN, 41)]), '#fbf3e6', { width: 3 })
}
