import type { Random } from '../random.ts'
import type { Light } from './light.ts'
import type { Point, Sheet } from './sheet.ts'

/** Where a tree stands on the sheet, and how high it is there. */
export interface Stand {
  foot: Point
  height: number
}

export interface Easel {
  sheet: Sheet
  light: Light
  random: Random
  /** 0 near, 1 lost in the haze. */
  far: number
}

/** A mass of leaves: its middle and how far it reaches. */
export type Clump = readonly [Point, number]
