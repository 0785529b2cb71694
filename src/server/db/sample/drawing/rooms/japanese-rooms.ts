import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import {
  drawBlock,
  drawChest,
  drawCushion,
  drawHearth,
  drawLowTable,
  drawPendant,
  drawTea,
} from './furniture.ts'
import {
  drawAlcove,
  drawCeilingBoards,
  drawFusuma,
  drawGlazing,
  drawLintel,
  drawPosts,
  drawShoji,
  drawSunPatch,
  drawTransom,
  LINTEL,
} from './partitions.ts'
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
import { drawTatami, HALF_MAT } from './tatami.ts'

const PLASTER: readonly Colour[] = [
  '#d8caa8',
  '#c9b98f',
  '#e3d9bf',
  '#b9bfa2',
  '#d6c3a4',
  '#cfd0bd',
]
const STRAW: readonly Colour[] = ['#c5c08c', '#cbb57c', '#bfb77f', '#d0bd86', '#b9b98a']
const BORDER: readonly Colour[] = ['#3f5147', '#4a3f34', '#2f3b52', '#5c3a3a', '#6b5a2f']
const CUSHION: readonly Colour[] = [
  '#7a3f4a',
  '#3f5a6b',
  '#8a6a3a',
  '#4f5f3f',
  '#6a4a6a',
  '#b0553f',
]
const PAPER: readonly Colour[] = ['#efe6d0', '#e6dcc0', '#f3eee0', '#dfe3d3', '#e9dccb']
const WOOD: readonly Colour[] = ['#7a5c42', '#8a6a4a', '#6b4f3a', '#94714e']

/** A room of mats with its alcove, and paper doors on the garden side. */
export function drawTatamiRoom(light: Light, random: Random) {
  const mats = random.pick([6, 8, 8] as const)
  const wood = random.pick(WOOD)
  const room = createRoom(light, random, {
    width: HALF_MAT * (mats === 6 ? 3 : 4),
    depth: HALF_MAT * 4,
    height: 2.5,
    eyeHeight: random.between(0.95, 1.3),
    span: random.between(600, 720),
    heading: random.between(-0.1, 0.1),
  })
  const { back, left, right } = planesOf(room)
  const [sunny, inner] = room.side < 0 ? [left, right] : [right, left]
  drawShell(room, random.pick(PLASTER), '#b8a878', darker(wood, -0.1))
  drawCeilingBoards(room, wood)
  drawTatami(room, mats, random.pick(STRAW), random.pick(BORDER))
  drawBackOfRoom(room, back, wood)
  drawGardenSide(room, sunny, wood)
  drawFusuma(room, inner, HALF_MAT * 0.5, room.depth - 0.08, random.pick(PAPER), random.chance(0.4))
  ruleLines(room, inner, [[inner.length - 0.04, 0, inner.length - 0.04, room.height]], wood, 0.1)
  for (const plane of [sunny, inner]) drawLintel(room, plane, wood)
  drawCorners(room)
  drawSunPatch(room, 0.3, room.depth - 0.3)
  furnish(room, wood)
  return room.sheet.toString()
}

function drawBackOfRoom(room: Room, back: Plane, wood: Colour) {
  const { random, width } = room
  const alcove = HALF_MAT * 2
  const side = random.chance(0.5)
  const [from, to] = side ? [0.05, alcove] : [width - alcove, width - 0.05]
  const [rest, restTo] = side ? [alcove, width - 0.05] : [0.05, width - alcove]
  if (random.chance(0.5))
    drawFusuma(room, back, rest, restTo, random.pick(PAPER), random.chance(0.6))
  else drawShoji(room, back, rest, restTo)
  if (random.chance(0.5)) drawTransom(room, back, rest, restTo)
  drawAlcove(room, back, from, to)
  drawPosts(room, back, [rest, restTo], wood)
  ruleLines(room, back, [[rest, LINTEL + 0.05, restTo, LINTEL + 0.05]], wood, 0.11)
}

