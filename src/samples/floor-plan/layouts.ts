import type { Block, RoomKind } from './blocks.ts'
import { isLivedIn, MODULE } from './blocks.ts'

export interface FloorPlan {
  /**
   * The floors, from the lowest to the highest. The origin of each floor is its north-west corner.
   */
  floors: Block[]
  /**
   * Whether the house touches its neighbours in the east and west, so that it has no windows there.
   */
  isTerraced?: boolean
}

/** A parsed layout such as `4SLDK`. */
export interface Layout {
  rooms: number
  hasService: boolean
  kitchen: 'R' | 'K' | 'DK' | 'LDK'
}

const KITCHENS = { kitchen: 'K', dining: 'DK', living: 'LDK', studio: 'R' } as const

export function parseLayout(layout: string): Layout {
  const [, rooms, service, kitchen] = layout.match(/^(\d+)(S?)(R|K|DK|LDK)$/) ?? []
  if (!isKitchen(kitchen)) throw new Error(`${layout} is not a layout`)
  return { rooms: Number(rooms), hasService: service === 'S', kitchen }
}

const isKitchen = (text: string | undefined): text is Layout['kitchen'] =>
  Object.values<string | undefined>(KITCHENS).includes(text)

/** Derives the layout, such as `4LDK`, from a plan's rooms. */
export function layoutOf({ floors }: FloorPlan) {
  const rooms = floors.flatMap((floor) => floor.rooms)
  const has = (kind: RoomKind) => rooms.some((room) => room.kind === kind)
  const kitchens = (['living', 'dining', 'kitchen', 'studio'] as const).filter(has)
  const lettered = kitchens.map((kind) => KITCHENS[kind]).join('')
  return `${rooms.filter(isLivedIn).length}${has('service') ? 'S' : ''}${lettered}`
}

/** The floor area in square metres, without balconies. */
export function areaOf({ floors }: FloorPlan) {
  const modules = floors
    .flatMap((floor) => floor.rooms)
    .filter(({ kind }) => kind !== 'balcony')
    .reduce((sum, { width, height }) => sum + width * height, 0)
  return Math.round(modules * MODULE ** 2 * 100) / 100
}
