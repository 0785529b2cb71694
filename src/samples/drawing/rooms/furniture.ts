import { type Colour, darker, lighter } from '../colour.ts'
import { line, lines, polygon } from '../path.ts'
import type { Spot } from '../perspective.ts'
import type { Point } from '../sheet.ts'
import { type Room, seeAll } from './room.ts'

interface Block {
  x0: number
  x1: number
  y0: number
  y1: number
  z0: number
  z1: number
}

/** A box, with its visible top, front and side. */
export function drawBlock(
  room: Room,
  { x0, x1, y0, y1, z0, z1 }: Block,
  colour: Colour,
  top: Colour = lighter(colour, 0.12),
) {
  const { sheet, eye, seen, side } = room
  const face = (spots: readonly Spot[], paint: Colour, bright: number) =>
    sheet.fill(polygon(seeAll(room, spots)), seen(paint, bright))
  if (x0 > eye.at[0])
    face(
      [
        [x0, y0, z0],
        [x0, y1, z0],
        [x0, y1, z1],
        [x0, y0, z1],
      ],
      colour,
      side < 0 ? 0.85 : 0.35,
    )
  if (x1 < eye.at[0])
    face(
      [
        [x1, y0, z0],
        [x1, y1, z0],
        [x1, y1, z1],
        [x1, y0, z1],
      ],
      colour,
      side > 0 ? 0.85 : 0.35,
    )
  face(
    [
      [x0, y0, z0],
      [x1, y0, z0],
      [x1, y0, z1],
      [x0, y0, z1],
    ],
    colour,
    0.6,
  )
  if (z1 < eye.at[2])
    face(
      [
        [x0, y0, z1],
        [x1, y0, z1],
        [x1, y1, z1],
        [x0, y1, z1],
      ],
      top,
      0.95,
    )
}

export function drawShadow(room: Room, { x0, x1, y0, y1 }: Omit<Block, 'z0' | 'z1'>) {
  const drift = -room.side * 0.18
  room.sheet.fill(
    polygon(
      seeAll(room, [
        [x0 + drift - 0.03, y0 - 0.06, 0.004],
        [x1 + drift + 0.03, y0 - 0.06, 0.004],
        [x1 + drift, y1, 0.004],
        [x0 + drift, y1, 0.004],
      ]),
    ),
    '#3a2d26',
    0.28,
  )
}

export function drawLowTable(
  room: Room,
  x: number,
  y: number,
  width: number,
  depth: number,
  wood: Colour,
) {
  const [x0, x1, y0, y1] = [x - width / 2, x + width / 2, y - depth / 2, y + depth / 2]
  drawShadow(room, { x0, x1, y0, y1 })
  for (const leg of [x0 + 0.06, x1 - 0.14])
    drawBlock(
      room,
      { x0: leg, x1: leg + 0.08, y0: y0 + 0.05, y1: y0 + 0.13, z0: 0, z1: 0.28 },
      darker(wood, 0.2),
    )
  drawBlock(room, { x0, x1, y0, y1, z0: 0.28, z1: 0.34 }, wood)
}

export function drawCushion(room: Room, x: number, y: number, colour: Colour) {
  const half = 0.29
  drawShadow(room, { x0: x - half, x1: x + half, y0: y - half, y1: y + half })
  const { sheet, seen } = room
  const corners: Spot[] = [
    [x - half, y - half, 0.05],
    [x + half, y - half, 0.05],
    [x + half, y + half, 0.05],
    [x - half, y + half, 0.05],
  ]
  const points = seeAll(room, corners)
  sheet.fill(polygon(points), seen(colour, 0.85))
  sheet.stroke(line([...points, ...points.slice(0, 1)]), seen(darker(colour, 0.2), 0.8), {
    width: 9,
  })
  sheet.stroke(line([...points, ...points.slice(0, 1)]), seen(lighter(colour, 0.12), 0.95), {
    width: 4,
  })
  sheet.circle(room.eye.see([x, y, 0.05]), 4, seen(lighter(colour, 0.4), 1))
}

