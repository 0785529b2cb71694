import type { Random } from '../random.ts'
import { type Block, cell, column, mirrored, type RoomKind, row } from './blocks.ts'
import type { FloorPlan, Layout } from './layouts.ts'

/** The style of a building period: the share of tatami rooms, and whether there is a veranda. */
export interface FamilyStyle {
  storeys: 1 | 2
  /** The share of tatami rooms among the rooms downstairs, then among the rooms upstairs. */
  mats: readonly [number, number]
  hasEngawa: boolean
}

const SOUTH = 4
const NORTH = 3
const TRIES = 1500

/** Plans rooms to the south, wet rooms to the north, and a corridor between them. */
export function planFamilyHouse(layout: Layout, style: FamilyStyle, random: Random): FloorPlan {
  for (let tries = 0; tries < TRIES; tries++) {
    const plan = tryToPlan(layout, style, random)
    if (plan) return plan
  }
  throw new Error(`No house was found for ${layout.rooms}${layout.kitchen}`)
}

function tryToPlan(layout: Layout, style: FamilyStyle, random: Random): FloorPlan | undefined {
  const above = style.storeys === 1 ? 0 : roomsAbove(layout, random)
  const ground = groundFloor(layout, layout.rooms - above, style, random)
  if (!ground) return undefined
  const flip = random.chance(0.5)
  const turned = (block: Block) => (flip ? mirrored(block) : block)
  if (style.storeys === 1) return { floors: [turned(ground)] }
  const upper = upperFloor(above, style, random)
  return upper && standsOn(upper, ground) ? { floors: [turned(ground), turned(upper)] } : undefined
}

const roomsAbove = ({ rooms, kitchen }: Layout, random: Random) =>
  Math.min(
    rooms,
    Math.max(1, Math.round(rooms * (kitchen === 'LDK' ? 0.68 : 0.45) + random.between(-0.9, 0.5))),
  )

function groundFloor(layout: Layout, rooms: number, style: FamilyStyle, random: Random) {
  const { kitchen, hasService } = layout
  const engawa = style.hasEngawa && rooms > 0 ? 1 : 0
  const north = [wet(), ...(style.storeys === 2 ? [stairs()] : [])]
  if (kitchen === 'DK') north.push(cell('dining', random.whole(4, 6), NORTH))
  if (kitchen === 'K') north.push(cell('kitchen', random.whole(2, 3), NORTH))
  if (hasService) north.push(cell('service', 2, NORTH))
  const entrance = column(cell('hall', 2, 2 + engawa), cell('entrance', 2, 2))
  const bands = fillBands({ rooms, mats: style.mats[0], north, given: entrance.width }, random)
  if (!bands) return undefined
  const garden = row(...bands.south)
  const front = row(entrance, engawa ? column(garden, cell('engawa', garden.width, 1)) : garden)
  const floor = column(row(...bands.north), cell('hall', front.width, 1), front)
  if (kitchen !== 'LDK') return floor
  return row(
    cell(
      'living',
      random.weighted([
        [3, 2],
        [4, 5],
        [5, 2],
      ]),
      floor.height,
    ),
    floor,
  )
}

function upperFloor(rooms: number, style: FamilyStyle, random: Random) {
  const north = [
    stairs(),
    ...(random.chance(0.4) ? [column(cell('toilet', 1, 2), cell('hall', 1, 1))] : []),
  ]
  const bands = fillBands({ rooms, mats: style.mats[1], north, given: 0 }, random)
  if (!bands) return undefined
  const front = row(...bands.south)
  const floor = column(row(...bands.north), cell('hall', front.width, 1), front)
  if (style.hasEngawa || random.chance(0.3)) return floor
  const balcony = { kind: 'balcony', x: 0, y: floor.height, width: front.width, height: 1 } as const
  return { ...floor, rooms: [...floor.rooms, balcony] }
}

/** Whether the stairs of both floors align, and the upper floor stays within the lower one. */
function standsOn(upper: Block, ground: Block) {
  const foot = ground.rooms.find(({ kind }) => kind === 'stairs')
  const head = upper.rooms.find(({ kind }) => kind === 'stairs')
  if (!foot || !head) return false
  const offset = foot.x - head.x
  return offset >= 0 && offset + upper.width <= ground.width
}

const wet = () =>
  row(
    column(cell('bath', 2, 2), cell('washroom', 2, 1)),
    column(cell('toilet', 1, 2), cell('hall', 1, 1)),
  )

const stairs = () => column(cell('stairs', 2, 2), cell('hall', 2, 1))

interface Bands {
  rooms: number
  /** Share of rooms with tatami. */
  mats: number
  north: Block[]
  /** The width, in modules, of the rooms that are already placed in the south. */
  given: number
}

/** Distributes the rooms over both sides of the corridor, so that both sides have equal length. */
function fillBands({ rooms, mats, north, given }: Bands, random: Random) {
  const atNorth = Math.min(
    rooms,
    random.weighted([
      [0, 4],
      [1, 4],
      [2, rooms > 2 ? 3 : 0],
      [3, rooms > 6 ? 3 : 0],
    ]),
  )
  const kinds = random.shuffled(
    Array.from(
      { length: rooms },
      (_, index): RoomKind => (index < Math.round(rooms * mats) ? 'tatami' : 'western'),
    ),
  )
  const back = [
    ...north,
    ...kinds.slice(0, atNorth).map((kind) => cell(kind, random.pick([3, 3, 4]), NORTH)),
  ]
  const front = kinds.slice(atNorth).flatMap((kind, index, all) => {
    const room = cell(
      kind,
      random.weighted([
        [3, 5],
        [4, 5],
        [5, 1],
      ]),
      SOUTH,
    )
    const isLast = index === all.length - 1
    return isLast && random.chance(0.5)
      ? [room]
      : [room, closets(kind, isLast && random.chance(0.6))]
  })
  const missing = given + widthOf(front) - widthOf(back)
  if (missing < 0 || missing > 3 || (rooms > 0 && front.length === 0)) return undefined
  const filled = missing > 0 ? [...back, cell('closet', missing, NORTH)] : back
  return { south: front, north: random.shuffled(filled) }
}

/** A closet for the bedding, beside the alcove of the best room. */
const closets = (kind: RoomKind, withAlcove: boolean) =>
  column(cell('closet', 1, 2), cell(withAlcove && kind === 'tatami' ? 'alcove' : 'closet', 1, 2))

const widthOf = (blocks: Block[]) => blocks.reduce((sum, { width }) => sum + width, 0)
