import type { Land } from './drawing/lands.ts'
import type { TreeKind } from './drawing/trees.ts'
import type { KindName } from './kinds.ts'
import type { Town } from './towns.ts'

type Weights = Partial<Record<KindName, number>>

const BY_LAND: Record<Land, Weights> = {
  town: { machiya: 3, merchant: 2.5, signboard: 2, seventies: 2.5, recent: 1.2 },
  coast: { fishermans: 5, seventies: 4, bungalow: 3, gabledFarm: 1, recent: 1.6 },
  plain: { tiledFarm: 2.5, gabledFarm: 2.5, seventies: 5, recent: 3, bungalow: 2.5 },
  valley: {
    thatched: 2,
    coveredThatch: 2.5,
    gabledFarm: 2.5,
    tiledFarm: 2,
    seventies: 4,
    bungalow: 2,
  },
  terraces: {
    thatched: 1.6,
    coveredThatch: 2,
    gabledFarm: 3,
    tiledFarm: 2.5,
    seventies: 3,
    recent: 1,
  },
  tea: { gabledFarm: 3, tiledFarm: 2, seventies: 3, bungalow: 3 },
  alps: { coveredThatch: 1.5, gabledFarm: 2, recent: 3, bungalow: 2, seventies: 3 },
  volcano: { coveredThatch: 1.5, gabledFarm: 2, recent: 3, bungalow: 2.5, tiledFarm: 1.5 },
  lake: { tiledFarm: 2, gabledFarm: 2, seventies: 3, bungalow: 3, recent: 1.5, thatched: 1 },
}

/**
 * The weights of kinds of houses in some prefectures. They replace or extend the usual weights in
 * `BY_LAND`.
 */
const BY_PREFECTURE: Record<string, Weights> = {
  hokkaido: {
    snow: 9,
    machiya: 0,
    merchant: 1,
    signboard: 1,
    fishermans: 0,
    gabledFarm: 0,
    tiledFarm: 0,
    thatched: 0,
    coveredThatch: 0,
  },
  aomori: { snow: 4, bentSheet: 3, machiya: 0 },
  iwate: { bentThatch: 7, bentSheet: 7, thatched: 0 },
  akita: { snow: 5, bentSheet: 2, bentThatch: 1, machiya: 0 },
  yamagata: { snow: 5, bentSheet: 1 },
  fukushima: { bentThatch: 2 },
  niigata: { snow: 7 },
  miyagi: { bentSheet: 1.5 },
  okinawa: { southern: 90, fishermans: 0, seventies: 0, gabledFarm: 0, bungalow: 0, recent: 0 },
}

const BY_TOWN: Record<string, Weights> = {
  Shirakawa: { prayingHands: 30 },
  Nanto: { prayingHands: 9 },
  Hida: { prayingHands: 4 },
  Otaru: { western: 12 },
  Hakodate: { western: 9 },
  Hirosaki: { western: 6 },
  Kobe: { western: 8 },
  'Nagasaki City': { western: 9, flat: 3 },
  Hirado: { western: 7 },
  Karatsu: { western: 2 },
  Yuzawa: { flat: 5 },
  Atami: { flat: 8 },
  Kure: { flat: 3 },
  Nanjo: { flat: 8 },
  Katsuura: { flat: 4 },
  Kyoto: { machiya: 4 },
  Tatsugo: { bungalow: 20, fishermans: 0 },
}

/** The kinds of houses that stand on a kind of land in a town, with their weights. */
export function kindsIn({ prefecture, name }: Town, land: Land): [KindName, number][] {
  const weights = { ...BY_LAND[land], ...BY_PREFECTURE[prefecture], ...BY_TOWN[name] }
  // Allow fishermen's houses on the coast only.
  if (land !== 'coast') delete weights.fishermans
  return typedEntries(weights).filter(([, weight]) => weight > 0)
}

function typedEntries(weights: Weights) {
  // This cast is safe, because an object literal of this type has no other keys.
  return Object.entries(weights) as [KindName, number][]
}

export type Climate = 'snowy' | 'mild' | 'subtropical'

const WARM =
  'chiba kanagawa shizuoka aichi mie osaka wakayama okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki kagoshima'.split(
    ' ',
  )
const HIGH: readonly Land[] = ['valley', 'alps', 'terraces']

export function climateOf({ prefecture, name }: Town, land: Land): Climate {
  if (prefecture === 'okinawa' || name === 'Tatsugo') return 'subtropical'
  return WARM.includes(prefecture) && !HIGH.includes(land) ? 'mild' : 'snowy'
}

const NORTHERN = 'hokkaido aomori iwate akita yamagata'.split(' ')

export function treesIn({ prefecture }: Town, land: Land, climate: Climate): TreeKind[] {
  if (climate === 'subtropical') return ['palm', 'broad', 'citrus', 'palm']
  if (prefecture === 'hokkaido') return ['broad', 'cherry', 'maple', 'pine', 'cedar']
  if (NORTHERN.includes(prefecture))
    return ['broad', 'cherry', 'maple', 'ginkgo', 'pine', 'cedar', 'plum']
  if (climate === 'mild' && land === 'coast')
    return ['pine', 'citrus', 'broad', 'cherry', 'bamboo', 'persimmon']
  return [
    'broad',
    'cherry',
    'maple',
    'ginkgo',
    'persimmon',
    'persimmon',
    'pine',
    'cedar',
    'bamboo',
    'plum',
  ]
}
