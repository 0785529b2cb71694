import type { Random } from '../../random.ts'
import { type Colour, darker } from '../colour.ts'
import type { Light } from '../light.ts'
import { drawCeilingBoards } from './boards.ts'
import { BORDER, CUSHION, PAPER, PLASTER, STRAW, WOOD } from './colours.ts'
import { drawBlock, drawCushion, drawLowTable, drawPendant, drawTea } from './furniture.ts'
import { drawFusuma, drawLintel, drawPosts, drawShoji, drawTransom, LINTEL } from './partitions.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  type Plane,
  planesOf,
  type Room,
  ruleLines,
} from './room.ts'
import { drawTatami } from './tatami.ts'
import { drawGlazing, drawSunPatch } from './windows.ts'

/** Two rooms whose dividing doors were removed, with the garden at the end. */
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
  return room.sheet
}

/** The frame of the removed doors: posts, lintel and carved transom. */
function drawGateway(room: Room, y: number, wood: Colour) {
  const half = room.width / 2
  const gate: Plane = { length: room.width, bright: 0.5, spot: (s, z) => [s - half, y, z] }
  fillPanel(room, gate, [0, room.width], [LINTEL + 0.46, room.height], '#d8caa8', 0.5)
  drawTransom(room, gate, 0.08, room.width - 0.08)
  ruleLines(room, gate, [[0, LINTEL + 0.07, room.width, LINTEL + 0.07]], wood, 0.13)
  drawPosts(room, gate, [0.05, room.width - 0.05], wood)
  drawBlock(room, { x0: -half, x1: half, y0: y - 0.04, y1: y + 0.06, z0: 0, z1: 0.012 }, wood)
}
