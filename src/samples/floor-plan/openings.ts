import type { Point } from '../drawing/sheet.ts'
import type { Block, Room, RoomKind } from './blocks.ts'
import { type Door, doorsOf, type Edge } from './doors.ts'
import { FLOORS } from './floors.ts'
import { type OuterWall, outerWalls } from './outer-walls.ts'
import { INK, INK_SOFT, PAPER, type Paper, SHU } from './paper.ts'

/** The width of an outer wall in hundredths of a module. */
const OUTER = 17
const INNER = 9

/** Draws the walls with their doors and windows. */
export function drawWalls(floor: Block, isTerraced: boolean, paper: Paper) {
  const outer = outerWalls(floor)
  const free = outer.filter(({ side }) => !isTerraced || side === 'north' || side === 'south')
  const doors = doorsOf(floor)
  const open = doors.filter(({ kind }) => kind === 'open')
  for (const room of floor.rooms) {
    if (room.kind !== 'balcony') paper.outline(room.x, room.y, room.width, room.height, INNER, INK)
    else paper.outline(room.x, room.y, room.width, room.height, 3, INK_SOFT)
  }
  for (const { from, to, edge } of open) {
    clear(edge, 0, edge.length, INNER, from.kind, paper)
    if (to && from.kind !== to.kind) paper.draw([span(edge, 0, edge.length)], 1.8, INK_SOFT, 0.8)
  }
  paper.draw(
    outer.map(({ edge }) => span(edge, 0, edge.length)),
    OUTER,
  )
  for (const wall of free) drawWindow(wall, paper)
  for (const door of doors) drawDoor(door, paper)
}

/** A point at distance `far` along an edge, shifted by `aside`. */
const on = ({ x, y, along }: Edge, far: number, aside = 0): Point =>
  along === 'x' ? [x + far, y + aside] : [x + aside, y + far]
const span = (edge: Edge, from: number, to: number, aside = 0): Point[] => [
  on(edge, from, aside),
  on(edge, to, aside),
]

function clear(
  edge: Edge,
  from: number,
  to: number,
  wall: number,
  floor: RoomKind | null,
  paper: Paper,
) {
  const thick = (wall + 1) / 100
  const [x, y] = on(edge, from, -thick / 2)
  const long = to - from
  paper.rect(
    x,
    y,
    edge.along === 'x' ? long : thick,
    edge.along === 'x' ? thick : long,
    floor ? FLOORS[floor] : PAPER,
  )
}

/**
 * The window widths of each kind of room, in modules. The first width is for a window to the south,
 * the second for any other window.
 */
const WINDOWS: Partial<Record<RoomKind, readonly [number, number]>> = {
  tatami: [2, 1.6],
  western: [1.9, 1.4],
  studio: [2, 1.4],
  living: [2.6, 1.6],
  dining: [1.9, 1.5],
  kitchen: [1.5, 1.4],
  shop: [3, 1.2],
  bath: [0.7, 0.7],
  washroom: [0.6, 0.6],
  toilet: [0.5, 0.5],
  hall: [0.7, 0.6],
  stairs: [0.7, 0.7],
  service: [1, 1],
}

function drawWindow({ room, side, edge }: OuterWall, paper: Paper) {
  if (room.kind === 'engawa' && side === 'south')
    return drawGlass(edge, 0.12, edge.length - 0.12, paper)
  if (room.kind === 'entrance' || room.kind === 'earth') return
  const [south, elsewhere] = WINDOWS[room.kind] ?? [0, 0]
  const wide = Math.min(side === 'south' ? south : elsewhere, edge.length - 0.4)
  if (wide < 0.4) return
  const start = (edge.length - wide) / 2
  drawGlass(edge, start, start + wide, paper)
}

/** A window: two lines with the glass between them. */
function drawGlass(edge: Edge, from: number, to: number, paper: Paper) {
  clear(edge, from, to, OUTER, null, paper)
  const half = OUTER / 200
  paper.draw([span(edge, from, to, -half), span(edge, from, to, half)], 1.8, INK)
  paper.draw([span(edge, from, to)], 1.5, '#23405f')
}

function drawDoor({ kind, from, edge }: Door, paper: Paper) {
  if (kind === 'open') return
  const middle = edge.length / 2
  if (kind === 'swing') return drawSwing(edge, from, paper)
  const wide =
    kind === 'slide'
      ? Math.min(1.7, edge.length - 0.2)
      : Math.min(kind === 'closet' ? 1.8 : edge.length > 3.5 ? 3.6 : 1.84, edge.length - 0.16)
  const [start, end] = [middle - wide / 2, middle + wide / 2]
  clear(edge, start, end, INNER, from.kind, paper)
  drawPanels(edge, start, end, wide > 3 ? 4 : 2, paper)
}

/** Draws the panels of a sliding door. */
function drawPanels(edge: Edge, from: number, to: number, count: number, paper: Paper) {
  const each = (to - from) / count
  const panels = Array.from({ length: count }, (_, index) => {
    const outer = count === 2 ? index === 0 : index === 0 || index === 3
    return span(
      edge,
      from + index * each - (outer ? 0 : 0.06),
      from + (index + 1) * each + (outer ? 0.06 : 0),
      outer ? -0.035 : 0.035,
    )
  })
  paper.draw(panels, 2.6, INK)
}

const LEAF = 0.82

/** A swing door with its arc. The door of a small room opens outwards. */
function drawSwing(edge: Edge, from: Room, paper: Paper) {
  const [first, last] = [0.12, edge.length - LEAF - 0.12]
  // In a bathroom, put the door at the east end, because the tub stands in the west.
  const start = edge.length === 1 ? (first + last) / 2 : from.kind === 'bath' ? last : first
  clear(edge, start, start + LEAF, INNER, null, paper)
  const roomIsAfter = edge.along === 'x' ? from.y >= edge.y : from.x >= edge.x
  const inwards = from.width * from.height >= 4
  const aside = roomIsAfter === inwards ? LEAF : -LEAF
  paper.draw([[on(edge, start), on(edge, start, aside)]], 3, INK)
  const arc = Array.from({ length: 9 }, (_, step): Point => {
    const angle = (step / 8) * (Math.PI / 2)
    return on(edge, start + Math.sin(angle) * LEAF, Math.cos(angle) * aside)
  })
  paper.draw([arc], 1.4, INK_SOFT)
}

/** The entrance, marked with an arrow. */
export function drawEntrance(floor: Block, paper: Paper) {
  const walls = outerWalls(floor).filter(
    ({ room }) => room.kind === 'entrance' || room.kind === 'earth',
  )
  const order = ['south', 'north', 'west', 'east'] as const
  const [wall] = walls
    .filter(({ edge }) => edge.length >= 1)
    .sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side))
  if (!wall) throw new Error('A house has a way in')
  const { edge, side } = wall
  const wide = Math.min(1.7, edge.length - 0.24)
  const from = (edge.length - wide) / 2
  clear(edge, from, from + wide, OUTER, 'entrance', paper)
  drawPanels(edge, from, from + wide, 2, paper)
  const out = side === 'south' || side === 'east' ? 1 : -1
  const [tip, foot] = [0.22 * out, 0.58 * out]
  const middle = edge.length / 2
  paper.fill(
    [on(edge, middle, tip), on(edge, middle + 0.2, foot), on(edge, middle - 0.2, foot)],
    SHU,
  )
}
