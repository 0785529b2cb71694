import type { Block, Room, RoomKind } from './blocks.ts'

type DoorKind = 'none' | 'open' | 'swing' | 'slide' | 'screens' | 'closet'

/** A straight piece of wall from a grid corner. `along` is its direction. */
export interface Edge {
  x: number
  y: number
  length: number
  along: 'x' | 'y'
}

/** A passage from one room to another, or out of the house. */
export interface Door {
  kind: Exclude<DoorKind, 'none'>
  from: Room
  /** The room behind the door; null if the door leads outside. */
  to: Room | null
  edge: Edge
}

/** The wall between two rooms. */
function sharedEdge(a: Room, b: Room): Edge | undefined {
  const top = Math.max(a.y, b.y)
  const high = Math.min(a.y + a.height, b.y + b.height) - top
  const left = Math.max(a.x, b.x)
  const wide = Math.min(a.x + a.width, b.x + b.width) - left
  if (high > 0 && (a.x + a.width === b.x || b.x + b.width === a.x)) {
    return { x: left, y: top, length: high, along: 'y' }
  }
  if (wide > 0 && (a.y + a.height === b.y || b.y + b.height === a.y)) {
    return { x: left, y: top, length: wide, along: 'x' }
  }
  return undefined
}

const WAYS: readonly RoomKind[] = ['hall', 'entrance', 'earth', 'stairs']
/**
 * The kinds of rooms that make a hall reachable. A hall with a door to one of these rooms needs no
 * further door.
 */
const REACHED: readonly RoomKind[] = [...WAYS, 'living', 'dining', 'kitchen', 'tatami']
const isOneOf = (kinds: readonly RoomKind[], { kind }: Room) => kinds.includes(kind)

/**
 * For each kind of room, the adjacent rooms to which it may have a door, and the kind of this door.
 * The preferred rooms come first.
 */
const OPENS_TO: Partial<Record<RoomKind, readonly (readonly [RoomKind, Door['kind']])[]>> = {
  toilet: [
    ['hall', 'swing'],
    ['engawa', 'swing'],
    ['washroom', 'swing'],
    ['earth', 'swing'],
    ['kitchen', 'swing'],
    ['living', 'swing'],
    ['dining', 'swing'],
  ],
  washroom: [
    ['hall', 'slide'],
    ['engawa', 'slide'],
    ['kitchen', 'slide'],
    ['dining', 'slide'],
    ['living', 'slide'],
    ['earth', 'slide'],
  ],
  bath: [
    ['washroom', 'swing'],
    ['hall', 'swing'],
    ['kitchen', 'swing'],
    ['dining', 'swing'],
  ],
  western: [
    ['hall', 'swing'],
    ['living', 'swing'],
    ['dining', 'swing'],
    ['kitchen', 'slide'],
    ['tatami', 'slide'],
  ],
  tatami: [
    ['hall', 'slide'],
    ['living', 'screens'],
    ['dining', 'screens'],
    ['earth', 'screens'],
    ['kitchen', 'slide'],
  ],
  studio: [['hall', 'swing']],
  service: [
    ['hall', 'swing'],
    ['earth', 'slide'],
    ['living', 'swing'],
    ['dining', 'slide'],
    ['washroom', 'slide'],
    ['kitchen', 'slide'],
    ['tatami', 'slide'],
  ],
  shop: [
    ['earth', 'open'],
    ['hall', 'slide'],
  ],
  living: [
    ['hall', 'swing'],
    ['entrance', 'swing'],
    ['earth', 'open'],
  ],
  dining: [
    ['earth', 'open'],
    ['hall', 'swing'],
    ['entrance', 'swing'],
    ['tatami', 'screens'],
  ],
  kitchen: [
    ['earth', 'open'],
    ['hall', 'slide'],
    ['entrance', 'swing'],
    ['tatami', 'slide'],
  ],
  closet: [
    ['tatami', 'closet'],
    ['western', 'closet'],
    ['studio', 'closet'],
    ['hall', 'closet'],
    ['dining', 'closet'],
    ['living', 'closet'],
    ['kitchen', 'closet'],
    ['washroom', 'closet'],
    ['earth', 'closet'],
    ['engawa', 'closet'],
  ],
  alcove: [['tatami', 'open']],
  // A hall gets one of these doors only if no other door makes it reachable (see `REACHED`). An
  // example is the small hall in front of a bath.
  hall: [
    ['living', 'swing'],
    ['dining', 'swing'],
    ['kitchen', 'slide'],
    ['tatami', 'slide'],
  ],
  stairs: [
    ['hall', 'open'],
    ['tatami', 'slide'],
    ['dining', 'slide'],
    ['living', 'slide'],
  ],
}

