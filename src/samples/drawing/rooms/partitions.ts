import { type Colour, lighter, mix } from '../colour.ts'
import { curve, dots, polygon } from '../path.ts'
import type { Point } from '../sheet.ts'
import { fillPanel, type Plane, quadOn, type Room, ruleLines } from './room.ts'

/** The height of sliding doors and of the lintel above them. */
export const LINTEL = 1.8

const WOOD: Colour = '#7a5c42'

/** The lintel around a Japanese room, and the small wall above it. */
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

/** Shoji, lit from behind by day. */
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

/** Fusuma, the papered doors between two rooms, with pulls. Some have painted hills. */
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
