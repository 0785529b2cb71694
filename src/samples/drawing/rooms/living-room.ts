import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, line, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawFloorboards } from './boards.ts'
import { drawBlock, drawShadow } from './furniture.ts'
import { drawBulb } from './kitchen-furniture.ts'
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
import { drawGlazing, drawSunPatch } from './windows.ts'

export function drawLivingRoom(light: Light, random: Random) {
  const wood = random.pick<Colour>(['#b98f63', '#a67c52', '#c9a377', '#8f6a48'])
  const room = createRoom(light, random, {
    width: 4.6,
    depth: 4,
    height: 2.45,
    eyeHeight: random.between(1.1, 1.35),
    span: random.between(720, 800),
    horizon: 430,
    heading: random.between(-0.12, 0.12),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth, width } = room
  const [sunny] = room.side < 0 ? [left] : [right]
  drawShell(room, random.pick(['#ece5d6', '#e6e0d2', '#dfe2d9', '#efe9dd']), wood, '#f3efe6')
  drawFloorboards(room, wood, 18)
  drawGlazing(room, back, 1, 3.5, { low: 0.05, high: 2, sashes: 2, frame: '#6f6a64' })
  drawGlazing(room, sunny, 0.6, 2.6, { low: 0.9, high: 1.95, sashes: 2, frame: '#6f6a64' })
  drawCurtains(
    room,
    back,
    random.pick<Colour>(['#b5a88c', '#8fa08f', '#a9b3bb', '#c2a18a', '#7f8fa0']),
  )
  drawCorners(room)
  drawSunPatch(room, 0.5, 2.8)
  const rug = random.pick<Colour>(['#8a5a4a', '#5f6f7a', '#a89468', '#6f7f63'])
  const mat = seeAll(room, [
    [-1.3, 0.5, 0.004],
    [1.3, 0.5, 0.004],
    [1.3, 2.3, 0.004],
    [-1.3, 2.3, 0.004],
  ])
  sheet.fill(polygon(mat), seen(rug, 0.85))
  sheet.stroke(line([...mat, ...mat.slice(0, 1)]), seen(lighter(rug, 0.25), 0.95), { width: 5 })
  const sofa = random.pick<Colour>(['#6f7a6a', '#7d5f4c', '#4f6478', '#a58a63', '#8f8478'])
  const out = -room.side
  const edge = (width / 2) * out
  const [x0, x1] = out < 0 ? [edge + 0.08, edge + 0.95] : [edge - 0.95, edge - 0.08]
  drawShadow(room, { x0, x1, y0: 0.6, y1: 2.4 })
  drawBlock(
    room,
    out < 0
      ? { x0, x1: x0 + 0.24, y0: 0.6, y1: 2.4, z0: 0.1, z1: 0.82 }
      : { x0: x1 - 0.24, x1, y0: 0.6, y1: 2.4, z0: 0.1, z1: 0.82 },
    sofa,
  )
  drawBlock(room, { x0, x1, y0: 2.2, y1: 2.4, z0: 0.1, z1: 0.6 }, sofa)
  drawBlock(room, { x0, x1, y0: 0.8, y1: 2.2, z0: 0.1, z1: 0.42 }, sofa, lighter(sofa, 0.1))
  drawBlock(room, { x0, x1, y0: 0.6, y1: 0.8, z0: 0.1, z1: 0.6 }, sofa)
  drawShadow(room, { x0: -0.5, x1: 0.5, y0: 1.1, y1: 1.8 })
  drawBlock(room, { x0: -0.5, x1: 0.5, y0: 1.1, y1: 1.8, z0: 0.3, z1: 0.36 }, darker(wood, 0.2))
  for (const x of [-0.46, 0.4])
    drawBlock(room, { x0: x, x1: x + 0.06, y0: 1.12, y1: 1.18, z0: 0, z1: 0.3 }, darker(wood, 0.35))
  const [px, py] = eye.see([room.side * (width / 2 - 0.45), depth - 0.4, 0])
  const metre = eye.scale([0, depth - 0.4, 0])
  const leaves = Array.from({ length: 9 }, (_, index): Point[] => {
    const angle = -2.9 + (index / 8) * 2.6
    const reach = metre * random.between(0.35, 0.55)
    return [
      [px, py - metre * 0.4],
      [px + Math.cos(angle) * reach * 0.6, py - metre * 0.45 + Math.sin(angle) * reach * 1.3],
      [px + Math.cos(angle) * reach, py - metre * 0.42 + Math.sin(angle) * reach],
    ]
  })
  sheet.stroke(leaves.map(curve).join(''), seen('#4f7a4a', 0.75), { width: metre * 0.065 })
  sheet.fill(
    polygon([
      [px - metre * 0.14, py - metre * 0.36],
      [px + metre * 0.14, py - metre * 0.36],
      [px + metre * 0.1, py],
      [px - metre * 0.1, py],
    ]),
    seen('#b5694a', 0.8),
  )
  drawBulb(room, 0, 1.5)
  return sheet
}

function drawCurtains(room: Room, plane: Plane, cloth: Colour) {
  ruleLines(room, plane, [[0.7, 2.1, 3.8, 2.1]], '#8a8378', 0.04)
  for (const [from, to] of [
    [0.72, 1.12],
    [3.38, 3.78],
  ] as const) {
    fillPanel(room, plane, [from, to], [0.04, 2.1], cloth)
    ruleLines(
      room,
      plane,
      [0.25, 0.5, 0.75].map(
        (part) => [from + (to - from) * part, 0.04, from + (to - from) * part, 2.1] as const,
      ),
      darker(cloth, 0.25),
      0.02,
      0.7,
    )
  }
}
