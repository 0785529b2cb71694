import type { Block, Room } from './blocks.ts'
import type { Edge } from './doors.ts'

const COMPASS = ['north', 'east', 'south', 'west'] as const
export type Side = (typeof COMPASS)[number]

export interface OuterWall {
  room: Room
  side: Side
  edge: Edge
}

/** Walls between a room and the outside. Balconies count as outside. */
export function outerWalls({ rooms }: Block): OuterWall[] {
  const indoors = rooms.filter(({ kind }) => kind !== 'balcony')
  const isIndoors = (x: number, y: number) =>
    indoors.some(
      (room) => x >= room.x && x < room.x + room.width && y >= room.y && y < room.y + room.height,
    )
  return indoors.flatMap((room) => {
    const { x, y, width, height } = room
    const sides: [Side, Edge, number, number][] = [
      ['north', { x, y, length: width, along: 'x' }, 0, -1],
      ['south', { x, y: y + height, length: width, along: 'x' }, 0, 0],
      ['west', { x, y, length: height, along: 'y' }, -1, 0],
      ['east', { x: x + width, y, length: height, along: 'y' }, 0, 0],
    ]
    return sides.flatMap(([side, edge, dx, dy]) =>
      stretches(edge, (cx, cy) => !isIndoors(cx + dx, cy + dy)).map((stretch) => ({
        room,
        side,
        edge: stretch,
      })),
    )
  })
}

/** Returns the stretches of an edge on which `passes` is true for every module (grid unit). */
function stretches(edge: Edge, passes: (x: number, y: number) => boolean): Edge[] {
  const found: Edge[] = []
  let open: Edge | undefined
  for (let step = 0; step < edge.length; step++) {
    const x = edge.x + (edge.along === 'x' ? step : 0)
    const y = edge.y + (edge.along === 'y' ? step : 0)
    if (!passes(x, y)) open = undefined
    else if (open) open.length += 1
    else {
      open = { x, y, length: 1, along: edge.along }
      found.push(open)
    }
  }
  return found
}