/** Paper doors, some pushed open on the garden. */
function drawGardenSide(room: Room, plane: Plane, wood: Colour) {
  const { random } = room
  const [from, to] = [-1.1, plane.length - 0.1]
  const open = plane.length * 0.45
  if (random.chance(0.65)) {
    drawGlazing(room, plane, from, to, { low: 0.02, high: LINTEL, sashes: 4, frame: wood })
    drawShoji(room, plane, open, to)
  } else drawShoji(room, plane, from, to)
}

function furnish(room: Room, wood: Colour) {
  const { random, depth, width } = room
  const cloth = random.pick(CUSHION)
  const [x, y] = [random.between(-0.25, 0.25), depth * random.between(0.36, 0.5)]
  if (random.chance(0.35))
    drawChest(room, width / 2 - 1.15, width / 2 - 0.1, depth - 0.5, 4, '#6b4530')
  drawPendant(room, 0, depth * 0.5)
  drawCushion(room, x, y + 0.72, cloth)
  drawCushion(room, x - 0.85, y, cloth)
  drawLowTable(room, x, y, random.pick([1.2, 0.95]), 0.75, darker(wood, 0.15))
  drawTea(room, x - 0.1, y, 0.34)
  drawCushion(room, x + 0.85, y - 0.1, cloth)
}

/** The black-beamed room around the fire. */
export function drawHearthRoom(light: Light, random: Random) {
  const wood: Colour = random.pick(['#4a3728', '#54402e', '#3f3026'])
  const room = createRoom(light, random, {
    width: 4.6,
    depth: 4.4,
    height: 3,
    eyeHeight: random.between(1.1, 1.4),
    span: random.between(600, 720),
    heading: random.between(-0.1, 0.1),
  })
  const { back, left, right } = planesOf(room)
  const [sunny, inner] = room.side < 0 ? [left, right] : [right, left]
  drawShell(room, random.pick(['#b59f78', '#a8946e', '#c4b08a']), '#7a5638', '#3a2c22')
  drawFloorboards(room, '#7a5638')
  drawGlazing(room, sunny, -1.1, sunny.length - 0.3, {
    low: 0.02,
    high: LINTEL,
    sashes: 4,
    frame: wood,
  })
  drawShoji(room, sunny, sunny.length * 0.5, sunny.length - 0.3)
  drawShoji(room, back, 0.9, 3.6)
  fillPanel(room, inner, [0.4, inner.length - 0.1], [0.02, LINTEL], '#6b4a34', 0.45)
  ruleLines(
    room,
    inner,
    Array.from(
      { length: 11 },
      (_, index) => [0.4 + index * 0.37, 0.02, 0.4 + index * 0.37, LINTEL] as const,
    ),
    '#3b2a20',
    0.03,
    0.8,
  )
  for (const plane of [back, sunny, inner]) drawLintel(room, plane, darker(wood, 0.1))
  drawPosts(room, back, [0.06, 0.88, 3.64, 4.54], darker(wood, 0.1))
  drawBeams(room, darker(wood, 0.15))
  drawCorners(room)
  drawSunPatch(room, 0.2, room.depth - 1)
  const y = room.depth * 0.42
  const cloth = random.pick(CUSHION)
  drawCushion(room, 0.1, y + 1.15, cloth)
  drawHearth(room, 0, y)
  drawCushion(room, -1.1, y - 0.05, cloth)
  drawCushion(room, 1.1, y, cloth)
  if (random.chance(0.6)) drawChest(room, -2.2, -1.2, room.depth - 0.5, 4, '#5a3a28')
  return room.sheet.toString()
}

export function drawFloorboards(room: Room, wood: Colour, across = 14) {
  const { sheet, width, depth, seen } = room
  const half = width / 2
  const joints = Array.from({ length: across - 1 }, (_, index) => {
    const x = -half + ((index + 1) / across) * width
    return seeAll(room, [
      [x, -1.2, 0],
      [x, depth, 0],
    ])
  })
  sheet.stroke(lines(joints), seen(darker(wood, 0.4), 0.6), { width: 2, opacity: 0.55 })
  const shine = Array.from({ length: 9 }, (_, index): Point[] => {
    const x = -half + ((index * 1.5 + 0.75) / across) * width
    return seeAll(room, [
      [x, room.random.between(-0.6, depth * 0.4), 0],
      [x, room.random.between(depth * 0.5, depth), 0],
    ])
  })
  sheet.stroke(lines(shine), seen(lighter(wood, 0.3), 1), { width: 5, opacity: 0.3 })
}

