import type { House } from './drawing/house.ts'
import { bungalow, recentHouse, seventiesHouse } from './drawing/houses/family.ts'
import {
  coveredFarmhouse,
  gabledFarmhouse,
  thatchedFarmhouse,
  tiledFarmhouse,
} from './drawing/houses/farm.ts'
import { apartmentHouse } from './drawing/houses/flats.ts'
import { merchantHouse } from './drawing/houses/merchant.ts'
import { bentFarmhouse, prayingHandsHouse } from './drawing/houses/mountain.ts'
import { snowHouse, southernHouse, westernHouse } from './drawing/houses/regional.ts'
import { fishermansHouse } from './drawing/houses/shore.ts'
import { machiya, signboardShop } from './drawing/houses/street.ts'
import type { PlanStyle } from './floor-plan.ts'
import type { Random } from './random.ts'

interface HouseKind {
  propertyType: string
  structure: string
  /** The years in which houses of this kind were built. */
  years: readonly [from: number, to: number]
  /** The possible layouts, separated by spaces. A layout that occurs twice is chosen more often. */
  layouts: string
  plan: PlanStyle
  draw: (random: Random) => House
  /**
   * A kind with a higher `worth` tends to have more expensive houses. A kind with a higher `land`
   * tends to have larger lots.
   */
  worth: number
  land: number
}

const FARM = 'Wooden, 1 storey'
const mats = { storeys: 1, mats: [1, 0], hasEngawa: true } as const

