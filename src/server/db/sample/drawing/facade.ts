import type { Random } from '../random.ts'
import type { Colour } from './colour.ts'
import type { Opening } from './openings.ts'

/** What fills a stretch of wall between posts. */
export type Bay =
  | 'veranda'
  | 'paper'
  | 'sash'
  | 'small'
  | 'lattice'
  | 'door'
  | 'blank'
  | 'tall'
  | 'round'
  | 'slit'

export interface Look {
  frame: Colour
  /** Metres from the ground to the floor. */
  floor: number
  railing?: Colour
  noren?: Colour
  shutterBox?: boolean
}

/** The openings of a wall, its bays shared out from left to right by their weight. */
export function facade(
  random: Random,
  length: number,
  bays: readonly (readonly [Bay, number])[],
  look: Look,
): Opening[] {
  const margin = 0.25
  const all = bays.reduce((sum, [, weight]) => sum + weight, 0)
  let at = 0
  return bays.flatMap(([bay, weight]) => {
    const width = (weight / all) * length
    const start = at
    at += width
    const opening = fill(random, bay, width - 2 * margin, look)
    return opening ? [{ ...opening, at: start + (width - opening.width) / 2 }] : []
  })
}

function fill(
  random: Random,
  bay: Bay,
  room: number,
  { frame, floor, railing, noren, shutterBox }: Look,
): Omit<Opening, 'at'> | undefined {
  const lit = random.chance(0.75)
  const shared = { frame, lit, ...(railing && { railing }) }
  switch (bay) {
    case 'veranda':
      return {
        kind: 'glass',
        sill: floor,
        width: room,
        height: 1.9,
        panes: evenPanes(room),
        frame,
        lit,
      }
    case 'paper':
      return {
        kind: 'shoji',
        sill: floor,
        width: room,
        height: 1.85,
        panes: evenPanes(room),
        frame,
        lit,
      }
    case 'sash':
      return {
        ...shared,
        kind: 'glass',
        sill: floor + 0.75,
        width: Math.min(room, 1.75),
        height: 1.1,
        panes: 2,
        ...(shutterBox && room > 2.9 && { shutterBox: 1 as const }),
      }
    case 'tall':
      return {
        ...shared,
        kind: 'glass',
        sill: floor,
        width: Math.min(room, 1.75),
        height: 1.9,
        panes: 2,
      }
    case 'small':
      return {
        kind: 'glass',
        sill: floor + 1.1,
        width: Math.min(room, 0.8),
        height: 0.65,
        panes: 2,
        frame,
        lit,
      }
    case 'lattice':
      return { kind: 'lattice', sill: floor * 0.8, width: room, height: 1.75, frame, lit }
    case 'slit':
      return {
        kind: 'slats',
        sill: floor + 0.45,
        width: Math.min(room, 2.4),
        height: 0.7,
        frame,
        lit,
      }
    case 'door':
      return {
        kind: 'door',
        sill: 0.1,
        width: Math.min(room, 1.75),
        height: 2.05,
        panes: 2,
        frame,
        lit: true,
        ...(noren && { noren }),
      }
    case 'round':
      return { kind: 'round', sill: floor + 0.5, width: 1.1, height: 1.1, frame, lit }
    case 'blank':
      return undefined
  }
}

const evenPanes = (room: number) => Math.max(2, Math.round(room / 0.9 / 2) * 2)
