import type { RoomKind } from '../floor-plan/blocks.ts'
import type { KindName } from '../kinds.ts'
import type { Random } from '../random.ts'
import type { HouseFacts } from '../sample-house.ts'

/** The facts about a house, as the input of a `Sentence`. */
export interface Told extends HouseFacts {
  /** The size of the largest tatami room in mats, or 0. */
  bestRoom: number
  /** The length of the engawa in metres, or 0. */
  engawa: number
  floors: number
  has: (kind: RoomKind) => boolean
  /** The source of random numbers for invented numbers and names. */
  random: Random
}

/** A sentence about a house, or false if the sentence does not apply to the house. */
export type Sentence = (house: Told) => string | false

export const of =
  (kinds: readonly KindName[], say: (house: Told) => string): Sentence =>
  (house) =>
    kinds.includes(house.kind) && say(house)
export const when =
  (is: (house: Told) => boolean, say: (house: Told) => string): Sentence =>
  (house) =>
    is(house) && say(house)

const SURNAMES = [
  'Mori',
  'Okabe',
  'Tanigawa',
  'Nishio',
  'Hatano',
  'Kubota',
  'Imai',
  'Sugiura',
  'Matsuo',
  'Ueda',
  'Hirose',
  'Kitano',
  'Yoshii',
  'Onishi',
  'Takeda',
  'Iwamoto',
] as const
export const family = ({ random }: Told) => random.pick(SURNAMES)
export const some = ({ random }: Told, low: number, high: number) => random.whole(low, high)

export const THATCH: KindName[] = ['thatched', 'bentThatch', 'prayingHands']
export const COVERED: KindName[] = ['coveredThatch', 'bentSheet']
export const OLD_FARMS: KindName[] = [...THATCH, ...COVERED, 'tiledFarm', 'gabledFarm']
