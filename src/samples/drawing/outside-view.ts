import type { Fence } from './fences.ts'
import type { House } from './house.ts'
import type { Land } from './lands.ts'
import type { Light } from './light.ts'
import type { TreeKind } from './trees.ts'

/** The viewpoint of a picture of a house. */
export type Framing = 'yard' | 'fields' | 'street' | 'close'

export interface OutsideView {
  light: Light
  land: Land
  house: House
  trees: readonly TreeKind[]
  fence: Fence
  framing: Framing
  /**
   * Where the viewer stands: left (positive) or right (negative) of the middle of the house's
   * front, as an angle in radians.
   */
  bearing: number
}