export function drawTea(room: Room, x: number, y: number, z: number) {
  const { sheet, seen, eye } = room
  const metre = eye.scale([x, y, z])
  const [px, py] = eye.see([x, y, z])
  const pot = metre * 0.09
  sheet.fill(
    polygon([
      [px - pot * 2.4, py],
      [px + pot * 3.6, py],
      [px + pot * 3.1, py - pot * 0.5],
      [px - pot * 1.9, py - pot * 0.5],
    ]),
    seen('#6b4a34', 0.8),
  )
  sheet.circle([px, py - pot * 0.75], pot * 0.8, seen('#5b3b30', 0.75))
  sheet.stroke(
    line([
      [px + pot * 0.6, py - pot * 0.8],
      [px + pot * 1.5, py - pot * 1.15],
    ]),
    seen('#5b3b30', 0.75),
    { width: pot * 0.34 },
  )
  sheet.stroke(
    line([
      [px - pot * 0.2, py - pot * 1.6],
      [px + pot * 0.2, py - pot * 1.6],
    ]),
    seen('#4a3028', 0.75),
    { width: pot * 0.3 },
  )
  for (const cup of [-1.5, 2.5])
    sheet.stroke(
      line([
        [px + pot * cup, py - pot * 0.25],
        [px + pot * cup, py - pot * 0.65],
      ]),
      seen('#dfe5df', 0.95),
      { width: pot * 0.6, cap: 'butt' },
    )
}

/** The square paper lamp of a tatami room. */
export function drawPendant(room: Room, x: number, y: number) {
  const { sheet, seen, eye, height, outside } = room
  const lit = outside.lamps > 0.2
  const [cordX, cordY] = eye.see([x, y, height])
  const metre = eye.scale([x, y, height])
  const [px, py] = eye.see([x, y, height - 0.62])
  if (lit) {
    const glow = sheet.glow([
      { at: 0, colour: '#ffe7ae', opacity: 0.75 },
      { at: 1, colour: '#ffd98c', opacity: 0 },
    ])
    sheet.circle([px, py - metre * 0.05], metre * 1.1, glow)
  }
  sheet.stroke(
    line([
      [cordX, cordY],
      [px, py - metre * 0.2],
    ]),
    seen('#3b2f28', 0.5),
    { width: 2.4 },
  )
  const shade: Point[] = [
    [px - metre * 0.3, py],
    [px + metre * 0.3, py],
    [px + metre * 0.22, py - metre * 0.2],
    [px - metre * 0.22, py - metre * 0.2],
  ]
  sheet.fill(polygon(shade), lit ? '#fff0c4' : seen('#efe4c9', 0.85))
  sheet.stroke(
    lines([
      [
        [px, py],
        [px, py - metre * 0.2],
      ],
      [
        [px - metre * 0.3, py],
        [px + metre * 0.3, py],
      ],
      [
        [px - metre * 0.22, py - metre * 0.2],
        [px + metre * 0.22, py - metre * 0.2],
      ],
    ]),
    seen('#5a4030', 0.6),
    { width: 3 },
  )
}

/** A chest of drawers with iron fittings. */
export function drawChest(
  room: Room,
  x0: number,
  x1: number,
  y: number,
  rows: number,
  wood: Colour,
) {
  const { sheet, seen, eye } = room
  const high = rows * 0.28
  drawShadow(room, { x0, x1, y0: y, y1: y + 0.42 })
  drawBlock(room, { x0, x1, y0: y, y1: y + 0.42, z0: 0, z1: high }, wood)
  const seams = Array.from({ length: rows - 1 }, (_, index) =>
    seeAll(room, [
      [x0, y, (index + 1) * 0.28],
      [x1, y, (index + 1) * 0.28],
    ]),
  )
  sheet.stroke(lines(seams), seen(darker(wood, 0.4), 0.5), { width: 3, cap: 'butt' })
  const handles = Array.from({ length: rows }, (_, index) =>
    [0.3, 0.7].map((part) =>
      seeAll(room, [
        [x0 + (x1 - x0) * part - 0.06, y, index * 0.28 + 0.15],
        [x0 + (x1 - x0) * part + 0.06, y, index * 0.28 + 0.15],
      ]),
    ),
  ).flat()
  sheet.stroke(lines(handles), seen('#2b2625', 0.6), { width: eye.scale([x0, y, 0]) * 0.022 })
}
