import type { Random } from '../random.ts'
import { type Block, cell, column, mirrored, row } from './blocks.ts'
import type { FloorPlan, Layout } from './layouts.ts'

/**
 * The maximum number of rooms upstairs (`ABOVE`), and downstairs for each kind of kitchen
 * (`BELOW`).
 */
const ABOVE = 3
const BELOW = { K: 3, DK: 2, LDK: 2, R: 0 } as const

/**
 * Plans a narrow, deep house: rooms in a row, an earth floor beside them from the street to the
 * kitchen, and the bath at the back, along a strip of garden.
 */
export function planTownhouse(layout: Layout, random: Random): FloorPlan {
  const below = Math.max(
    layout.rooms - ABOVE,
    Math.min(BELOW[layout.kitchen], Math.floor(layout.rooms / 2)),
  )
  const back = layout.kitchen === 'LDK' ? 5 : 4
  const floors = [groundFloor(layout, below, back, random), upperFloor(layout.rooms - below, back)]
  return { floors: random.chance(0.5) ? floors : floors.map(mirrored), isTerraced: true }
}

/** Places the stairs in the middle of the house, beside the given block. */
const besideStairs = (block: Block) =>
  row(column(cell('closet', 1, 1), cell('stairs', 1, 3)), block)

function groundFloor({ kitchen, hasService }: Layout, rooms: number, back: number, random: Random) {
  // The positions that the kitchen leaves free. Rooms take these positions in this order.
  const free =
    kitchen === 'LDK'
      ? ['middle', 'front']
      : kitchen === 'DK'
        ? ['back', 'front']
        : ['back', 'middle', 'front']
  const rest = new Set(free.slice(0, rooms))
  const front = rest.has('front')
    ? cell('tatami', 4, 3)
    : hasService
      ? cell('service', 4, 3)
      : cell('shop', 4, random.pick([3, 4]))
  const line = column(
    cell('engawa', 4, 1),
    cell(kitchen === 'LDK' ? 'living' : rest.has('back') ? 'tatami' : 'hall', 4, back),
    besideStairs(cell(kitchen === 'DK' ? 'dining' : rest.has('middle') ? 'tatami' : 'hall', 3, 4)),
    front,
  )
  const passage =
    kitchen === 'K'
      ? [cell('kitchen', 2, 4), cell('earth', 2, line.height - 4)]
      : [cell('earth', 2, line.height)]
  const water = row(
    cell('toilet', 1, 2),
    cell('washroom', 2, 2),
    cell('bath', 2, 2),
    cell('closet', 1, 2),
  )
  return column(water, row(line, column(...passage)))
}

function upperFloor(rooms: number, back: number) {
  return column(
    row(cell('closet', 2, 1), cell('alcove', 2, 1)),
    cell('tatami', 4, back),
    besideStairs(rooms > 2 ? column(cell('tatami', 3, 3), cell('hall', 3, 1)) : cell('hall', 3, 4)),
    cell(rooms > 1 ? 'tatami' : 'closet', 4, 3),
  )
}
