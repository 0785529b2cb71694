import { type Colour, mix } from '../colour.ts'
import { type Mat, matLayout } from '../mats.ts'
import { lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import { type Room, seeAll } from './room.ts'

/** Half the length of a tatami mat, in metres. */
export const HALF_MAT = 0.91

/**
 * The edge of the mats nearest to the viewer, as a depth in metres. The floor in front of this edge
 * is outside the picture.
 */
const NEAREST = -1.3

/**
 * Tatami mats with cloth borders. Mats in the two directions have different shades, because light
 * reflects differently along and across the straw.
 */
export function drawTatami(room: Room, mats: 6 | 8, straw: Colour, border: Colour) {
  const { sheet, seen, width, depth } = room
  const laid = matLayout(mats === 6 ? 3 : 4, 4)
  const all = [
    ...laid,
    ...laid.map((mat): Mat => ({ ...mat, y: mat.y - 4 })),
    ...laid.map((mat): Mat => ({ ...mat, y: mat.y + 4 })),
  ].filter(({ y }) => y * HALF_MAT < depth)
  const corner = (x: number, y: number): Spot => [
    x * HALF_MAT - width / 2,
    Math.min(depth, Math.max(NEAREST, y * HALF_MAT)),
    0,
  ]
  const shapes = (across: boolean) =>
    all
      .filter((mat) => mat.width > mat.depth === across)
      .map(({ x, y, width: w, depth: d }) =>
        polygon(
          seeAll(room, [corner(x, y), corner(x + w, y), corner(x + w, y + d), corner(x, y + d)]),
        ),
      )
      .join('')
  const wash = (colour: Colour) =>
    sheet.gradient(
      [0, 540],
      [0, 900],
      [
        { at: 0, colour: seen(colour, 0.72) },
        { at: 1, colour: seen(colour, 0.95) },
      ],
    )
  sheet.fill(shapes(true), wash(straw))
  sheet.fill(shapes(false), wash(mix(straw, '#8f8f58', 0.16)))
  sheet.stroke(
    lines(
      all
        .flatMap(bordersOf)
        .map(([[ax, ay], [bx, by]]) => seeAll(room, [corner(ax, ay), corner(bx, by)])),
    ),
    seen(border, 0.7),
    { width: 5, cap: 'butt' },
  )
}

/** The two long edges of a tatami mat, along which its cloth border is drawn. */
function bordersOf({ x, y, width, depth }: Mat): [[number, number], [number, number]][] {
  const inset = 0.03
  return width >= depth
    ? [
        [
          [x, y + inset],
          [x + width, y + inset],
        ],
        [
          [x, y + depth - inset],
          [x + width, y + depth - inset],
        ],
      ]
    : [
        [
          [x + inset, y],
          [x + inset, y + depth],
        ],
        [
          [x + width - inset, y],
          [x + width - inset, y + depth],
        ],
      ]
}
