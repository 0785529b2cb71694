import type { Random } from '../../random.ts'
import { type Colour, darker, lighter } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawFloorboards } from './boards.ts'
import { CUSHION } from './colours.ts'
import { drawChest, drawCushion } from './furniture.ts'
import { drawLintel, drawPosts, drawShoji, LINTEL } from './partitions.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  planesOf,
  type Room,
  ruleLines,
  seeAll,
} from './room.ts'
import { drawGlazing, drawSunPatch } from './windows.ts'

function drawHearth(room: Room, x: number, y: number) {
  const { sheet, seen, eye, height } = room
  const half = 0.52
  const frame = (grow: number, z: number) =>
    polygon(
      seeAll(room, [
        [x - half * grow, y - half * grow, z],
        [x + half * grow, y - half * grow, z],
        [x + half * grow, y + half * grow, z],
        [x - half * grow, y + half * grow, z],
      ]),
    )
  sheet.fill(frame(1.2, 0.03), seen('#4a3426', 0.7))
  sheet.fill(frame(1, 0.03), seen('#8f877c', 0.55))
  const [px, py] = eye.see([x, y, 0.03])
  const metre = eye.scale([x, y, 0])
  const fire = sheet.glow([
    { at: 0, colour: '#ffb14a', opacity: 0.85 },
    { at: 0.4, colour: '#ef6a2c', opacity: 0.4 },
    { at: 1, colour: '#ef6a2c', opacity: 0 },
  ])
  sheet.circle([px, py - metre * 0.05], metre * 0.62, fire)
  sheet.stroke(
    lines([
      [
        [px - metre * 0.2, py + metre * 0.03],
        [px + metre * 0.12, py - metre * 0.04],
      ],
      [
        [px + metre * 0.2, py + metre * 0.03],
        [px - metre * 0.1, py - metre * 0.05],
      ],
    ]),
    seen('#3b2a20', 0.6),
    { width: metre * 0.06 },
  )
  sheet.fill(
    `M${Math.round(px - metre * 0.07)} ${Math.round(py - metre * 0.02)}q${Math.round(-metre * 0.03)} ${Math.round(-metre * 0.14)} ${Math.round(metre * 0.07)} ${Math.round(-metre * 0.24)}q${Math.round(metre * 0.12)} ${Math.round(metre * 0.12)} ${Math.round(metre * 0.06)} ${Math.round(metre * 0.24)}z`,
    '#ffcf6a',
  )
  const hang = seeAll(room, [
    [x, y, height],
    [x, y, 0.72],
  ])
  sheet.stroke(line(hang), seen('#2b221c', 0.5), { width: metre * 0.05 })
  const [, fishY] = eye.see([x, y, 1.12])
  sheet.fill(
    polygon([
      [px - metre * 0.24, fishY],
      [px - metre * 0.1, fishY - metre * 0.07],
      [px + metre * 0.16, fishY - metre * 0.02],
      [px + metre * 0.26, fishY - metre * 0.09],
      [px + metre * 0.25, fishY + metre * 0.07],
      [px + metre * 0.15, fishY + metre * 0.02],
      [px - metre * 0.1, fishY + metre * 0.07],
    ]),
    seen('#3f2f24', 0.7),
  )
  const [, potY] = eye.see([x, y, 0.36])
  sheet.stroke(
    curve([
      [px - metre * 0.15, potY - metre * 0.08],
      [px, potY - metre * 0.42],
      [px + metre * 0.15, potY - metre * 0.08],
    ]),
    seen('#26211f', 0.6),
    { width: metre * 0.025 },
  )
  sheet.fill(
    polygon([
      [px - metre * 0.12, potY + metre * 0.1],
      [px - metre * 0.19, potY],
      [px - metre * 0.15, potY - metre * 0.12],
      [px + metre * 0.15, potY - metre * 0.12],
      [px + metre * 0.19, potY],
      [px + metre * 0.12, potY + metre * 0.1],
    ]),
    seen('#262322', 0.7),
  )
  sheet.stroke(
    line([
      [px + metre * 0.16, potY - metre * 0.02],
      [px + metre * 0.28, potY - metre * 0.12],
    ]),
    seen('#262322', 0.7),
    { width: metre * 0.05 },
  )
  sheet.stroke(dots([[px, potY - metre * 0.15]]), seen('#3a3532', 0.8), { width: metre * 0.07 })
}

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
  return room.sheet
}

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
