import type { Colour } from '../colour.ts'
import { curve, dots, line, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { fillPanel, type Plane, quadOn, type Room, ruleLines } from './room.ts'

export function drawAlcove(room: Room, plane: Plane, from: number, to: number) {
  const { sheet, random, seen, eye } = room
  const middle = from + (to - from) * 0.56
  fillPanel(
    room,
    plane,
    [from, to],
    [0, room.height - 0.25],
    random.pick<Colour>(['#b9a37a', '#a8b09a', '#c2a98a', '#9fa89c']),
    0.5,
  )
  fillPanel(room, plane, [from, to], [0, 0.16], '#5d3f2c', 0.75)
  fillPanel(room, plane, [from, to], [0.13, 0.16], '#8a6445', 0.9)
  drawScroll(room, plane, from + (middle - from) / 2)
  const metre = eye.scale(plane.spot(from, 0.5))
  const [vaseX, vaseY] = quadOn(room, plane, from + (middle - from) * 0.82, to, 0.16, 1)[0] ?? [
    0, 0,
  ]
  sheet.fill(
    polygon([
      [vaseX - metre * 0.06, vaseY],
      [vaseX - metre * 0.08, vaseY - metre * 0.14],
      [vaseX - metre * 0.03, vaseY - metre * 0.24],
      [vaseX + metre * 0.03, vaseY - metre * 0.24],
      [vaseX + metre * 0.08, vaseY - metre * 0.14],
      [vaseX + metre * 0.06, vaseY],
    ]),
    seen(random.pick<Colour>(['#4a5f6b', '#7d6a55', '#8f3f32']), 0.7),
  )
  const stems: Point[][] = [-0.1, 0.05, 0.14].map((lean) => [
    [vaseX, vaseY - metre * 0.22],
    [vaseX + metre * lean * 0.4, vaseY - metre * 0.4],
    [vaseX + metre * lean, vaseY - metre * 0.52],
  ])
  sheet.stroke(stems.map(curve).join(''), seen('#55663f', 0.7), { width: 2.4 })
  sheet.stroke(
    dots(stems.map((stem) => stem[2] ?? [vaseX, vaseY])),
    seen(random.pick<Colour>(['#c23b2e', '#f0e6d6', '#d9a43b', '#b98ab0']), 0.9),
    { width: metre * 0.075 },
  )
  ruleLines(
    room,
    plane,
    [
      [from, 0, from, room.height],
      [middle, 0, middle, room.height],
      [to, 0, to, room.height],
    ],
    '#5a3f2c',
    0.1,
  )
  ruleLines(room, plane, [[from, room.height - 0.25, to, room.height - 0.25]], '#5a3f2c', 0.1)
  const half = middle + (to - middle) * 0.5
  ruleLines(
    room,
    plane,
    [
      [middle, 0.86, half + 0.1, 0.86],
      [half - 0.06, 1.12, to, 1.12],
    ],
    '#6b4a34',
    0.045,
  )
  ruleLines(room, plane, [[half, 0.86, half, 1.12]], '#6b4a34', 0.03)
  fillPanel(room, plane, [middle + 0.05, to - 0.05], [1.58, 1.82], '#efe5cf')
  ruleLines(room, plane, [[(middle + to) / 2, 1.58, (middle + to) / 2, 1.82]], '#33292a', 0.02)
}

function drawScroll(room: Room, plane: Plane, middle: number) {
  const { sheet, random, seen } = room
  const half = 0.21
  fillPanel(
    room,
    plane,
    [middle - half, middle + half],
    [0.62, 1.82],
    random.pick<Colour>(['#7d8f8a', '#a98f6a', '#8a6a74']),
    0.62,
  )
  fillPanel(
    room,
    plane,
    [middle - half + 0.06, middle + half - 0.06],
    [0.85, 1.58],
    '#f6f0e0',
    0.85,
  )
  const mark = (s: number, z: number): Point =>
    quadOn(room, plane, middle + s, middle, z, 1)[0] ?? [0, 0]
  const ink = seen('#2f2b2a', 0.7)
  if (random.chance(0.5)) {
    sheet.stroke(
      line([mark(-0.1, 1.02), mark(-0.03, 1.24), mark(0.02, 1.12), mark(0.1, 1.02)]),
      ink,
      { width: 4 },
    )
    sheet.circle(mark(0.06, 1.42), 7, seen('#c23b2e', 0.85))
  } else {
    sheet.stroke(
      curve([mark(-0.06, 1.5), mark(0.03, 1.46), mark(-0.02, 1.36), mark(0.05, 1.28)]) +
        curve([mark(0.04, 1.22), mark(-0.08, 1.14), mark(0.02, 1.04), mark(-0.02, 0.94)]),
      ink,
      { width: 5 },
    )
  }
  ruleLines(
    room,
    plane,
    [[middle - half - 0.03, 0.62, middle + half + 0.03, 0.62]],
    '#3b2f28',
    0.04,
  )
}
