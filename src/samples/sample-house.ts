import type { Fence } from './drawing/fences.ts'
import type { Land } from './drawing/lands.ts'
import type { Hour, Season } from './drawing/light.ts'
import type { TreeKind } from './drawing/trees.ts'
import type { FloorPlan } from './floor-plan/layouts.ts'
import type { KindName } from './kinds.ts'
import type { Town } from './towns.ts'
import type { Climate } from './where.ts'

/** Values that all pictures of a house share, and the season and hour of the first picture. */
export interface Scene {
  land: Land
  trees: readonly TreeKind[]
  fence: Fence
  season: Season
  hour: Hour
}

export interface SampleHouse {
  id: string
  kind: KindName
  town: Town
  address: string
  climate: Climate
  scene: Scene
  layout: string
  plan: FloorPlan
  /** The floor area in square metres. */
  buildingArea: number
  /** The area of the lot in square metres. Null for a flat. */
  landArea: number | null
  year: number
  built: string
  /** The price in yen. Null if the price is on request. */
  priceYen: number | null
  transportation: string
  remarks: string
  contactNumber: string
  listedAt: Date
}

export type HouseFacts = Omit<SampleHouse, 'remarks'>
