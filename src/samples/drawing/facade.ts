import type { Random } from '../random.ts'
import type { Colour } from './colour.ts'
import type { Opening } from './openings.ts'

const BAYS = [
  'veranda',
  'paper',
  'sash',
  'small',
  'lattice',
  'door',
  'blank',
  'tall',
  'round',
  'slit',
] as const
/** What is between two posts of a wall: a kind of opening or, for `blank`, no opening. */
type Bay = (typeof BAYS)[number]

export interface Look {
  frame: Colour
  /** The height of the floor inside, in metres above the foot of the wall. */
  floor: number
  railing?: Colour | undefined
  noren?: Colour | undefined
  hasShutters?: boolean
}

/**
 * The openings of a wall. `bays` lists their kinds from left to right, each with its relative
 * width: `veranda 3.2, door 1.7, blank`.
 */
export function facade(random: Random, length: number, bays: string, look: Look): Opening[] {
  const margin = 0.25
  const read = bays.split(', ').map(readBay)
  const all = read.reduce((sum, { share }) => sum + share, 0)
  let at = 0
  return read.flatMap(({ bay, share }) => {
    const width = (share / all) * length
    const start = at
    at += width
    const opening = fill(random, bay, width - 2 * margin, look)
    return opening ? [{ ...opening, at: start + (width - opening.width) / 2 }] : []
  })
}

function readBay(text: string) {
  const [name, share = '1'] = text.split(' ')
  const bay = BAYS.find((one) => one === name)
  if (!bay) throw new Error(`${name} is not a part of a wall`)
  return { bay, share: Number(share) }
}

type Placeless = Omit<Opening, 'at'>

function fill(random: Random, bay: Bay, room: number, look: Look): Placeless | undefined {
  const { frame, floor, railing, noren, hasShutters } = look
  const shared = { frame, lit: random.chance(0.75) }
  const railed = { ...shared, ...(railing && { railing }) }
  const window = Math.min(room, 1.75)
  switch (bay) {
    case 'veranda':
      return { ...shared, kind: 'glass', sill: floor, width: room, height: 1.9, panes: pairs(room) }
    case 'paper':
      return {
        ...shared,
        kind: 'shoji',
        sill: floor,
        width: room,
        height: 1.85,
        panes: pairs(room),
      }
    case 'sash': {
      const box = hasShutters && room > 2.9 ? { shutterBox: 1 as const } : {}
      return { ...railed, ...box, kind: 'glass', sill: floor + 0.75, width: window, height: 1.1 }
    }
    case 'tall':
      return { ...railed, kind: 'glass', sill: floor, width: window, height: 1.9 }
    case 'small':
      return {
        ...shared,
        kind: 'glass',
        sill: floor + 1.1,
        width: Math.min(room, 0.8),
        height: 0.65,
      }
    case 'lattice':
      return { ...shared, kind: 'lattice', sill: floor * 0.8, width: room, height: 1.75 }
    case 'slit':
      return {
        ...shared,
        kind: 'slats',
        sill: floor + 0.45,
        width: Math.min(room, 2.4),
        height: 0.7,
      }
    case 'door':
      return {
        frame,
        lit: true,
        kind: 'door',
        sill: 0.1,
        width: window,
        height: 2.05,
        ...(noren && { noren }),
      }
    case 'round':
      return { ...shared, kind: 'round', sill: floor + 0.5, width: 1.1, height: 1.1 }
    case 'blank':
      return undefined
  }
}

/**
 * The number of sliding doors in a width of `room` metres. The number is even, because sliding
 * doors come in pairs.
 */
const pairs = (room: number) => Math.max(2, Math.round(room / 0.9 / 2) * 2)
