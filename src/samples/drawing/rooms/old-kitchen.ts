import type { Random } from '../../random.ts'
import type { Colour } from '../colour.ts'
import type { Light } from '../light.ts'
import { dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock } from './furniture.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  planesOf,
  quadOn,
  type Room,
  ruleLines,
  seeAll,
} from './room.ts'
import { drawGlazing } from './windows.ts'

/** A kitchen with an earth floor, a clay stove, and light through the smoke vent. */
export function drawOldKitchen(light: Light, random: Random) {
  const room = createRoom(light, random, {
    width: 4.4,
    depth: 4.2,
    height: 3.2,
    eyeHeight: 1.35,
    span: random.between(780, 880),
    horizon: 430,
    heading: random.between(-0.1, 0.1),
  })
  const { back, left, right } = planesOf(room)
  const { sheet, seen, eye, depth } = room
  const [sunny, inner] = room.side < 0 ? [left, right] : [right, left]
  const wood: Colour = '#44332a'
  drawShell(room, random.pick(['#c2ad84', '#b5a27c', '#cdbb96']), '#8a755c', '#2f251f')
  const stains = Array.from({ length: 12 }, (): Point[] => {
    const [x, y] = [random.between(-2, 2), random.between(-0.5, 4)]
    return seeAll(room, [
      [x, y, 0],
      [x + random.between(0.2, 0.7), y, 0],
    ])
  })
  sheet.stroke(lines(stains), seen('#77634d', 0.6), { width: 9, opacity: 0.4 })
  drawGlazing(room, back, 2.5, 3.9, { low: 1.1, high: 1.85, sashes: 2, frame: wood })
  ruleLines(
    room,
    back,
    Array.from(
      { length: 9 },
      (_, index) => [2.5 + (index + 0.5) * 0.155, 1.1, 2.5 + (index + 0.5) * 0.155, 1.85] as const,
    ),
    wood,
    0.035,
  )
  ruleLines(
    room,
    back,
    [
      [0.06, 0, 0.06, 3.2],
      [2.2, 0, 2.2, 3.2],
      [4.34, 0, 4.34, 3.2],
      [0, 2.15, 4.4, 2.15],
      [0, 2.75, 4.4, 2.75],
    ],
    wood,
    0.15,
  )
  for (const plane of [sunny, inner])
    ruleLines(
      room,
      plane,
      [
        [0, 2.15, plane.length, 2.15],
        [plane.length * 0.5, 0, plane.length * 0.5, 3.2],
      ],
      wood,
      0.15,
    )
  fillPanel(room, inner, [0, inner.length * 0.94], [0, 0.45], '#6b4a34', 0.5)
  drawCorners(room)
  drawClayStove(room, random)
  const [jarX, jarY] = eye.see([1.5, depth - 0.7, 0])
  const metre = eye.scale([1.5, depth - 0.7, 0])
  sheet.fill(
    `M${Math.round(jarX - metre * 0.2)} ${Math.round(jarY)}q${Math.round(-metre * 0.2)} ${Math.round(-metre * 0.4)} ${Math.round(metre * 0.02)} ${Math.round(-metre * 0.68)}h${Math.round(metre * 0.36)}q${Math.round(metre * 0.22)} ${Math.round(metre * 0.28)} ${Math.round(metre * 0.02)} ${Math.round(metre * 0.68)}z`,
    seen('#5d4335', 0.75),
  )
  sheet.stroke(
    line([
      [jarX - metre * 0.2, jarY - metre * 0.68],
      [jarX + metre * 0.2, jarY - metre * 0.68],
    ]),
    seen('#8d6a52', 0.9),
    { width: metre * 0.06 },
  )
  const baskets = [0.55, 1.05, 1.6].map(
    (s): Point => quadOn(room, back, s, s, 2.35, 2.35)[0] ?? [0, 0],
  )
  sheet.stroke(dots(baskets), seen('#8f7345', 0.7), { width: metre * 0.38 })
  sheet.stroke(dots(baskets), seen('#b2945c', 0.85), { width: metre * 0.28 })
  if (room.outside.lamps < 0.2)
    sheet.fill(
      polygon([
        ...quadOn(room, back, 2.6, 3.8, 1.15, 1.8).slice(1, 3),
        eye.see([-room.side * 1.6, 1.2, 0]),
        eye.see([-room.side * 0.3, 0.6, 0]),
      ]),
      '#fff3cf',
      0.13,
    )
  return sheet
}

function drawClayStove(room: Room, random: Random) {
  const { sheet, seen, eye, depth } = room
  const clay = random.pick<Colour>(['#e6ddca', '#4a4543', '#b9734f'])
  const [x0, x1, y0] = [-1.9, 0.15, depth - 1]
  drawBlock(room, { x0, x1, y0, y1: depth - 0.15, z0: 0, z1: 0.72 }, clay)
  for (const [index, x] of [-1.52, -0.88, -0.24].entries()) {
    const metre = eye.scale([x, y0, 0.3])
    const [px, py] = eye.see([x, y0, 0.22])
    sheet.fill(
      `M${Math.round(px - metre * 0.15)} ${Math.round(py + metre * 0.12)}v${Math.round(-metre * 0.12)}a${Math.round(metre * 0.15)} ${Math.round(metre * 0.15)} 0 0 1 ${Math.round(metre * 0.3)} 0v${Math.round(metre * 0.12)}z`,
      seen('#231c19', 0.4),
    )
    if (index === 1)
      sheet.circle(
        [px, py + metre * 0.04],
        metre * 0.2,
        sheet.glow([
          { at: 0, colour: '#ffb14a', opacity: 0.9 },
          { at: 1, colour: '#ef6a2c', opacity: 0 },
        ]),
      )
    const [potX, potY] = eye.see([x, depth - 0.58, 0.72])
    const rim = metre * 0.24
    sheet.fill(
      polygon([
        [potX - rim, potY],
        [potX - rim * 0.85, potY - rim * 0.5],
        [potX + rim * 0.85, potY - rim * 0.5],
        [potX + rim, potY],
      ]),
      seen('#2f2b2a', 0.6),
    )
    sheet.stroke(
      line([
        [potX - rim * 1.1, potY - rim * 0.5],
        [potX + rim * 1.1, potY - rim * 0.5],
      ]),
      seen('#a98a5f', 0.85),
      { width: rim * 0.3 },
    )
    sheet.stroke(
      line([
        [potX - rim * 0.3, potY - rim * 0.82],
        [potX + rim * 0.3, potY - rim * 0.82],
      ]),
      seen('#8a6d48', 0.8),
      { width: rim * 0.28 },
    )
  }
}
