import type { Random } from '../random.ts'
import type { Light } from './light.ts'
import type { Point, Sheet } from './sheet.ts'

/** A tree's position and height on the sheet. */
export interface TreePosition {
  foot: Point
  height: number
}

export interface TreeContext {
  sheet: Sheet
  light: Light
  random: Random
  /** How far away the tree is, from 0 (near) to 1. At 1, the haze hides the tree. */
  far: number
}

/** A clump of leaves: its centre and radius. */
export type Clump = readonly [Point, number]
