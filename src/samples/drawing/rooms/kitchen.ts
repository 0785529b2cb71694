import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock } from './furniture.ts'
import { drawBulb, drawDiningTable, drawFridge } from './kitchen-furniture.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  type Plane,
  planesOf,
  type Room,
  ruleLines,
  seeAll,
} from './room.ts'
import { drawGlazing } from './windows.ts'

const ALUMINIUM: Colour = '#9ba1a4'

/** A kitchen of the 1970s: a steel sink under the window, and cupboards in one bold colour. */
export function drawKitchen(light: Light, random: Random) {
  const room = createRoom(light, random, {
    width: 3.64,
    depth: 2.9,
    height: 2.45,
    eyeHeight: random.between(1.25, 1.45),
    span: random.between(740, 820),
    horizon: 420,
    heading: random.between(-0.12, 0.12),
  })
  const { back } = planesOf(room)
  const door = random.pick<Colour>([
    '#9fbfae',
    '#e0b26a',
    '#c9785a',
    '#e6ddc8',
    '#8fa9bf',
    '#b7a48a',
  ])
  drawShell(room, random.pick(['#ece4d2', '#e6e2d6', '#efe8da']), '#b79b76', '#e9e3d6')
  drawCheckedFloor(
    room,
    random.pick<readonly [Colour, Colour]>([
      ['#cbb693', '#b59d78'],
      ['#c9b9a4', '#a9967f'],
      ['#d6cbb4', '#9fae9d'],
    ]),
  )
  drawTiles(room, back, [0, room.width], [0.86, 1.42])
  drawGlazing(room, back, 1.05, 2.6, { low: 1.2, high: 1.95, sashes: 2, frame: ALUMINIUM })
  drawCorners(room)
  drawCounter(room, door)
  drawWallCupboards(room, door)
  drawFridge(room)
  drawDiningTable(room)
  drawBulb(room, 0.1, room.depth * 0.45)
  return room.sheet
}

function drawCheckedFloor(room: Room, [light, dark]: readonly [Colour, Colour]) {
  const { sheet, seen, width, depth } = room
  const size = 0.455
  const half = width / 2
  sheet.fill(
    polygon(
      seeAll(room, [
        [-half, -1.2, 0],
        [half, -1.2, 0],
        [half, depth, 0],
        [-half, depth, 0],
      ]),
    ),
    seen(light, 0.9),
  )
  const squares: string[] = []
  for (let column = 0; column < 8; column++) {
    for (let row = -2; row < 7; row++) {
      if ((column + row) % 2) continue
      const [x, y] = [-half + column * size, row * size]
      squares.push(
        polygon(
          seeAll(room, [
            [x, y, 0],
            [x + size, y, 0],
            [x + size, Math.min(depth, y + size), 0],
            [x, Math.min(depth, y + size), 0],
          ]),
        ),
      )
    }
  }
  sheet.fill(squares.join(''), seen(dark, 0.85), 0.7)
}

function drawTiles(
  room: Room,
  plane: Plane,
  [s0, s1]: readonly [number, number],
  [z0, z1]: readonly [number, number],
) {
  fillPanel(room, plane, [s0, s1], [z0, z1], '#eef0ea', 0.85)
  const size = 0.14
  const upright = Array.from(
    { length: Math.floor((s1 - s0) / size) },
    (_, index) => s0 + (index + 1) * size,
  ).map((s) => [s, z0, s, z1] as const)
  const level = Array.from(
    { length: Math.floor((z1 - z0) / size) },
    (_, index) => z0 + (index + 1) * size,
  ).map((z) => [s0, z, s1, z] as const)
  ruleLines(room, plane, [...upright, ...level], '#bcc3bd', 0.008, 0.8)
}

