import type { Fence } from './fences.ts'
import type { House } from './house.ts'
import type { Land } from './lands.ts'
import type { Light } from './light.ts'
import type { TreeKind } from './trees.ts'

/** From where a house is looked at. */
export type Framing = 'yard' | 'fields' | 'street' | 'close'

export interface OutsideView {
  light: Light
  land: Land
  house: House
  trees: readonly TreeKind[]
  fence: Fence
  framing: Framing
  /** On which side of the front one stands, -1 or 1, and how far round, in radians. */
  bearing: number
}
