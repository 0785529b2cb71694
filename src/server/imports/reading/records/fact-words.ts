import type { Facts } from '#contract/facts.ts'
import { parseNumber } from '#contract/figures.ts'
import { implausible, type Reading, read, unread } from '#normalise/reading.ts'
import { toHalfWidth } from '#normalise/text.ts'

/** The akiya bank's words for a fact, with their meanings. */
type Words<Name extends keyof Facts> = Record<string, NonNullable<Facts[Name]>>

export const WATER: Words<'water'> = { 公営: 'mains', 井戸: 'well', その他: 'other' }
export const SEWAGE: Words<'sewage'> = {
  下水: 'sewer',
  浄化槽: 'septic',
  汲み取り式: 'pit',
  汲取: 'pit',
  その他: 'other',
}
export const GAS: Words<'gas'> = {
  プロパン: 'bottled',
  都市ガス: 'city',
  都市: 'city',
  その他: 'other',
}
export const ROOM: Words<'toilet' | 'bath'> = { 専用: 'own', 共同: 'shared', 無: 'none' }
export const COOKING: Words<'cooking'> = { ガス: 'gas', IH: 'induction', 電気: 'electric' }
export const PARKING: Words<'parking'> = {
  空き有: 'free',
  空有: 'free',
  空き無: 'full',
  空無: 'full',
  無: 'none',
  近隣: 'nearby',
}
export const LAND: Words<'land'> = {
  宅地: 'residential',
  畑: 'dry-field',
  田: 'paddy',
  山林: 'forest',
  雑種地: 'mixed',
  その他: 'other',
}
export const PLANNING: Words<'planning'> = {
  市街化区域: 'promotion',
  市街化調整区域: 'control',
  非線引区域: 'undivided',
  都市計画区域外: 'outside',
}
export const ZONING: Words<'zoning'> = {
  第一種低層住居専用地域: 'low-rise-1',
  第二種低層住居専用地域: 'low-rise-2',
  第一種中高層住居専用地域: 'mid-rise-1',
  第二種中高層住居専用地域: 'mid-rise-2',
  第一種住居地域: 'residential-1',
  第二種住居地域: 'residential-2',
  準住居地域: 'quasi-residential',
  田園住居地域: 'countryside',
  近隣商業地域: 'neighbourhood-commercial',
  商業地域: 'commercial',
  準工業地域: 'quasi-industrial',
  工業地域: 'industrial',
  工業専用地域: 'exclusive-industrial',
}
export const OWNERSHIP: Words<'ownership'> = {
  所有権: 'freehold',
  普通賃借権: 'lease',
  定期賃借権: 'fixed-term-lease',
  旧法賃借権: 'old-law-lease',
  普通地上権: 'superficies',
  定期地上権: 'fixed-term-superficies',
  旧法地上権: 'old-law-superficies',
}
export const ROAD: Words<'road'> = {
  一方: 'one-side',
  '二方(角地)': 'corner',
  '二方(両面)': 'two-sides',
  三方: 'three-sides',
  接道なし: 'none',
}
export const MEASURED: Words<'measured'> = { 公簿: 'registered', 実測: 'surveyed' }

/**
 * The longest plausible distance in metres. A longer distance in a file is an error, so it is
 * ignored.
 */
const FARTHEST = 100_000

/** Returns a parser that accepts only the keys of `words` and returns their meanings. */
export function oneOfWords<T>(words: Record<string, T>) {
  return (text: string): Reading<T> => {
    const word = words[toHalfWidth(text)]
    return word === undefined ? unread('is not a known value of this column') : read(word)
  }
}

export function metresFrom(metres: number | null): Reading<number> {
  if (metres === null || metres === 0) return unread('is not a distance')
  return metres > FARTHEST ? implausible('is too far') : read(Math.round(metres))
}

/**
 * Returns a parser for a percentage of the land's area. A percentage above `most` is implausible.
 */
export function percentUpTo(most: number) {
  return (text: string): Reading<number> => {
    const percent = parseNumber(toHalfWidth(text))
    if (percent === null || percent === 0) return unread('is not a percentage')
    return percent > most ? implausible('is impossibly large') : read(percent)
  }
}

/** The maximum coverage and floor area ratios under the Building Standards Act, in percent. */
export const MAX_COVERAGE = 100
export const MAX_FLOOR_AREA = 1300
