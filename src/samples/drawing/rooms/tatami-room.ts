import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import type { Light } from '../light.ts'
import { drawAlcove } from './alcove.ts'
import { drawCeilingBoards } from './boards.ts'
import { BORDER, CUSHION, PAPER, PLASTER, STRAW, WOOD } from './colours.ts'
import { drawChest, drawCushion, drawLowTable, drawPendant, drawTea } from './furniture.ts'
import { drawFusuma, drawLintel, drawPosts, drawShoji, drawTransom, LINTEL } from './partitions.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  type Plane,
  planesOf,
  type Room,
  ruleLines,
} from './room.ts'
import { drawTatami, HALF_MAT } from './tatami.ts'
import { drawGlazing, drawSunPatch } from './windows.ts'

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
  return room.sheet
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

/** Shoji, sometimes partly open to the garden. */
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
