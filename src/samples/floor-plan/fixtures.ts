import type { Point } from '../drawing/sheet.ts'
import type { Block, Room, RoomKind } from './blocks.ts'
import { type OuterWall, outerWalls, type Side } from './outer-walls.ts'
import { INK_SOFT, PAPER, type Paper } from './paper.ts'

const WITH_STOVE: readonly RoomKind[] = ['kitchen', 'dining', 'living', 'studio']
/** Depth of a kitchen counter in modules, about 0.65 metres. */
const COUNTER = 0.7

/** Draws built-in fixtures: kitchen, bath, basin, toilet. */
export function drawFixtures(floor: Block, paper: Paper) {
  const outer = outerWalls(floor)
  for (const room of floor.rooms) {
    if (WITH_STOVE.includes(room.kind)) drawCounter(room, outer, paper)
    if (room.kind === 'bath') drawTub(room, paper)
    if (room.kind === 'toilet') drawToilet(room, paper)
    if (room.kind === 'washroom') drawBasin(room, paper)
  }
}

/** The wall for the kitchen counter: an outer wall, to the north if possible. */
function counterWall(room: Room, outer: OuterWall[]) {
  const order: Side[] = ['north', 'west', 'east', 'south']
  const [wall] = outer
    .filter((wall) => wall.room === room && wall.edge.length >= 2)
    .sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side))
  return (
    wall ?? { side: 'north' as const, edge: { ...room, length: room.width, along: 'x' as const } }
  )
}

function drawCounter(room: Room, outer: OuterWall[], paper: Paper) {
  const { side, edge } = counterWall(room, outer)
  const length = Math.min(edge.length - 0.3, 2.8)
  const lies = edge.along === 'x'
  const start = (lies ? edge.x : edge.y) + (edge.length - length) / 2
  const inner =
    side === 'north'
      ? room.y
      : side === 'south'
        ? room.y + room.height - COUNTER
        : side === 'west'
          ? room.x
          : room.x + room.width - COUNTER
  /**
   * Returns a point of the kitchen counter. `along` and `deep` are the distances from its top left
   * corner in modules, in the direction of its length and of its depth.
   */
  const on = (along: number, deep: number): Point =>
    lies ? [start + along, inner + deep] : [inner + deep, start + along]
  const box = (along: number, deep: number, long: number, wide: number) => {
    const [x, y] = on(along, deep)
    return lies ? ([x, y, long, wide] as const) : ([x, y, wide, long] as const)
  }
  paper.rect(...box(0, 0, length, COUNTER), PAPER)
  paper.outline(...box(0, 0, length, COUNTER), 2)
  paper.outline(...box(0.2, 0.15, 0.75, COUNTER - 0.3), 1.8)
  const [left, right] = [on(length - 0.75, COUNTER / 2), on(length - 0.35, COUNTER / 2)]
  for (const [x, y] of [left, right]) paper.ellipse(x, y, 0.14, 0.14, 1.8)
}

function drawTub({ x, y, width, height }: Room, paper: Paper) {
  const [left, top, high] = [x + 0.18, y + 0.22, Math.min(height, 2) - 0.44]
  paper.rect(left, top, 0.85, high, PAPER)
  paper.outline(left, top, 0.85, high, 2)
  paper.outline(left + 0.12, top + 0.12, 0.61, high - 0.24, 1.5)
  paper.ellipse(x + width - 0.35, y + height / 2, 0.1, 0.1, 1.6)
}

function drawToilet({ x, y, width, height }: Room, paper: Paper) {
  const lies = width > height
  const [centreX, centreY] = [x + (lies ? 0.72 : width / 2), y + (lies ? height / 2 : 0.72)]
  if (lies) paper.outline(x + 0.12, centreY - 0.27, 0.22, 0.54, 1.8)
  else paper.outline(centreX - 0.27, y + 0.12, 0.54, 0.22, 1.8)
  paper.ellipse(centreX, centreY, lies ? 0.36 : 0.25, lies ? 0.25 : 0.36, 1.8)
}

function drawBasin({ x, y, width, height }: Room, paper: Paper) {
  const top = y + height - 0.88
  paper.outline(x + 0.12, top + 0.1, 0.62, 0.5, 1.8)
  paper.ellipse(x + 0.43, top + 0.35, 0.2, 0.15, 1.6)
  paper.outline(x + width - 0.8, top + 0.1, 0.66, 0.6, 1.6)
  paper.ellipse(x + width - 0.47, top + 0.4, 0.2, 0.2, 1.4)
  if (height > 1)
    paper.draw(
      [
        [
          [x + 0.2, y + 0.3],
          [x + width - 0.2, y + 0.3],
        ],
      ],
      1.4,
      INK_SOFT,
      0.5,
    )
}
