import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { dots, line, lines, polygon } from '../path.ts'
import { drawGarden } from './garden.ts'
import { drawShoji, LINTEL } from './partitions.ts'
import { createRoom, fillPanel, planesOf, type Room, ruleLines, seeAll } from './room.ts'
import { drawTatami } from './tatami.ts'
import { drawLife } from './veranda-life.ts'

/** The view through open doors, over the veranda, into the garden. */
export function drawVeranda(light: Light, random: Random) {
  const wood = random.pick<Colour>(['#7a5c42', '#6b4f3a', '#86684a'])
  const room = createRoom(light, random, {
    width: 3.64,
    depth: 2.2,
    height: 2.5,
    eyeHeight: random.between(0.95, 1.1),
    span: random.between(930, 1040),
    horizon: 440,
    heading: random.between(-0.06, 0.06),
  })
  const { sheet, eye, seen } = room
  const { back, left, right } = planesOf(room)
  const edge = room.depth + 1.15
  const level = eye.see([0, edge, -0.4])[1]
  drawGarden(sheet, light, random.fork('garden'), level, random.chance(0.4))
  const outer = { ...back, length: 7, spot: (s: number, z: number) => [s - 3.5, edge, z] as const }
  fillPanel(room, outer, [0, 7], [2.02, 2.6], '#6a5140', 0.35)
  ruleLines(
    room,
    outer,
    [
      [0, 2.02, 7, 2.02],
      [1.2, -0.4, 1.2, 2.3],
      [5.8, -0.4, 5.8, 2.3],
    ],
    '#5a4332',
    0.11,
  )
  drawBlind(room, edge)
  drawBoards(room, edge, wood)
  for (const plane of [left, right])
    fillPanel(room, plane, [-1.2, room.depth], [0, 2.5], '#d3c5a2', plane.bright - 0.15)
  sheet.fill(
    polygon(
      seeAll(room, [
        [-1.82, -1.2, 2.5],
        [1.82, -1.2, 2.5],
        [1.82, room.depth, 2.5],
        [-1.82, room.depth, 2.5],
      ]),
    ),
    seen(wood, 0.35),
  )
  fillPanel(room, back, [0, 3.64], [LINTEL + 0.12, 2.5], '#d8caa8', 0.45)
  drawTatami(
    room,
    8,
    random.pick<Colour>(['#c5c08c', '#cbb57c', '#bfb77f']),
    random.pick<Colour>(['#3f5147', '#4a3f34', '#2f3b52']),
  )
  const open = random.pick([0.3, 0.42, 0.6])
  drawShoji(room, back, 0.02, open)
  drawShoji(room, back, 3.64 - open * 0.9, 3.62)
  for (const plane of [left, right]) drawShoji(room, plane, -1.1, room.depth - 0.1)
  ruleLines(room, back, [[0, LINTEL + 0.06, 3.64, LINTEL + 0.06]], wood, 0.13)
  ruleLines(
    room,
    back,
    [
      [0.04, 0, 0.04, 2.5],
      [3.6, 0, 3.6, 2.5],
    ],
    wood,
    0.12,
  )
  drawLife(room, edge)
  return sheet
}

function drawBoards(room: Room, edge: number, wood: Colour) {
  const { sheet, seen, depth } = room
  const shape = seeAll(room, [
    [-3.2, depth, -0.04],
    [3.2, depth, -0.04],
    [3.2, edge, -0.04],
    [-3.2, edge, -0.04],
  ])
  sheet.fill(
    polygon(shape),
    sheet.fade([
      { at: 0, colour: seen(lighter('#a88258', 0.12), 1) },
      { at: 1, colour: seen('#8d6a48', 0.8) },
    ]),
  )
  const joints = [0.2, 0.4, 0.6, 0.8].map((part) =>
    seeAll(room, [
      [-3.2, depth + (edge - depth) * part, -0.04],
      [3.2, depth + (edge - depth) * part, -0.04],
    ]),
  )
  sheet.stroke(lines(joints), seen('#5f4630', 0.5), { width: 1.8, opacity: 0.6 })
  sheet.stroke(
    line(
      seeAll(room, [
        [-3.2, edge, -0.08],
        [3.2, edge, -0.08],
      ]),
    ),
    seen(darker(wood, 0.2), 0.5),
    { width: 7, cap: 'butt' },
  )
}

function drawBlind(room: Room, edge: number) {
  const { sheet, random, outside, seen, eye } = room
  if (random.chance(0.5)) {
    const [from, to] = random.pick<readonly [number, number]>([
      [-1.9, -0.5],
      [0.6, 1.9],
    ])
    const low = random.between(1.35, 1.6)
    sheet.fill(
      polygon(
        seeAll(room, [
          [from, edge, low],
          [to, edge, low],
          [to, edge, 2.05],
          [from, edge, 2.05],
        ]),
      ),
      outside.seen('#b79a62', 0.8),
      0.86,
    )
    const reeds = Array.from({ length: 9 }, (_, index) =>
      seeAll(room, [
        [from, edge, low + (index * (2.05 - low)) / 9],
        [to, edge, low + (index * (2.05 - low)) / 9],
      ]),
    )
    sheet.stroke(lines(reeds), seen('#7d6436', 0.6), { width: 1.4, opacity: 0.6 })
    sheet.stroke(
      line(
        seeAll(room, [
          [from, edge, low],
          [to, edge, low],
        ]),
      ),
      seen('#8a6d3c', 0.8),
      { width: 9 },
    )
  }
  if (outside.season !== 'summer' && outside.season !== 'rain') return
  const [x, y] = eye.see([random.between(-0.3, 0.3), edge, 1.9])
  sheet.stroke(
    line([
      [x, y - 40],
      [x, y + 62],
    ]),
    seen('#4a4038', 0.6),
    { width: 1.6 },
  )
  sheet.fill(`M${Math.round(x - 19)} ${Math.round(y + 14)}a19 20 0 0 1 38 0z`, '#dbe9ea', 0.85)
  sheet.stroke(
    dots([
      [x - 8, y + 4],
      [x + 7, y + 6],
      [x, y],
    ]),
    '#c23b2e',
    { width: 6, opacity: 0.85 },
  )
  sheet.rect(x - 8, y + 52, 16, 46, '#f6f0e0', 0.95)
  sheet.circle([x, y + 70], 4, '#c23b2e')
}
