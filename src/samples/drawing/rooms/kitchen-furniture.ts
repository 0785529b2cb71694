import { type Colour, darker, mix } from '../colour.ts'
import { dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock, drawShadow } from './furniture.ts'
import { type Room, seeAll } from './room.ts'

export function drawFridge(room: Room) {
  const { width, depth, random, sheet, seen } = room
  const x0 = -width / 2 + 0.06
  const colour = random.pick<Colour>(['#dfe6dc', '#e9e6de', '#cfdcd9', '#e3c9a8'])
  const [y0, z1] = [depth - 0.68, 1.55]
  drawBlock(room, { x0, x1: x0 + 0.62, y0, y1: depth, z0: 0.04, z1 }, colour)
  sheet.stroke(
    line(
      seeAll(room, [
        [x0, y0, 1.05],
        [x0 + 0.62, y0, 1.05],
      ]),
    ),
    seen(darker(colour, 0.3), 0.6),
    { width: 3 },
  )
  const handles = [
    [1.12, 1.35],
    [0.7, 0.98],
  ].map(([a = 0, b = 0]) =>
    seeAll(room, [
      [x0 + 0.54, y0, a],
      [x0 + 0.54, y0, b],
    ]),
  )
  sheet.stroke(lines(handles), seen('#8f9698', 0.8), { width: 6 })
  const notes: readonly Colour[] = ['#c23b2e', '#e0b26a', '#3f6480']
  for (const [index, note] of notes.entries()) {
    const at = { s: x0 + 0.12 + index * 0.13, z: 0.72 + (index % 2) * 0.1 }
    sheet.fill(
      polygon(
        seeAll(room, [
          [at.s, y0, at.z],
          [at.s + 0.09, y0, at.z],
          [at.s + 0.09, y0, at.z + 0.11],
          [at.s, y0, at.z + 0.11],
        ]),
      ),
      seen(note, 0.85),
    )
  }
}

export function drawDiningTable(room: Room) {
  const { sheet, seen, eye, random } = room
  const [x0, x1, y0, y1, top] = [-0.55, 0.75, 0.45, 1.2, 0.7]
  drawShadow(room, { x0, x1, y0, y1 })
  for (const [x, y] of [
    [x0 + 0.06, y1 - 0.1],
    [x1 - 0.12, y1 - 0.1],
    [x0 + 0.06, y0 + 0.05],
    [x1 - 0.12, y0 + 0.05],
  ] as const)
    drawBlock(room, { x0: x, x1: x + 0.06, y0: y, y1: y + 0.06, z0: 0, z1: top }, '#7d5c40')
  const cloth = random.pick<Colour>(['#c9584a', '#5f86a3', '#7f9f6a', '#d9b25a'])
  const sheetTop = seeAll(room, [
    [x0, y0, top],
    [x1, y0, top],
    [x1, y1, top],
    [x0, y1, top],
  ])
  sheet.fill(polygon(sheetTop), seen('#f4efe2', 0.95))
  const across = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((part) =>
    seeAll(room, [
      [x0 + (x1 - x0) * part, y0, top],
      [x0 + (x1 - x0) * part, y1, top],
    ]),
  )
  const along = [0.2, 0.45, 0.7].map((part) =>
    seeAll(room, [
      [x0, y0 + (y1 - y0) * part, top],
      [x1, y0 + (y1 - y0) * part, top],
    ]),
  )
  sheet.stroke(lines([...across, ...along]), seen(cloth, 0.9), {
    width: 8,
    opacity: 0.5,
    cap: 'butt',
  })
  sheet.fill(
    polygon(
      seeAll(room, [
        [x0, y0, top - 0.16],
        [x1, y0, top - 0.16],
        [x1, y0, top],
        [x0, y0, top],
      ]),
    ),
    seen(mix(cloth, '#f4efe2', 0.35), 0.7),
  )
  const [x, y] = eye.see([0.12, 0.8, top])
  const metre = eye.scale([0.12, 0.8, top])
  const fruit: Point[] = [
    [x - metre * 0.09, y - metre * 0.09],
    [x + metre * 0.09, y - metre * 0.09],
    [x, y - metre * 0.1],
    [x - metre * 0.04, y - metre * 0.17],
    [x + metre * 0.06, y - metre * 0.17],
  ]
  sheet.stroke(dots(fruit), seen('#e5912e', 0.95), { width: metre * 0.115 })
  sheet.stroke(
    dots(fruit.map(([px, py]): Point => [px, py - metre * 0.03])),
    seen('#5d7a3f', 0.8),
    { width: 5 },
  )
  sheet.fill(
    `M${Math.round(x - metre * 0.2)} ${Math.round(y - metre * 0.1)}h${Math.round(metre * 0.4)}q${Math.round(-metre * 0.04)} ${Math.round(metre * 0.12)} ${Math.round(-metre * 0.2)} ${Math.round(metre * 0.12)}q${Math.round(-metre * 0.16)} 0 ${Math.round(-metre * 0.2)} ${Math.round(-metre * 0.12)}z`,
    seen('#8a5f3c', 0.8),
  )
}

export function drawBulb(room: Room, x: number, y: number) {
  const { sheet, eye, seen, height, outside } = room
  const [px, py] = eye.see([x, y, height - 0.5])
  const metre = eye.scale([x, y, height])
  sheet.stroke(line([eye.see([x, y, height]), [px, py - metre * 0.16]]), seen('#3b2f28', 0.5), {
    width: 2.4,
  })
  if (outside.lamps > 0.2)
    sheet.circle(
      [px, py],
      metre * 0.8,
      sheet.glow([
        { at: 0, colour: '#ffe7ae', opacity: 0.8 },
        { at: 1, colour: '#ffd98c', opacity: 0 },
      ]),
    )
  sheet.fill(
    polygon([
      [px - metre * 0.26, py],
      [px - metre * 0.06, py - metre * 0.17],
      [px + metre * 0.06, py - metre * 0.17],
      [px + metre * 0.26, py],
    ]),
    seen('#e9efe9', 0.9),
  )
  sheet.circle([px, py + metre * 0.01], metre * 0.07, '#fff3cf')
}