/** The beams of a loft that smoke has blackened, bent as the trees grew. */
function drawBeams(room: Room, wood: Colour) {
  const { sheet, width, depth, height, seen, random } = room
  const half = width / 2
  for (const part of [0.95, 0.55, 0.2]) {
    const y = depth * part
    const sag = random.between(0.05, 0.16)
    const top = (x: number, lift: number) =>
      seeAll(room, [[x, y, height - 0.42 + lift]])[0] ?? [0, 0]
    const lower: Point[] = [
      top(-half, 0),
      top(-half * 0.4, -sag),
      top(half * 0.3, -sag * 0.6),
      top(half, 0.02),
    ]
    const upper: Point[] = [
      top(half, 0.36),
      top(half * 0.3, 0.3 - sag * 0.4),
      top(-half * 0.4, 0.3 - sag),
      top(-half, 0.34),
    ]
    sheet.fill(polygon([...lower, ...upper]), seen(wood, 0.4))
    sheet.stroke(line(lower), seen(lighter(wood, 0.25), 0.8), { width: 2.4, opacity: 0.6 })
  }
}

/** Two rooms in one, the doors between them taken out, the garden at the end. */
export function drawOpenRooms(light: Light, random: Random) {
  const wood = random.pick(WOOD)
  const room = createRoom(light, random, {
    width: 3.64,
    depth: 6.4,
    height: 2.5,
    eyeHeight: random.between(0.85, 1.1),
    span: random.between(500, 600),
    heading: random.between(-0.05, 0.05),
  })
  const { back, left, right } = planesOf(room)
  const [sunny, inner] = room.side < 0 ? [left, right] : [right, left]
  drawShell(room, random.pick(PLASTER), '#b8a878', wood)
  drawCeilingBoards(room, wood)
  const straw = random.pick(STRAW)
  drawTatami(room, 8, straw, random.pick(BORDER))
  drawGlazing(room, back, 0.1, 3.54, { low: 0.02, high: LINTEL, sashes: 4, frame: wood })
  drawShoji(room, back, 0.1, 0.95)
  drawShoji(room, back, 2.69, 3.54)
  drawTransom(room, back, 0.1, 3.54)
  drawShoji(room, sunny, -1.1, sunny.length - 0.1)
  drawFusuma(room, inner, 0.2, inner.length - 0.1, random.pick(PAPER), true)
  for (const plane of [back, sunny, inner]) drawLintel(room, plane, wood)
  drawCorners(room)
  drawGateway(room, 3.64, wood)
  drawSunPatch(room, 0.6, 5.4)
  drawPendant(room, 0, 5)
  const cloth = random.pick(CUSHION)
  drawCushion(room, -0.75, 2, cloth)
  drawLowTable(room, 0.1, 2, 1.15, 0.75, darker(wood, 0.15))
  drawTea(room, 0.1, 2, 0.34)
  drawCushion(room, 0.95, 1.9, cloth)
  return room.sheet.toString()
}

/** Posts, lintel and carved transom where the doors were. */
function drawGateway(room: Room, y: number, wood: Colour) {
  const half = room.width / 2
  const gate: Plane = { length: room.width, bright: 0.5, spot: (s, z) => [s - half, y, z] }
  fillPanel(room, gate, [0, room.width], [LINTEL + 0.46, room.height], '#d8caa8', 0.5)
  drawTransom(room, gate, 0.08, room.width - 0.08)
  ruleLines(room, gate, [[0, LINTEL + 0.07, room.width, LINTEL + 0.07]], wood, 0.13)
  drawPosts(room, gate, [0.05, room.width - 0.05], wood)
  drawBlock(room, { x0: -half, x1: half, y0: y - 0.04, y1: y + 0.06, z0: 0, z1: 0.012 }, wood)
}
