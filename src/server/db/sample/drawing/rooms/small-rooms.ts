import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock, drawShadow } from './furniture.ts'
import { drawFloorboards } from './japanese-rooms.ts'
import { drawGlazing, drawLintel, drawShoji, drawSunPatch, LINTEL } from './partitions.ts'
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
import { drawTatami } from './tatami.ts'

/** Small tiles, a deep tub, steam. */
export function drawBathroom(light: Light, random: Random) {
  const room = createRoom(light, random, {
    width: 2.7,
    depth: 2.3,
    height: 2.3,
    eyeHeight: 1.3,
    span: random.between(690, 750),
    horizon: 390,
    heading: random.between(-0.14, 0.14),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth, width } = room
  const tile = random.pick<Colour>(['#a9c4c9', '#bcd0bf', '#dcc7b8', '#93b0c2', '#e3dccb'])
  drawShell(room, '#efece3', tile, '#f1eee6')
  for (const plane of [back, left, right]) drawTileWall(room, plane, tile)
  drawTileFloor(room, tile)
  drawGlazing(room, back, 0.65, 2.05, { low: 1.15, high: 1.85, sashes: 2, frame: '#8d9497' })
  drawCorners(room)
  const cypress = random.chance(0.45)
  const tub: Colour = cypress ? '#c9a26b' : random.pick(['#7fa3b5', '#e9e6de', '#8fb0a0'])
  const [x0, x1, y0] = [-width / 2 + 0.02, width / 2 - 0.75, depth - 0.95]
  drawBlock(room, { x0, x1, y0, y1: depth, z0: 0, z1: 0.62 }, tub)
  const water = seeAll(room, [
    [x0 + 0.08, y0 + 0.08, 0.6],
    [x1 - 0.08, y0 + 0.08, 0.6],
    [x1 - 0.08, depth - 0.04, 0.6],
    [x0 + 0.08, depth - 0.04, 0.6],
  ])
  sheet.fill(polygon(water), seen('#8fc0c4', 0.95))
  const ripples = [0.3, 0.55, 0.8].map((part) =>
    seeAll(room, [
      [x0 + 0.3, y0 + 0.9 * part, 0.6],
      [x0 + 0.9, y0 + 0.9 * part, 0.6],
    ]),
  )
  sheet.stroke(lines(ripples), '#f4fbfa', { width: 3, opacity: 0.6 })
  if (cypress)
    sheet.stroke(
      lines(
        [0.2, 0.4].map((z) =>
          seeAll(room, [
            [x0, y0, z],
            [x1, y0, z],
          ]),
        ),
      ),
      seen('#8f6d3f', 0.6),
      { width: 2.4 },
    )
  const steam = [0, 1, 2].map((index): Point[] => {
    const [x, y] = eye.see([x0 + 0.4 + index * 0.45, depth - 0.5, 0.65])
    return [
      [x, y],
      [x + 26, y - 50],
      [x - 22, y - 100],
      [x + 18, y - 160],
    ]
  })
  sheet.stroke(steam.map(curve).join(''), '#ffffff', { width: 15, opacity: 0.26 })
  drawShower(room)
  drawPail(room)
  return sheet.toString()
}

function drawTileWall(room: Room, plane: Plane, tile: Colour) {
  fillPanel(room, plane, [-1.2, plane.length], [0, 1.1], lighter(tile, 0.25))
  const count = Math.ceil((plane.length + 1.2) / 0.2)
  const upright = Array.from(
    { length: count },
    (_, index) => [plane.length - index * 0.2, 0, plane.length - index * 0.2, 1.1] as const,
  )
  const level = [0.2, 0.4, 0.6, 0.8, 1].map((z) => [-1.2, z, plane.length, z] as const)
  ruleLines(room, plane, [...upright, ...level], darker(tile, 0.12), 0.008, 0.7)
  ruleLines(room, plane, [[-1.2, 1.1, plane.length, 1.1]], darker(tile, 0.25), 0.04)
}

function drawTileFloor(room: Room, tile: Colour) {
  const { sheet, width, depth, seen } = room
  const half = width / 2
  const joints: Point[][] = []
  for (let x = -half; x <= half; x += 0.18)
    joints.push(
      seeAll(room, [
        [x, -1.2, 0],
        [x, depth, 0],
      ]),
    )
  for (let y = -1.1; y <= depth; y += 0.18)
    joints.push(
      seeAll(room, [
        [-half, y, 0],
        [half, y, 0],
      ]),
    )
  sheet.stroke(lines(joints), seen(darker(tile, 0.25), 0.8), { width: 1.4, opacity: 0.5 })
}

function drawShower(room: Room) {
  const { sheet, seen, eye, width, depth } = room
  const [x, y] = eye.see([width / 2 - 0.36, depth, 0.95])
  const chrome = seen('#b9c0c2', 0.95)
  sheet.stroke(
    line([
      [x - 34, y],
      [x + 34, y],
    ]),
    chrome,
    { width: 9 },
  )
  sheet.stroke(
    line([
      [x, y + 4],
      [x, y + 26],
    ]),
    chrome,
    { width: 7 },
  )
  sheet.stroke(
    curve([
      [x + 20, y],
      [x + 60, y + 60],
      [x + 44, y - 70],
      [x + 38, y - 128],
    ]),
    seen('#8d9497', 0.8),
    { width: 4 },
  )
  sheet.stroke(
    line([
      [x + 38, y - 128],
      [x + 16, y - 146],
    ]),
    chrome,
    { width: 13 },
  )
  const mirror = seeAll(room, [
    [width / 2 - 0.56, depth, 1.25],
    [width / 2 - 0.14, depth, 1.25],
    [width / 2 - 0.14, depth, 1.75],
    [width / 2 - 0.56, depth, 1.75],
  ])
  sheet.fill(polygon(mirror), seen('#c9d8da', 0.9))
  sheet.stroke(line([...mirror, ...mirror.slice(0, 1)]), seen('#8d9497', 0.8), { width: 3 })
}

/** The stool and the yellow bowl of every bathhouse. */
function drawPail(room: Room) {
  const { sheet, seen, eye, width, depth, random } = room
  const x = width / 2 - 0.4
  drawBlock(
    room,
    { x0: x - 0.17, x1: x + 0.17, y0: depth - 1.1, y1: depth - 0.82, z0: 0, z1: 0.26 },
    '#c9a26b',
  )
  const [px, py] = eye.see([x - 0.5, depth - 1.15, 0])
  const metre = eye.scale([x, depth - 1.15, 0])
  const colour = random.pick<Colour>(['#e3b53a', '#c9a26b'])
  sheet.fill(
    polygon([
      [px - metre * 0.1, py],
      [px - metre * 0.14, py - metre * 0.13],
      [px + metre * 0.14, py - metre * 0.13],
      [px + metre * 0.1, py],
    ]),
    seen(colour, 0.8),
  )
  sheet.stroke(
    line([
      [px - metre * 0.13, py - metre * 0.13],
      [px + metre * 0.13, py - metre * 0.13],
    ]),
    seen(lighter(colour, 0.2), 1),
    { width: metre * 0.04 },
  )
}

/** Stone floor, the step, somebody's shoes, and the light through the lattice. */
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
  return sheet.toString()
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

/** Upstairs, at the window: a desk, and how far one sees. */
export function drawUpstairsRoom(light: Light, random: Random) {
  const wood = random.pick<Colour>(['#8a6a4a', '#7a5c42', '#a07c56'])
  const tatami = random.chance(0.6)
  const room = createRoom(light, random, {
    width: 3.64,
    depth: 3.2,
    height: 2.35,
    eyeHeight: random.between(1.15, 1.35),
    span: random.between(740, 840),
    horizon: 430,
    heading: random.between(-0.12, 0.12),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth, width } = room
  const [sunny, inner] = room.side < 0 ? [left, right] : [right, left]
  drawShell(
    room,
    random.pick(['#dccfae', '#e3dac2', '#d3d4c0', '#e6ddcf']),
    tatami ? '#b8a878' : '#b08a5f',
    tatami ? '#94714e' : '#efe9dc',
  )
  if (tatami) drawTatami(room, 8, random.pick<Colour>(['#c5c08c', '#cbb57c', '#d0bd86']), '#3f5147')
  else drawFloorboards(room, '#b08a5f')
  drawGlazing(room, back, 0.5, 3.14, { low: 0.75, high: 1.9, sashes: 4, frame: wood })
  ruleLines(room, back, [[0.35, 0.72, 3.29, 0.72]], lighter(wood, 0.1), 0.09)
  if (tatami) drawShoji(room, sunny, 0.2, 2.4, 0.75)
  fillPanel(
    room,
    inner,
    [1.3, inner.length - 0.1],
    [0.02, LINTEL],
    random.pick(['#efe6d0', '#e6dcc0', '#dfe3d3']),
  )
  ruleLines(
    room,
    inner,
    [
      [1.3, 0.02, 1.3, LINTEL],
      [2.2, 0.02, 2.2, LINTEL],
      [3.1, 0.02, 3.1, LINTEL],
    ],
    '#33292a',
    0.03,
  )
  for (const plane of [back, sunny, inner]) drawLintel(room, plane, wood)
  drawCorners(room)
  drawSunPatch(room, 0.4, 2.4)
  drawDesk(room, width, depth, wood)
  const shelf =
    room.side < 0
      ? { x0: width / 2 - 0.34, x1: width / 2 }
      : { x0: -width / 2, x1: -width / 2 + 0.34 }
  drawBlock(room, { ...shelf, y0: 0.3, y1: 1.15, z0: 0, z1: 0.9 }, darker(wood, 0.1))
  const [x, y] = eye.see([(shelf.x0 + shelf.x1) / 2, 0.7, 0.9])
  sheet.circle([x, y - 22], 22, seen('#dfe5df', 0.9))
  return sheet.toString()
}

function drawDesk(room: Room, width: number, depth: number, wood: Colour) {
  const { sheet, seen, eye, random, outside } = room
  const x0 = -width / 2 + (random.chance(0.5) ? 0.35 : 1.6)
  const [x1, y0, top] = [x0 + 1.3, depth - 0.72, 0.7]
  drawShadow(room, { x0, x1, y0, y1: depth - 0.1 })
  for (const x of [x0, x1 - 0.06])
    drawBlock(
      room,
      { x0: x, x1: x + 0.06, y0, y1: depth - 0.15, z0: 0, z1: top },
      darker(wood, 0.2),
    )
  drawBlock(room, { x0, x1, y0, y1: depth - 0.1, z0: top, z1: top + 0.05 }, wood)
  const books: readonly Colour[] = ['#8a3a32', '#3f5a6b', '#c9a34a', '#4f5f3f']
  for (const [index, colour] of books.entries())
    drawBlock(
      room,
      {
        x0: x0 + 0.08 + index * 0.06,
        x1: x0 + 0.13 + index * 0.06,
        y0: y0 + 0.3,
        y1: depth - 0.2,
        z0: top + 0.05,
        z1: top + 0.24 + (index % 2) * 0.04,
      },
      colour,
    )
  const [lampX, lampY] = eye.see([x1 - 0.25, depth - 0.3, top + 0.05])
  const metre = eye.scale([x1, depth - 0.3, top])
  sheet.stroke(
    line([
      [lampX, lampY],
      [lampX, lampY - metre * 0.3],
    ]),
    seen('#4a4038', 0.7),
    { width: 4 },
  )
  if (outside.lamps > 0.2)
    sheet.circle(
      [lampX, lampY - metre * 0.3],
      metre * 0.6,
      sheet.glow([
        { at: 0, colour: '#ffe7ae', opacity: 0.8 },
        { at: 1, colour: '#ffd98c', opacity: 0 },
      ]),
    )
  sheet.fill(
    polygon([
      [lampX - metre * 0.15, lampY - metre * 0.28],
      [lampX - metre * 0.07, lampY - metre * 0.44],
      [lampX + metre * 0.07, lampY - metre * 0.44],
      [lampX + metre * 0.15, lampY - metre * 0.28],
    ]),
    seen('#5f7f6a', 0.85),
  )
  const middle = (x0 + x1) / 2
  drawBlock(
    room,
    { x0: middle - 0.2, x1: middle + 0.2, y0: y0 - 0.45, y1: y0 - 0.08, z0: 0.36, z1: 0.42 },
    darker(wood, 0.05),
  )
  for (const x of [middle - 0.2, middle + 0.15])
    drawBlock(
      room,
      { x0: x, x1: x + 0.05, y0: y0 - 0.45, y1: y0 - 0.4, z0: 0, z1: 0.36 },
      darker(wood, 0.25),
    )
}