function drawCounter(room: Room, door: Colour) {
  const { sheet, seen, eye, depth, width } = room
  const half = width / 2
  const [x0, x1, y0] = [-half + 0.75, half - 0.05, depth - 0.6]
  drawBlock(room, { x0, x1, y0, y1: depth, z0: 0.08, z1: 0.84 }, door)
  drawBlock(
    room,
    { x0: x0 - 0.02, x1, y0: y0 - 0.03, y1: depth, z0: 0.84, z1: 0.88 },
    '#b9bebf',
    '#d5d9d9',
  )
  const seams = [0.25, 0.5, 0.75].map((part) =>
    seeAll(room, [
      [x0 + (x1 - x0) * part, y0, 0.1],
      [x0 + (x1 - x0) * part, y0, 0.82],
    ]),
  )
  sheet.stroke(lines(seams), seen(darker(door, 0.35), 0.6), { width: 2.4 })
  const handles = [0.18, 0.32, 0.68, 0.82].map((part) =>
    seeAll(room, [
      [x0 + (x1 - x0) * part, y0, 0.72],
      [x0 + (x1 - x0) * part, y0, 0.6],
    ]),
  )
  sheet.stroke(lines(handles), seen('#6d6a66', 0.7), { width: 4 })
  const sink = seeAll(room, [
    [-0.45, y0 + 0.12, 0.885],
    [0.35, y0 + 0.12, 0.885],
    [0.35, depth - 0.12, 0.885],
    [-0.45, depth - 0.12, 0.885],
  ])
  sheet.fill(polygon(sink), seen('#8f9698', 0.7))
  const [tapX, tapY] = eye.see([-0.05, depth - 0.08, 0.9])
  sheet.stroke(
    curve([
      [tapX, tapY],
      [tapX, tapY - 52],
      [tapX + 30, tapY - 54],
      [tapX + 32, tapY - 30],
    ]),
    seen('#c9cdcd', 0.95),
    { width: 6 },
  )
  const stove: readonly [number, number] = [0.75, 1.4]
  drawBlock(
    room,
    { x0: stove[0], x1: stove[1], y0: y0 + 0.08, y1: depth - 0.1, z0: 0.88, z1: 0.98 },
    '#d8d6cf',
    '#5d5f60',
  )
  const metre = eye.scale([1.05, y0, 1])
  const [potX, potY] = eye.see([0.92, depth - 0.34, 0.99])
  sheet.fill(
    polygon([
      [potX - metre * 0.14, potY],
      [potX - metre * 0.12, potY - metre * 0.18],
      [potX + metre * 0.12, potY - metre * 0.18],
      [potX + metre * 0.14, potY],
    ]),
    seen('#c9a34a', 0.85),
  )
  sheet.stroke(
    curve([
      [potX - metre * 0.12, potY - metre * 0.18],
      [potX, potY - metre * 0.34],
      [potX + metre * 0.12, potY - metre * 0.18],
    ]),
    seen('#6d5a3a', 0.7),
    { width: 4 },
  )
  const knobs = [0.88, 1.1, 1.28].map((x) => eye.see([x, y0 + 0.08, 0.93]))
  sheet.stroke(dots(knobs), seen('#2f2d2c', 0.7), { width: 8 })
}

function drawWallCupboards(room: Room, door: Colour) {
  const { depth, width, sheet, seen, random, eye } = room
  const half = width / 2
  for (const [x0, x1] of [
    [-half + 0.02, -0.85],
    [0.85, half - 0.02],
  ] as const) {
    drawBlock(room, { x0, x1, y0: depth - 0.34, y1: depth, z0: 1.62, z1: 2.3 }, door)
    const middle = (x0 + x1) / 2
    sheet.stroke(
      line(
        seeAll(room, [
          [middle, depth - 0.34, 1.62],
          [middle, depth - 0.34, 2.3],
        ]),
      ),
      seen(darker(door, 0.35), 0.6),
      { width: 2.4 },
    )
  }
  const hooks = Array.from({ length: 5 }, (_, index) => -0.62 + index * 0.17)
  const ladles = hooks.map((x): [Point, Point] => [
    eye.see([x, depth - 0.02, 1.16]),
    eye.see([x, depth - 0.02, 1.16 - random.between(0.16, 0.24)]),
  ])
  sheet.stroke(
    line(
      seeAll(room, [
        [-0.72, depth - 0.02, 1.17],
        [0.16, depth - 0.02, 1.17],
      ]),
    ),
    seen('#8a8d8c', 0.8),
    { width: 4 },
  )
  sheet.stroke(lines(ladles), seen('#8f7350', 0.7), { width: 5 })
  sheet.stroke(dots(ladles.map(([, end]) => end)), seen('#a9aeb0', 0.9), { width: 17 })
}
