/** The module of Japanese rooms in metres: half a ken. A mat measures one by two modules. */
export const MODULE = 0.91

export type RoomKind =
  | 'tatami'
  | 'western'
  | 'studio'
  | 'living'
  | 'dining'
  | 'kitchen'
  | 'service'
  | 'shop'
  | 'earth'
  | 'entrance'
  | 'hall'
  | 'stairs'
  | 'bath'
  | 'washroom'
  | 'toilet'
  | 'closet'
  | 'alcove'
  | 'engawa'
  | 'balcony'

/**
 * A room, measured in modules. `x` is the distance from the west side, `y` from the north side.
 */
export interface Room {
  kind: RoomKind
  x: number
  y: number
  width: number
  height: number
}

/** Rooms that together fill a rectangle. */
export interface Block {
  width: number
  height: number
  rooms: Room[]
}

export const cell = (kind: RoomKind, width: number, height: number): Block => ({
  width,
  height,
  rooms: width > 0 && height > 0 ? [{ kind, x: 0, y: 0, width, height }] : [],
})

/** Joins blocks of equal height, from west to east. */
export function row(...blocks: Block[]): Block {
  const height = blocks[0]?.height ?? 0
  let width = 0
  const rooms = blocks.flatMap((block) => {
    if (block.height !== height) throw new Error('The blocks of a row are equally high')
    const moved = block.rooms.map((room) => ({ ...room, x: room.x + width }))
    width += block.width
    return moved
  })
  return { width, height, rooms }
}

/** Joins blocks of equal width, from north to south. */
export function column(...blocks: Block[]): Block {
  const width = blocks[0]?.width ?? 0
  let height = 0
  const rooms = blocks.flatMap((block) => {
    if (block.width !== width) throw new Error('The blocks of a column are equally wide')
    const moved = block.rooms.map((room) => ({ ...room, y: room.y + height }))
    height += block.height
    return moved
  })
  return { width, height, rooms }
}

/** Swaps east and west. */
export const mirrored = ({ width, height, rooms }: Block): Block => ({
  width,
  height,
  rooms: rooms.map((room) => ({ ...room, x: width - room.x - room.width })),
})

/** Whether the number in a layout such as `4LDK` includes the room. */
export const isLivedIn = ({ kind }: Room) =>
  kind === 'tatami' || kind === 'western' || kind === 'studio'

/** The area of a room in mats. */
export const mats = ({ width, height }: Room) => (width * height) / 2
