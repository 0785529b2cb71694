import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import { drawFloorboards } from './boards.ts'
import { drawBlock } from './furniture.ts'
import { LINTEL } from './partitions.ts'
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

export function drawEntrance(light: Light, random: Random) {
  const wood = random.pick<Colour>(['#7a5c42', '#5f4634', '#8a6a4a'])
  const room = createRoom(light, random, {
    width: 3,
    depth: 3.6,
    height: 2.6,
    eyeHeight: 1.35,
    span: random.between(620, 680),
    horizon: 350,
    heading: random.between(-0.12, 0.12),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth, width } = room
  const half = width / 2
  drawShell(room, random.pick(['#dccfae', '#e6dcc4', '#cbbd98']), '#a8845c', darker(wood, 0.1))
  drawFloorboards(room, '#a8845c', 12)
  const step = 1.5
  sheet.fill(
    polygon(
      seeAll(room, [
        [-half, step, -0.3],
        [half, step, -0.3],
        [half, depth, -0.3],
        [-half, depth, -0.3],
      ]),
    ),
    seen('#8f8a80', 0.75),
  )
  const slabs = [0.33, 0.66].map((part) =>
    seeAll(room, [
      [-half, step + (depth - step) * part, -0.3],
      [half, step + (depth - step) * part, -0.3],
    ]),
  )
  const cross = [-0.7, 0, 0.7].map((x) =>
    seeAll(room, [
      [x, step, -0.3],
      [x, depth, -0.3],
    ]),
  )
  sheet.stroke(lines([...slabs, ...cross]), seen('#5f5b54', 0.6), { width: 2 })
  fillPanel(room, back, [0, width], [-0.3, 0], '#8f8a80', 0.55)
  drawLatticeDoors(room, back, wood)
  ruleLines(
    room,
    back,
    [
      [0, 2.02, width, 2.02],
      [0.06, -0.3, 0.06, 2.6],
      [width - 0.06, -0.3, width - 0.06, 2.6],
    ],
    wood,
    0.13,
  )
  for (const plane of [left, right])
    ruleLines(room, plane, [[-1, LINTEL + 0.2, plane.length, LINTEL + 0.2]], wood, 0.1)
  drawCorners(room)
  if (room.outside.lamps < 0.2)
    sheet.fill(
      polygon(
        seeAll(room, [
          [-0.8, depth, -0.29],
          [0.8, depth, -0.29],
          [0.8 - room.side * 0.7, step, -0.29],
          [-0.8 - room.side * 0.7, step, -0.29],
        ]),
      ),
      '#fff6d9',
      0.3,
    )
  const sill = seeAll(room, [
    [-half, step - 0.14, 0.005],
    [half, step - 0.14, 0.005],
    [half, step, 0.005],
    [-half, step, 0.005],
  ])
  sheet.fill(polygon(sill), seen(darker(wood, 0.05), 0.9))
  const cabinet = room.side < 0 ? { x0: half - 0.42, x1: half } : { x0: -half, x1: -half + 0.42 }
  drawBlock(room, { ...cabinet, y0: step + 0.2, y1: depth - 0.3, z0: -0.3, z1: 0.75 }, '#94714e')
  const [vx, vy] = eye.see([(cabinet.x0 + cabinet.x1) / 2, depth - 0.8, 0.75])
  const metre = eye.scale([0, depth - 0.8, 0.75])
  sheet.stroke(
    line([
      [vx, vy - metre * 0.04],
      [vx, vy - metre * 0.14],
    ]),
    seen('#4a5f6b', 0.8),
    { width: metre * 0.12 },
  )
  sheet.stroke(
    curve([
      [vx, vy - metre * 0.2],
      [vx + metre * 0.05, vy - metre * 0.4],
      [vx + metre * 0.22, vy - metre * 0.52],
    ]) +
      curve([
        [vx, vy - metre * 0.2],
        [vx - metre * 0.03, vy - metre * 0.36],
        [vx - metre * 0.12, vy - metre * 0.46],
      ]),
    seen('#5a4a38', 0.7),
    { width: 3 },
  )
  sheet.stroke(
    dots([
      [vx + metre * 0.22, vy - metre * 0.52],
      [vx + metre * 0.13, vy - metre * 0.45],
      [vx - metre * 0.12, vy - metre * 0.46],
      [vx + metre * 0.06, vy - metre * 0.36],
    ]),
    seen(random.pick<Colour>(['#c23b2e', '#f2c3ca', '#e0b26a', '#f3efe6']), 0.95),
    { width: metre * 0.07 },
  )
  drawShoes(room, random, step)
  return sheet
}

function drawLatticeDoors(room: Room, plane: Plane, wood: Colour) {
  const { sheet, outside, width } = room
  const [from, to] = [0.12, width - 0.12]
  const night = outside.lamps > 0.5
  sheet.fill(
    polygon(
      seeAll(room, [
        plane.spot(from, -0.28),
        plane.spot(to, -0.28),
        plane.spot(to, 1.98),
        plane.spot(from, 1.98),
      ]),
    ),
    sheet.fade([
      { at: 0, colour: night ? outside.seen('#6d7d95', 0.8) : lighter(outside.sky.low, 0.35) },
      { at: 1, colour: night ? outside.seen('#45556b', 0.8) : lighter(outside.sky.low, 0.6) },
    ]),
  )
  const count = 22
  const bars = Array.from(
    { length: count },
    (_, index) => from + ((index + 0.5) / count) * (to - from),
  ).map((s) => [s, 0.25, s, 1.98] as const)
  ruleLines(room, plane, bars, wood, 0.028)
  fillPanel(room, plane, [from, to], [-0.28, 0.25], '#8a6a4a', 0.5)
  ruleLines(
    room,
    plane,
    [
      [from, 0.25, to, 0.25],
      [from, 1.2, to, 1.2],
      [(from + to) / 2, -0.28, (from + to) / 2, 1.98],
      [from, -0.28, to, -0.28],
    ],
    wood,
    0.06,
  )
}

function drawShoes({ sheet, seen, eye }: Room, random: Random, step: number) {
  const pair = (x: number, y: number, colour: Colour) => {
    const metre = eye.scale([x, y, -0.3])
    const feet = [-0.07, 0.07].map((aside) => [
      eye.see([x + aside, y - 0.1, -0.28]),
      eye.see([x + aside, y + 0.14, -0.28]),
    ])
    sheet.stroke(lines(feet), seen(darker(colour, 0.3), 0.6), { width: metre * 0.105 })
    sheet.stroke(
      lines(feet.map(([a, b]) => (a && b ? [a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]] : []))),
      seen(colour, 0.9),
      { width: metre * 0.085 },
    )
  }
  pair(-0.3, step + 0.35, random.pick(['#5b4034', '#2f3a4a', '#8a3a32']))
  pair(0.25, step + 0.4, random.pick(['#b08a5a', '#e3ddd0', '#4f5f3f']))
  const [x, y] = eye.see([-1.25, step + 1.6, -0.3])
  const metre = eye.scale([0, step + 1.6, 0])
  sheet.stroke(
    lines([
      [
        [x, y],
        [x + metre * 0.06, y - metre * 0.62],
      ],
    ]),
    seen('#c23b2e', 0.8),
    { width: metre * 0.07 },
  )
  sheet.stroke(
    curve([
      [x + metre * 0.06, y - metre * 0.62],
      [x + metre * 0.08, y - metre * 0.76],
      [x + metre * 0.16, y - metre * 0.7],
    ]),
    seen('#5b4034', 0.7),
    { width: metre * 0.03 },
  )
}
