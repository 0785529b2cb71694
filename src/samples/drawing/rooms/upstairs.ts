import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { line, polygon } from '../path.ts'
import { drawFloorboards } from './boards.ts'
import { drawBlock, drawShadow } from './furniture.ts'
import { drawLintel, drawShoji, LINTEL } from './partitions.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  planesOf,
  type Room,
  ruleLines,
} from './room.ts'
import { drawTatami } from './tatami.ts'
import { drawGlazing, drawSunPatch } from './windows.ts'

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
  return sheet
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
