import type { Random } from '../../random.ts'
import { type Colour, darker, lighter, mix } from '../colour.ts'
import type { Light } from '../light.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawBlock, drawShadow } from './furniture.ts'
import { drawFloorboards } from './japanese-rooms.ts'
import { drawGlazing, drawSunPatch } from './partitions.ts'
import {
  createRoom,
  drawCorners,
  drawShell,
  fillPanel,
  type Plane,
  planesOf,
  quadOn,
  type Room,
  ruleLines,
  seeAll,
} from './room.ts'

const ALUMINIUM: Colour = '#9ba1a4'

/** The kitchen of the seventies: a steel sink under the window, cupboards in one brave colour. */
export function drawKitchen(light: Light, random: Random) {
  const room = createRoom(light, random, {
    width: 3.64,
    depth: 2.9,
    height: 2.45,
    eyeHeight: random.between(1.25, 1.45),
    span: random.between(740, 820),
    horizon: 420,
    heading: random.between(-0.12, 0.12),
  })
  const { back } = planesOf(room)
  const door = random.pick<Colour>([
    '#9fbfae',
    '#e0b26a',
    '#c9785a',
    '#e6ddc8',
    '#8fa9bf',
    '#b7a48a',
  ])
  drawShell(room, random.pick(['#ece4d2', '#e6e2d6', '#efe8da']), '#b79b76', '#e9e3d6')
  drawCheckedFloor(
    room,
    random.pick<readonly [Colour, Colour]>([
      ['#cbb693', '#b59d78'],
      ['#c9b9a4', '#a9967f'],
      ['#d6cbb4', '#9fae9d'],
    ]),
  )
  drawTiles(room, back, [0, room.width], [0.86, 1.42])
  drawGlazing(room, back, 1.05, 2.6, { low: 1.2, high: 1.95, sashes: 2, frame: ALUMINIUM })
  drawCorners(room)
  drawCounter(room, door)
  drawWallCupboards(room, door)
  drawFridge(room)
  drawDiningTable(room)
  drawBulb(room, 0.1, room.depth * 0.45)
  return room.sheet.toString()
}

function drawCheckedFloor(room: Room, [light, dark]: readonly [Colour, Colour]) {
  const { sheet, seen, width, depth } = room
  const size = 0.455
  const half = width / 2
  sheet.fill(
    polygon(
      seeAll(room, [
        [-half, -1.2, 0],
        [half, -1.2, 0],
        [half, depth, 0],
        [-half, depth, 0],
      ]),
    ),
    seen(light, 0.9),
  )
  const squares: string[] = []
  for (let column = 0; column < 8; column++) {
    for (let row = -2; row < 7; row++) {
      if ((column + row) % 2) continue
      const [x, y] = [-half + column * size, row * size]
      squares.push(
        polygon(
          seeAll(room, [
            [x, y, 0],
            [x + size, y, 0],
            [x + size, Math.min(depth, y + size), 0],
            [x, Math.min(depth, y + size), 0],
          ]),
        ),
      )
    }
  }
  sheet.fill(squares.join(''), seen(dark, 0.85), 0.7)
}

function drawTiles(
  room: Room,
  plane: Plane,
  [s0, s1]: readonly [number, number],
  [z0, z1]: readonly [number, number],
) {
  fillPanel(room, plane, [s0, s1], [z0, z1], '#eef0ea', 0.85)
  const size = 0.14
  const upright = Array.from(
    { length: Math.floor((s1 - s0) / size) },
    (_, index) => s0 + (index + 1) * size,
  ).map((s) => [s, z0, s, z1] as const)
  const level = Array.from(
    { length: Math.floor((z1 - z0) / size) },
    (_, index) => z0 + (index + 1) * size,
  ).map((z) => [s0, z, s1, z] as const)
  ruleLines(room, plane, [...upright, ...level], '#bcc3bd', 0.008, 0.8)
}