/**
 * Returns all doors of a floor: the doors between rooms that must be connected, and for each
 * remaining room a door to its preferred neighbour.
 */
export function doorsOf(floor: Block): Door[] {
  const doors: Door[] = []
  const { rooms } = floor
  for (const [index, a] of rooms.entries()) {
    for (const b of rooms.slice(index + 1)) {
      const edge = sharedEdge(a, b)
      const kind = edge && always(a, b, edge)
      if (edge && kind) doors.push({ kind, from: a, to: b, edge })
    }
  }
  for (const room of rooms) {
    const door = ownDoor(room, rooms, doors)
    if (door) doors.push(door)
  }
  return doors
}

/**
 * The kind of door between two rooms that must be connected. They get this door even if both have
 * other doors. Undefined for all other rooms.
 */
function always(a: Room, b: Room, edge: Edge): Door['kind'] | undefined {
  const pair = (one: RoomKind, other: RoomKind) =>
    (a.kind === one && b.kind === other) || (a.kind === other && b.kind === one)
  if (isOneOf(WAYS, a) && isOneOf(WAYS, b) && !pair('stairs', 'entrance')) return 'open'
  if (pair('tatami', 'tatami') && edge.length >= 2) return 'screens'
  if (pair('tatami', 'engawa') && edge.length >= 2) return 'screens'
  if (pair('tatami', 'living') && edge.length >= 3) return 'screens'
  if (pair('engawa', 'hall') || pair('engawa', 'earth') || pair('engawa', 'living')) return 'open'
  return undefined
}

function ownDoor(room: Room, rooms: Room[], doors: Door[]): Door | undefined {
  const wishes = OPENS_TO[room.kind] ?? []
  const known = doors.filter(({ from, to }) => from === room || to === room)
  const isReached = ({ from, to }: Door) =>
    [from, to].some((one) => one && one !== room && isOneOf(REACHED, one))
  if (room.kind === 'hall' && known.some(isReached)) return undefined
  for (const [kind, door] of wishes) {
    const choices = rooms.filter((other) => other.kind === kind && other !== room)
    const edges = choices.flatMap((to) => {
      const edge = sharedEdge(room, to)
      return edge ? [{ to, edge }] : []
    })
    if (edges.some(({ to }) => known.some((one) => one.to === to || one.from === to)))
      return undefined
    // Prefer the room with fewer closets.
    const closets = (at: Room) =>
      doors.filter(({ kind, to }) => kind === 'closet' && to === at).length
    const [best] = edges.sort(
      (one, other) =>
        (door === 'closet' ? closets(one.to) - closets(other.to) : 0) ||
        other.edge.length - one.edge.length,
    )
    if (best) return { kind: door, from: room, to: best.to, edge: best.edge }
  }
  return undefined
}

/** Whether every room is reachable from the entrance or the stairs. */
export function isConnected(floor: Block) {
  const doors = doorsOf(floor)
  const start = floor.rooms.find((room) => isOneOf(['entrance', 'earth', 'stairs'], room))
  const seen = new Set<Room>(start && [start])
  for (const room of seen) {
    for (const { from, to } of doors) {
      if (to && (from === room || to === room)) seen.add(from).add(to)
    }
  }
  return floor.rooms.every((room) => seen.has(room) || room.kind === 'balcony')
}
