import type { RoomKind } from '../floor-plan/blocks.ts'
import type { KindName } from '../kinds.ts'
import type { Random } from '../random.ts'
import type { HouseFacts } from '../sample-house.ts'

/** What sentences are made of. */
export interface Told extends HouseFacts {
  /** The largest room with mats, in mats; 0 where there is none. */
  bestRoom: number
  /** Metres; 0 where there is none. */
  engawa: number
  floors: number
  has: (kind: RoomKind) => boolean
  /** Small numbers and names of people, made up. */
  random: Random
}

/** A sentence about a house, or false when it would not be true of it. */
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