function drawCounter(room: Room, door: Colour) {
  const { sheet, seen, eye, depth, width } = room
  const half = width / 2
  const [x0, x1, y0] = [-half + 0.75, half - 0.05, depth - 0.6]
  drawBlock(room, { x0, x1, y0, y1: depth, z0: 0.08, z1: 0.84 }, door)
  drawBlock(
    room,
    { x0: x0 - 0.02, x1, y0: y0 - 0.03, y1: depth, z0: 0.84, z1: 0.88 },
    '#b9bebf',
    '#d5d9d9',
  )
  const seams = [0.25, 0.5, 0.75].map((part) =>
    seeAll(room, [
      [x0 + (x1 - x0) * part, y0, 0.1],
      [x0 + (x1 - x0) * part, y0, 0.82],
    ]),
  )
  sheet.stroke(lines(seams), seen(darker(door, 0.35), 0.6), { width: 2.4 })
  const handles = [0.18, 0.32, 0.68, 0.82].map((part) =>
    seeAll(room, [
      [x0 + (x1 - x0) * part, y0, 0.72],
      [x0 + (x1 - x0) * part, y0, 0.6],
    ]),
  )
  sheet.stroke(lines(handles), seen('#6d6a66', 0.7), { width: 4 })
  const sink = seeAll(room, [
    [-0.45, y0 + 0.12, 0.885],
    [0.35, y0 + 0.12, 0.885],
    [0.35, depth - 0.12, 0.885],
    [-0.45, depth - 0.12, 0.885],
  ])
  sheet.fill(polygon(sink), seen('#8f9698', 0.7))
  const [tapX, tapY] = eye.see([-0.05, depth - 0.08, 0.9])
  sheet.stroke(
    curve([
      [tapX, tapY],
      [tapX, tapY - 52],
      [tapX + 30, tapY - 54],
      [tapX + 32, tapY - 30],
    ]),
    seen('#c9cdcd', 0.95),
    { width: 6 },
  )
  const stove: readonly [number, number] = [0.75, 1.4]
  drawBlock(
    room,
    { x0: stove[0], x1: stove[1], y0: y0 + 0.08, y1: depth - 0.1, z0: 0.88, z1: 0.98 },
    '#d8d6cf',
    '#5d5f60',
  )
  const metre = eye.scale([1.05, y0, 1])
  const [potX, potY] = eye.see([0.92, depth - 0.34, 0.99])
  sheet.fill(
    polygon([
      [potX - metre * 0.14, potY],
      [potX - metre * 0.12, potY - metre * 0.18],
      [potX + metre * 0.12, potY - metre * 0.18],
      [potX + metre * 0.14, potY],
    ]),
    seen('#c9a34a', 0.85),
  )
  sheet.stroke(
    curve([
      [potX - metre * 0.12, potY - metre * 0.18],
      [potX, potY - metre * 0.34],
      [potX + metre * 0.12, potY - metre * 0.18],
    ]),
    seen('#6d5a3a', 0.7),
    { width: 4 },
  )
  const knobs = [0.88, 1.1, 1.28].map((x) => eye.see([x, y0 + 0.08, 0.93]))
  sheet.stroke(dots(knobs), seen('#2f2d2c', 0.7), { width: 8 })
}

function drawWallCupboards(room: Room, door: Colour) {
  const { depth, width, sheet, seen, random, eye } = room
  const half = width / 2
  for (const [x0, x1] of [
    [-half + 0.02, -0.85],
    [0.85, half - 0.02],
  ] as const) {
    drawBlock(room, { x0, x1, y0: depth - 0.34, y1: depth, z0: 1.62, z1: 2.3 }, door)
    const middle = (x0 + x1) / 2
    sheet.stroke(
      line(
        seeAll(room, [
          [middle, depth - 0.34, 1.62],
          [middle, depth - 0.34, 2.3],
        ]),
      ),
      seen(darker(door, 0.35), 0.6),
      { width: 2.4 },
    )
  }
  const hooks = Array.from({ length: 5 }, (_, index) => -0.62 + index * 0.17)
  const ladles = hooks.map((x): [Point, Point] => [
    eye.see([x, depth - 0.02, 1.16]),
    eye.see([x, depth - 0.02, 1.16 - random.between(0.16, 0.24)]),
  ])
  sheet.stroke(
    line(
      seeAll(room, [
        [-0.72, depth - 0.02, 1.17],
        [0.16, depth - 0.02, 1.17],
      ]),
    ),
    seen('#8a8d8c', 0.8),
    { width: 4 },
  )
  sheet.stroke(lines(ladles), seen('#8f7350', 0.7), { width: 5 })
  sheet.stroke(dots(ladles.map(([, end]) => end)), seen('#a9aeb0', 0.9), { width: 17 })
}

function drawFridge(room: Room) {
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

/** A table with its checked cloth and a bowl of mandarins. */
function drawDiningTable(room: Room) {
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

function drawBulb(room: Room, x: number, y: number) {
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

/** The earth-floored kitchen with its clay stove and the light through the smoke hole. */
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
  return sheet.toString()
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

/** The room where the family sits: a sofa, a lamp, the window. */
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
  return sheet.toString()
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
