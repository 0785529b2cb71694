import type { Random } from '../random.ts'
import { type Block, cell, column, mirrored, row } from './blocks.ts'
import type { FloorPlan, Layout } from './layouts.ts'

/** Plans one flat of a block, with the door to the north and the balcony to the south. */
export function planFlat(layout: Layout, random: Random): FloorPlan {
  const floor = FLATS[layout.kitchen](layout.rooms, random)
  const balcony = { kind: 'balcony', x: 0, y: floor.height, width: floor.width, height: 1 } as const
  const flat = { ...floor, rooms: [...floor.rooms, balcony] }
  return { floors: [random.chance(0.5) ? flat : mirrored(flat)] }
}

const FLATS: Record<Layout['kitchen'], (rooms: number, random: Random) => Block> = {
  R: () =>
    column(
      row(cell('bath', 2, 2), column(cell('entrance', 2, 1), cell('hall', 2, 1))),
      cell('studio', 4, 5),
    ),

  K: (rooms, random) =>
    rooms === 1
      ? column(small('kitchen', 2), oneRoom(4, 1, random))
      : column(large('kitchen', 3), inLine(rooms, [3, 3], random)),

  DK: (rooms, random) => {
    if (rooms === 1) return column(small('dining', 4), oneRoom(5, 2, random))
    return rooms === 2
      ? column(large('dining', 4), inLine(rooms, [4, 3], random))
      : column(large('dining', 6), inLine(rooms, [3, 3, 3], random))
  },

  LDK: (rooms) => {
    const north = row(wet(), way(), cell('western', 4, 3))
    if (rooms === 1) return column(north, cell('living', 8, 4))
    const south = row(
      cell('living', 5, 4),
      cell('tatami', 3, 4),
      column(cell('closet', 1, 2), cell('alcove', 1, 2)),
    )
    return column(row(north, cell('closet', 1, 3)), south)
  },
}

const wet = () =>
  row(
    column(cell('bath', 2, 2), cell('washroom', 2, 1)),
    column(cell('toilet', 1, 2), cell('hall', 1, 1)),
  )
const way = () => column(cell('entrance', 1, 1), cell('hall', 1, 2))
const small = (kitchen: 'kitchen' | 'dining', width: number) =>
  row(column(cell('bath', 2, 2), cell('toilet', 2, 1)), way(), cell(kitchen, width, 3))
const large = (kitchen: 'kitchen' | 'dining', width: number) =>
  row(wet(), way(), cell(kitchen, width, 3))

const oneRoom = (width: number, closet: number, random: Random) =>
  row(cell(random.pick(['tatami', 'western']), width, 4), cell('closet', closet, 4))

/** The rooms at the balcony, with a closet at the end. */
const inLine = (rooms: number, widths: number[], random: Random) =>
  row(
    ...widths
      .slice(0, rooms)
      .map((width) => cell(random.chance(0.7) ? 'tatami' : 'western', width, 4)),
    column(cell('closet', 1, 2), cell('closet', 1, 2)),
  )
