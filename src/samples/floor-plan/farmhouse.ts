import type { Random } from '../random.ts'
import { type Block, cell, column, mirrored, row } from './blocks.ts'
import type { FloorPlan, Layout } from './layouts.ts'

/** A block for the storeroom and the wet rooms, three modules deep. */
const backEnd = (width: number, keeps: 'closet' | 'service') =>
  row(
    cell(keeps, width - 3, 3),
    column(cell('bath', 2, 2), cell('washroom', 2, 1)),
    column(cell('toilet', 1, 2), cell('hall', 1, 1)),
  )

/**
 * Plans two rows of tatami rooms behind the engawa. Sliding screens separate the rooms from each
 * other, so that the plan looks like the character 田. Beside the tatami rooms lies the earth floor,
 * or the rooms that replaced the earth floor.
 */
export function planFarmhouse(layout: Layout, random: Random): FloorPlan {
  const south = Math.ceil(layout.rooms / 2)
  const widths = Array.from({ length: south }, () =>
    random.weighted([
      [3, 4],
      [4, 6],
      [5, 1],
    ]),
  )
  const southRooms = withClosets(widths, random)
  const north = northRooms(southRooms, layout.rooms - south)
  const width = southRooms.reduce((sum, { width }) => sum + width, 0)
  const matted = column(
    row(...north),
    row(...southRooms.map(({ block }) => block)),
    cell('engawa', width, 1),
  )
  const floor = row(...workingSide(layout, random), matted)
  return { floors: [random.chance(0.5) ? floor : mirrored(floor)] }
}

interface Part {
  width: number
  isRoom: boolean
  block: Block
}

/**
 * The rooms along the garden, with closets between them. A closet and the alcove stand at the far
 * end.
 */
function withClosets(widths: number[], random: Random): Part[] {
  return widths.flatMap((width, index): Part[] => {
    const room = { width, isRoom: true, block: cell('tatami', width, 4) }
    const last = index === widths.length - 1
    if (!last && (index !== 1 || random.chance(0.6))) return [room]
    const ends = [cell('closet', 1, 2), cell(last ? 'alcove' : 'closet', 1, 2)]
    return [room, { width: 1, isRoom: false, block: column(...ends) }]
  })
}

/** Rooms at the back, as wide as the rooms in front of them. Closets fill the remaining width. */
function northRooms(south: Part[], count: number): Block[] {
  const used = south.findIndex((_, index) => roomsIn(south.slice(0, index)) === count)
  const [open, rest] = used === -1 ? [south, []] : [south.slice(0, used), south.slice(used)]
  const kept = rest.reduce((sum, { width }) => sum + width, 0)
  const rooms = open.map(({ width, isRoom }) => cell(isRoom ? 'tatami' : 'closet', width, 3))
  return kept > 0 ? [...rooms, cell('closet', kept, 3)] : rooms
}

const roomsIn = (parts: Part[]) => parts.filter(({ isRoom }) => isRoom).length

/**
 * The part of the house to the west of the tatami rooms: the kitchen, and the earth floor or
 * entrance hall.
 */
function workingSide({ kitchen, hasService }: Layout, random: Random): Block[] {
  const width = random.pick([5, 5, 6])
  const back = backEnd(width, hasService ? 'service' : 'closet')
  if (kitchen === 'LDK') {
    const way = column(cell('hall', 2, 6), cell('entrance', 2, 2))
    return [column(back, cell('living', width, 5)), way]
  }
  if (kitchen === 'DK') {
    return [column(back, cell('dining', width, 3), cell('earth', width, 2))]
  }
  const cooking = row(cell('kitchen', width - 1, 2), cell('hall', 1, 2))
  return [column(back, cooking, cell('earth', width, 3))]
}
