import type { Random } from '../../random.ts'
import { type Colour, mix, tint } from '../colour.ts'
import type { Light } from '../light.ts'
import { lines, polygon } from '../path.ts'
import { type Eye, type Spot, standAt } from '../perspective.ts'
import { createSheet, HEIGHT, type Point, type Sheet, WIDTH } from '../sheet.ts'

/** A room, seen from its open side. `x` points to the right, and `y` to the back wall. */
export interface Room {
  sheet: Sheet
  eye: Eye
  random: Random
  /** The light outside, for the view through windows. */
  outside: Light
  /** A colour under the room's light, at the given brightness. */
  seen: (colour: Colour, bright?: number) => Colour
  width: number
  depth: number
  height: number
  /** The side from which daylight comes. */
  side: -1 | 1
}

export interface Plane {
  spot: (s: number, z: number) => Spot
  length: number
  bright: number
}

interface Shell {
  width: number
  depth: number
  height: number
  /** The height of the viewer's eye in metres: 0.9 for a kneeling person. */
  eyeHeight: number
  heading?: number
  /** The width of the back wall on the sheet. */
  span: number
  /** The y coordinate at which the drawing shows the level of the viewer's eye. */
  horizon?: number
}

export function createRoom(
  light: Light,
  random: Random,
  { width, depth, height, eyeHeight, heading = 0, span, horizon = 452 }: Shell,
): Room {
  const away = 1.9
  const focal = (span / width) * (away + depth)
  const eye = standAt({
    at: [Math.sin(-heading) * depth * 0.7, -away, eyeHeight],
    heading,
    focal,
    horizon,
    centre: WIDTH / 2,
  })
  const lamp = light.lamps > 0.5
  const [bright, dim]: [Colour, Colour] = lamp
    ? ['#ffe6bd', '#a8845e']
    : light.season === 'rain'
      ? ['#f1f2ea', '#a7aaa4']
      : ['#fffaf0', '#b5ab9f']
  return {
    sheet: createSheet(),
    eye,
    random,
    outside: light,
    seen: (colour, amount = 0.8) => tint(colour, mix(dim, bright, amount)),
    width,
    depth,
    height,
    side: light.side,
  }
}

export const seeAll = ({ eye }: Room, spots: readonly Spot[]): Point[] => spots.map(eye.see)

export function planesOf({ width, depth, side }: Room): Record<'back' | 'left' | 'right', Plane> {
  const half = width / 2
  return {
    back: { length: width, bright: 0.72, spot: (s, z) => [s - half, depth, z] },
    left: { length: depth, bright: side < 0 ? 0.5 : 0.85, spot: (s, z) => [-half, s, z] },
    right: { length: depth, bright: side < 0 ? 0.85 : 0.5, spot: (s, z) => [half, s, z] },
  }
}

export const quadOn = (
  room: Room,
  plane: Plane,
  s0: number,
  s1: number,
  z0: number,
  z1: number,
): Point[] =>
  seeAll(room, [plane.spot(s0, z0), plane.spot(s1, z0), plane.spot(s1, z1), plane.spot(s0, z1)])

export function fillPanel(
  room: Room,
  plane: Plane,
  [s0, s1]: readonly [number, number],
  [z0, z1]: readonly [number, number],
  colour: Colour,
  bright = plane.bright,
) {
  room.sheet.fill(polygon(quadOn(room, plane, s0, s1, z0, z1)), room.seen(colour, bright))
}

/** Draws lines on a plane, each from a start to an end point. */
export function ruleLines(
  room: Room,
  plane: Plane,
  all: readonly (readonly [s0: number, z0: number, s1: number, z1: number])[],
  colour: Colour,
  metres: number,
  opacity = 1,
) {
  const scale = room.eye.scale(plane.spot(plane.length * 0.7, 1))
  const drawn = all.map(([s0, z0, s1, z1]) =>
    seeAll(room, [plane.spot(s0, z0), plane.spot(s1, z1)]),
  )
  room.sheet.stroke(lines(drawn), room.seen(colour, plane.bright), {
    width: Math.max(1.2, scale * metres),
    opacity,
    cap: 'butt',
  })
}

/**
 * The `y` at which the visible part of the side walls begins. Anything nearer is outside the
 * picture.
 */
const FRONT = -1.2

/** Ceiling, floor and bare walls, brightest on the window side. */
export function drawShell(room: Room, wall: Colour, floor: Colour, ceiling: Colour) {
  const { sheet, width, depth, height, seen } = room
  const half = width / 2
  const wash = (colour: Colour, from: number, to: number) =>
    sheet.fade([
      { at: 0, colour: seen(colour, from) },
      { at: 1, colour: seen(colour, to) },
    ])
  sheet.rect(0, 0, WIDTH, HEIGHT, seen(floor, 0.7))
  sheet.fill(
    polygon(
      seeAll(room, [
        [-half, FRONT, height],
        [half, FRONT, height],
        [half, depth, height],
        [-half, depth, height],
      ]),
    ),
    wash(ceiling, 0.35, 0.6),
  )
  const { left, right } = planesOf(room)
  for (const plane of [left, right])
    sheet.fill(
      polygon(quadOn(room, plane, FRONT, depth, 0, height)),
      wash(wall, plane.bright - 0.12, plane.bright),
    )
  const { back } = planesOf(room)
  sheet.fill(polygon(quadOn(room, back, 0, width, 0, height)), wash(wall, 0.62, 0.78))
  sheet.fill(
    polygon(
      seeAll(room, [
        [-half, FRONT, 0],
        [half, FRONT, 0],
        [half, depth, 0],
        [-half, depth, 0],
      ]),
    ),
    wash(floor, 0.62, 0.95),
  )
}

/** Soft shadows where the ceiling meets the walls. */
export function drawCorners(room: Room) {
  const { sheet, width, depth, height, seen } = room
  const half = width / 2
  const edges: Spot[][] = [
    [
      [-half, FRONT, height],
      [-half, depth, height],
      [half, depth, height],
      [half, FRONT, height],
    ],
    [
      [-half, FRONT, 0],
      [-half, depth, 0],
      [half, depth, 0],
      [half, FRONT, 0],
    ],
    [
      [-half, depth, 0],
      [-half, depth, height],
    ],
    [
      [half, depth, 0],
      [half, depth, height],
    ],
  ]
  sheet.stroke(lines(edges.map((edge) => seeAll(room, edge))), seen('#4a3a30', 0.3), {
    width: 2.4,
    opacity: 0.5,
  })
}
