import { type Colour, darker, lighter, mix } from '../colour.ts'
import { curve, dots, line, lines, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { drawGardenView } from './garden-view.ts'
import { fillPanel, type Plane, quadOn, type Room, ruleLines } from './room.ts'

/** The height of sliding doors: that of the beam above them. */
export const LINTEL = 1.8

const WOOD: Colour = '#7a5c42'

/** The beam around a Japanese room, and the small wall above it. */
export function drawLintel(room: Room, plane: Plane, wood: Colour = WOOD) {
  ruleLines(room, plane, [[-1, LINTEL + 0.05, plane.length, LINTEL + 0.05]], wood, 0.11)
  ruleLines(
    room,
    plane,
    [[-1, LINTEL + 0.115, plane.length, LINTEL + 0.115]],
    lighter(wood, 0.25),
    0.02,
    0.8,
  )
}

export function drawPosts(
  room: Room,
  plane: Plane,
  places: readonly number[],
  wood: Colour = WOOD,
) {
  ruleLines(
    room,
    plane,
    places.map((s) => [s, 0, s, room.height] as const),
    wood,
    0.12,
  )
}

/** Paper doors with the day, or the dark, behind them. */
export function drawShoji(
  room: Room,
  plane: Plane,
  from: number,
  to: number,
  low = 0.02,
  high = LINTEL,
) {
  const { sheet, outside } = room
  const night = outside.lamps > 0.5
  const paper: Colour = night ? '#d9c7a2' : '#fbf6e8'
  const doors = Math.max(1, Math.round((to - from) / 0.9))
  sheet.fill(
    polygon(quadOn(room, plane, from, to, low, high)),
    sheet.fade([
      { at: 0, colour: night ? room.seen(paper, 0.6) : mix(paper, outside.sky.low, 0.15) },
      { at: 1, colour: night ? room.seen(paper, 0.75) : mix(paper, '#f3e6c8', 0.5) },
    ]),
  )
  const base = low + (low < 0.3 ? 0.32 : 0)
  if (base > low) fillPanel(room, plane, [from, to], [low, base], '#9a7a58')
  const rows = Math.round((high - base) / 0.29)
  const columns = doors * 2
  const bars = [
    ...Array.from(
      { length: rows - 1 },
      (_, index) => base + ((index + 1) / rows) * (high - base),
    ).map((z) => [from, z, to, z] as const),
    ...Array.from(
      { length: columns - 1 },
      (_, index) => from + ((index + 1) / columns) * (to - from),
    ).map((s) => [s, base, s, high] as const),
  ]
  ruleLines(room, plane, bars, WOOD, 0.014, 0.85)
  const frames = Array.from(
    { length: doors + 1 },
    (_, index) => from + (index / doors) * (to - from),
  )
  ruleLines(
    room,
    plane,
    [
      ...frames.map((s) => [s, low, s, high] as const),
      [from, high, to, high],
      [from, base, to, base],
      [from, low, to, low],
    ],
    WOOD,
    0.05,
  )
}

/** Papered doors between two rooms, each with its pull; some with hills painted along their foot. */
export function drawFusuma(
  room: Room,
  plane: Plane,
  from: number,
  to: number,
  paper: Colour,
  painted: boolean,
) {
  const { sheet, random, seen } = room
  const doors = Math.max(2, Math.round((to - from) / 0.9))
  const place = (index: number) => from + (index / doors) * (to - from)
  fillPanel(room, plane, [from, to], [0.02, LINTEL], paper)
  if (painted) {
    const hills = Array.from(
      { length: 13 },
      (_, index): Point =>
        quadOn(
          room,
          plane,
          from + (index / 12) * (to - from),
          to,
          0.35 + random.between(0, 0.42),
          1,
        )[0] ?? [0, 0],
    )
    const [a, b] = quadOn(room, plane, from, to, 0.05, 1)
    if (a && b)
      sheet.fill(
        `${curve(hills)}L${b.map(Math.round).join(' ')}L${a.map(Math.round).join(' ')}z`,
        seen(mix(paper, '#5f7f86', 0.4), plane.bright),
        0.75,
      )
  }
  const edges = Array.from(
    { length: doors + 1 },
    (_, index) => [place(index), 0.02, place(index), LINTEL] as const,
  )
  ruleLines(
    room,
    plane,
    [...edges, [from, LINTEL, to, LINTEL], [from, 0.03, to, 0.03]],
    '#33292a',
    0.028,
  )
  const pulls = Array.from(
    { length: doors },
    (_, index): Point =>
      quadOn(room, plane, place(index) + (index % 2 ? 0.12 : 0.78), to, 0.85, 1)[0] ?? [0, 0],
  )
  const scale = room.eye.scale(plane.spot((from + to) / 2, 1))
  sheet.stroke(dots(pulls), seen('#2f2723', plane.bright), { width: scale * 0.085 })
  sheet.stroke(dots(pulls), seen('#a98a4e', plane.bright), { width: scale * 0.05 })
}

/** The alcove: a scroll, a flower, and shelves that step. */
export function drawAlcove(room: Room, plane: Plane, from: number, to: number) {
  const { sheet, random, seen, eye } = room
  const middle = from + (to - from) * 0.56
  fillPanel(
    room,
    plane,
    [from, to],
    [0, room.height - 0.25],
    random.pick<Colour>(['#b9a37a', '#a8b09a', '#c2a98a', '#9fa89c']),
    0.5,
  )
  fillPanel(room, plane, [from, to], [0, 0.16], '#5d3f2c', 0.75)
  fillPanel(room, plane, [from, to], [0.13, 0.16], '#8a6445', 0.9)
  drawScroll(room, plane, from + (middle - from) / 2)
  const metre = eye.scale(plane.spot(from, 0.5))
  const [vaseX, vaseY] = quadOn(room, plane, from + (middle - from) * 0.82, to, 0.16, 1)[0] ?? [
    0, 0,
  ]
  sheet.fill(
    polygon([
      [vaseX - metre * 0.06, vaseY],
      [vaseX - metre * 0.08, vaseY - metre * 0.14],
      [vaseX - metre * 0.03, vaseY - metre * 0.24],
      [vaseX + metre * 0.03, vaseY - metre * 0.24],
      [vaseX + metre * 0.08, vaseY - metre * 0.14],
      [vaseX + metre * 0.06, vaseY],
    ]),
    seen(random.pick<Colour>(['#4a5f6b', '#7d6a55', '#8f3f32']), 0.7),
  )
  const stems: Point[][] = [-0.1, 0.05, 0.14].map((lean) => [
    [vaseX, vaseY - metre * 0.22],
    [vaseX + metre * lean * 0.4, vaseY - metre * 0.4],
    [vaseX + metre * lean, vaseY - metre * 0.52],
  ])
  sheet.stroke(stems.map(curve).join(''), seen('#55663f', 0.7), { width: 2.4 })
  sheet.stroke(
    dots(stems.map((stem) => stem[2] ?? [vaseX, vaseY])),
    seen(random.pick<Colour>(['#c23b2e', '#f0e6d6', '#d9a43b', '#b98ab0']), 0.9),
    { width: metre * 0.075 },
  )
  ruleLines(
    room,
    plane,
    [
      [from, 0, from, room.height],
      [middle, 0, middle, room.height],
      [to, 0, to, room.height],
    ],
    '#5a3f2c',
    0.1,
  )
  ruleLines(room, plane, [[from, room.height - 0.25, to, room.height - 0.25]], '#5a3f2c', 0.1)
  const half = middle + (to - middle) * 0.5
  ruleLines(
    room,
    plane,
    [
      [middle, 0.86, half + 0.1, 0.86],
      [half - 0.06, 1.12, to, 1.12],
    ],
    '#6b4a34',
    0.045,
  )
  ruleLines(room, plane, [[half, 0.86, half, 1.12]], '#6b4a34', 0.03)
  fillPanel(room, plane, [middle + 0.05, to - 0.05], [1.58, 1.82], '#efe5cf')
  ruleLines(room, plane, [[(middle + to) / 2, 1.58, (middle + to) / 2, 1.82]], '#33292a', 0.02)
}

/** A hanging scroll with one brush of ink on it. */
function drawScroll(room: Room, plane: Plane, middle: number) {
  const { sheet, random, seen } = room
  const half = 0.21
  fillPanel(
    room,
    plane,
    [middle - half, middle + half],
    [0.62, 1.82],
    random.pick<Colour>(['#7d8f8a', '#a98f6a', '#8a6a74']),
    0.62,
  )
  fillPanel(
    room,
    plane,
    [middle - half + 0.06, middle + half - 0.06],
    [0.85, 1.58],
    '#f6f0e0',
    0.85,
  )
  const mark = (s: number, z: number): Point =>
    quadOn(room, plane, middle + s, middle, z, 1)[0] ?? [0, 0]
  const ink = seen('#2f2b2a', 0.7)
  if (random.chance(0.5)) {
    sheet.stroke(
      line([mark(-0.1, 1.02), mark(-0.03, 1.24), mark(0.02, 1.12), mark(0.1, 1.02)]),
      ink,
      { width: 4 },
    )
    sheet.circle(mark(0.06, 1.42), 7, seen('#c23b2e', 0.85))
  } else {
    sheet.stroke(
      curve([mark(-0.06, 1.5), mark(0.03, 1.46), mark(-0.02, 1.36), mark(0.05, 1.28)]) +
        curve([mark(0.04, 1.22), mark(-0.08, 1.14), mark(0.02, 1.04), mark(-0.02, 0.94)]),
      ink,
      { width: 5 },
    )
  }
  ruleLines(
    room,
    plane,
    [[middle - half - 0.03, 0.62, middle + half + 0.03, 0.62]],
    '#3b2f28',
    0.04,
  )
}

/** The carved board over the doors between two rooms. */
export function drawTransom(room: Room, plane: Plane, from: number, to: number) {
  fillPanel(room, plane, [from, to], [LINTEL + 0.14, LINTEL + 0.42], '#6b4f3a', 0.4)
  const bars = Array.from({ length: 13 }, (_, index) => from + ((index + 0.5) / 13) * (to - from))
  ruleLines(
    room,
    plane,
    [
      ...bars.map((s) => [s, LINTEL + 0.14, s, LINTEL + 0.42] as const),
      [from, LINTEL + 0.28, to, LINTEL + 0.28],
    ],
    '#b08f66',
    0.025,
  )
  ruleLines(room, plane, [[from, LINTEL + 0.42, to, LINTEL + 0.42]], WOOD, 0.05)
}

interface Glazed {
  low: number
  high: number
  sashes: number
  frame: Colour
}

/** A window or a wide glass door with the garden behind it. */
export function drawGlazing(
  room: Room,
  plane: Plane,
  from: number,
  to: number,
  { low, high, sashes, frame }: Glazed,
) {
  drawGardenView(room, quadOn(room, plane, from, to, low, high))
  const bars = Array.from(
    { length: sashes + 1 },
    (_, index) => from + (index / sashes) * (to - from),
  ).map((s) => [s, low, s, high] as const)
  ruleLines(room, plane, [...bars, [from, low, to, low], [from, high, to, high]], frame, 0.06)
  if (low < 0.2)
    ruleLines(
      room,
      plane,
      [[from, low + (high - low) * 0.28, to, low + (high - low) * 0.28]],
      frame,
      0.035,
    )
}

/** Light from the window side, lying on the floor. */
export function drawSunPatch(room: Room, near: number, far: number) {
  const { sheet, outside, width, side, eye } = room
  if (outside.lamps > 0.2 || outside.season === 'rain') return
  const from = (side * width) / 2
  const reach = -side * width * 0.52
  const panes = 4
  const patches = Array.from({ length: panes }, (_, index) => {
    const y = (part: number) => near + ((far - near) * (index + part)) / panes
    return polygon([
      eye.see([from, y(0.08), 0.005]),
      eye.see([from, y(0.92), 0.005]),
      eye.see([from + reach, y(0.92) - 0.5, 0.005]),
      eye.see([from + reach, y(0.08) - 0.5, 0.005]),
    ])
  })
  sheet.fill(patches.join(''), '#fff6d9', 0.34)
}

export function drawCeilingBoards(room: Room, wood: Colour) {
  const { sheet, width, depth, height, eye, seen } = room
  const half = width / 2
  const battens = Array.from({ length: 7 }, (_, index) => {
    const x = -half + ((index + 0.5) / 7) * width
    return [eye.see([x, -1.2, height]), eye.see([x, depth, height])]
  })
  const joints = [0.15, 0.4, 0.65, 0.9].map((part) => [
    eye.see([-half, depth * part, height]),
    eye.see([half, depth * part, height]),
  ])
  sheet.stroke(lines(joints), seen(darker(wood, 0.15), 0.4), { width: 1.4, opacity: 0.5 })
  sheet.stroke(lines(battens), seen(darker(wood, 0.35), 0.45), { width: 4.5, cap: 'butt' })
}