export const KINDS = {
  thatched: {
    propertyType: 'Thatched farmhouse',
    structure: `${FARM}, thatched roof`,
    years: [1840, 1905],
    layouts: '4DK 5DK 5DK 6DK 5K 6K 4LDK',
    plan: 'farmhouse',
    draw: thatchedFarmhouse,
    worth: 0.25,
    land: 1.1,
  },
  coveredThatch: {
    propertyType: 'Old farmhouse',
    structure: `${FARM}, thatch under sheet metal`,
    years: [1872, 1936],
    layouts: '4DK 5DK 6DK 6DK 5K 6K 7DK 8DK 5LDK',
    plan: 'farmhouse',
    draw: coveredFarmhouse,
    worth: -0.5,
    land: 0.9,
  },
  tiledFarm: {
    propertyType: 'Farmhouse',
    structure: `${FARM}, tiled roof in two tiers`,
    years: [1902, 1956],
    layouts: '6DK 7DK 7DK 8DK 6K 7K 8K 6LDK 9DK 10DK',
    plan: 'farmhouse',
    draw: tiledFarmhouse,
    worth: 0.1,
    land: 1,
  },
  gabledFarm: {
    propertyType: 'Farmhouse',
    structure: `${FARM}, tiled roof`,
    years: [1922, 1968],
    layouts: '4DK 5DK 5DK 6DK 5K 6K 4LDK 5LDK 6SDK',
    plan: 'farmhouse',
    draw: gabledFarmhouse,
    worth: -0.1,
    land: 0.6,
  },
  bentThatch: {
    propertyType: 'L-shaped farmhouse',
    structure: `${FARM}, thatched roof`,
    years: [1820, 1890],
    layouts: '5DK 6DK 7DK 6K 8K',
    plan: 'farmhouse',
    draw: (random) => bentFarmhouse(random, 'thatch'),
    worth: 0,
    land: 1.2,
  },
  bentSheet: {
    propertyType: 'L-shaped farmhouse',
    structure: `${FARM}, thatch under sheet metal`,
    years: [1850, 1925],
    layouts: '5DK 6DK 6DK 7DK 6K',
    plan: 'farmhouse',
    draw: (random) => bentFarmhouse(random, 'sheet'),
    worth: -0.5,
    land: 1,
  },
  prayingHands: {
    propertyType: 'Gassho farmhouse',
    structure: 'Wooden, 1 storey and lofts, thatched roof',
    years: [1835, 1898],
    layouts: '4DK 5DK 6DK 6K',
    plan: 'farmhouse',
    draw: prayingHandsHouse,
    worth: 1.1,
    land: 0.5,
  },
  bungalow: {
    propertyType: 'One-storey house',
    structure: `${FARM}, tiled roof`,
    years: [1955, 1982],
    layouts: '2DK 2K 3K 3DK 3DK 4K 4DK 3LDK 2LDK 5DK',
    plan: mats,
    draw: bungalow,
    worth: -0.35,
    land: -0.1,
  },
  seventies: {
    propertyType: 'House',
    structure: 'Wooden, 2 storeys, tiled roof',
    years: [1967, 1990],
    layouts: '4DK 5DK 5DK 5DK 6DK 6DK 7DK 4LDK 5LDK 5K 6K 8DK',
    plan: { storeys: 2, mats: [1, 0.6], hasEngawa: true },
    draw: seventiesHouse,
    worth: 0.1,
    land: -0.1,
  },
  recent: {
    propertyType: 'House',
    structure: 'Wooden, 2 storeys',
    years: [1991, 2014],
    layouts: '3LDK 4LDK 4LDK 4SLDK 5LDK 3SLDK 2LDK',
    plan: { storeys: 2, mats: [1, 0], hasEngawa: false },
    draw: recentHouse,
    worth: 1.3,
    land: -0.2,
  },
  western: {
    propertyType: 'Western-style house',
    structure: 'Wooden, clapboard, 2 storeys',
    years: [1897, 1936],
    layouts: '4DK 5DK 4LDK 5LDK 5SDK',
    plan: { storeys: 2, mats: [0.4, 0], hasEngawa: false },
    draw: westernHouse,
    worth: 1,
    land: -0.5,
  },
  snow: {
    propertyType: 'House',
    structure: 'Wooden, 2 storeys on a high footing, steep metal roof',
    years: [1963, 1996],
    layouts: '3LDK 4LDK 4LDK 4DK 5DK 5LDK 3DK 6DK',
    plan: { storeys: 2, mats: [0.5, 0.4], hasEngawa: false },
    draw: snowHouse,
    worth: -0.4,
    land: 0,
  },
  southern: {
    propertyType: 'Okinawan house',
    structure: `${FARM}, red tiles`,
    years: [1934, 1968],
    layouts: '3DK 4DK 3K 4K 3LDK 4LDK',
    plan: mats,
    draw: southernHouse,
    worth: 1.2,
    land: 0,
  },
  fishermans: {
    propertyType: "Fisherman's house",
    structure: 'Wooden, charred boards, 2 storeys, tiled roof',
    years: [1926, 1974],
    layouts: '3DK 4K 4DK 4DK 5DK 5K 6DK 6K',
    plan: { storeys: 2, mats: [1, 1], hasEngawa: false },
    draw: fishermansHouse,
    worth: -0.6,
    land: -1.3,
  },
  merchant: {
    propertyType: 'Merchant house with storehouse',
    structure: 'Wooden, 2 storeys, tiled roof; earthen storehouse',
    years: [1875, 1948],
    layouts: '6DK 7DK 8DK 7K 6LDK 10DK',
    plan: { storeys: 2, mats: [1, 1], hasEngawa: true },
    draw: merchantHouse,
    worth: 0.7,
    land: 0.3,
  },
  machiya: {
    propertyType: 'Machiya townhouse',
    structure: 'Wooden, 2 storeys, tiled roof',
    years: [1892, 1952],
    layouts: '3K 4K 5K 4DK 5DK 3LDK 4LDK',
    plan: 'townhouse',
    draw: machiya,
    worth: 1,
    land: -2,
  },
  signboard: {
    propertyType: 'Shophouse',
    structure: 'Wooden behind a mortar front, 2 storeys',
    years: [1928, 1962],
    layouts: '3K 3DK 4DK 4K 5DK',
    plan: 'townhouse',
    draw: signboardShop,
    worth: 0,
    land: -1.8,
  },
  flat: {
    propertyType: 'Apartment',
    structure: 'Reinforced concrete',
    years: [1971, 1993],
    layouts: '1R 1K 1DK 2K 2DK 2DK 3DK 2LDK 1LDK',
    plan: 'flat',
    draw: apartmentHouse,
    worth: -0.9,
    land: 0,
  },
} satisfies Record<string, HouseKind>

export type KindName = keyof typeof KINDS
