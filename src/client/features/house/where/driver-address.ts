import type { Listing } from '#client/data/to-listing.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { addressUnits } from './address-units.ts'

/** How precisely an address names the house. */
export type AddressPrecision = 'number' | 'district' | 'municipality' | 'prefecture' | 'nothing'

export interface DriverAddress {
  /**
   * The address in Japanese, split into names and numbers. Lines break only between these parts,
   * because a break inside a part would make the address hard to read.
   */
  parts: string[]
  precision: AddressPrecision
  /** The source's own text of the address, if it contains no Japanese. */
  latin: string | undefined
}

/** The most precise address of a house in Japanese, for a taxi driver to read. */
export function driverAddress({ address, record }: Listing): DriverAddress {
  const prefecture = PREFECTURES.find(({ value }) => value === record.Prefecture)?.japanese
  // Ignore a place that is the whole prefecture, because it names no municipality.
  const place = record.placeName?.ja === prefecture ? undefined : record.placeName
  const known = place?.municipality ? 'district' : 'municipality'
  const japanese = address && originalAddress(address)
  if (japanese) {
    const { municipality, rest } = splitAddress(japanese, prefecture, place?.ja)
    return {
      parts: [prefecture, municipality, rest].flatMap((part) => addressUnits(part ?? '')),
      precision: rest ? precisionOf(rest) : municipality ? known : 'prefecture',
      latin: undefined,
    }
  }
  return {
    parts: [prefecture, place?.ja].flatMap((part) => addressUnits(part ?? '')),
    precision: place ? known : prefecture ? 'prefecture' : 'nothing',
    latin: address,
  }
}

/**
 * Splits a Japanese address into the municipality with its county, such as `北宇和郡鬼北町`, and the rest.
 * If the municipality is unknown, the rest is everything after the prefecture.
 */
function splitAddress(address: string, prefecture = '', municipality = '') {
  const local = address
    .trim()
    .replace(new RegExp(`^${prefecture}`), '')
    .trim()
  const start = municipality ? local.indexOf(municipality) : -1
  const end = start < 0 ? 0 : start + municipality.length
  return { municipality: local.slice(0, end), rest: local.slice(end).trim() }
}

/** A block number such as `3丁目` only names a district. Any other number names a house. */
function precisionOf(rest: string): AddressPrecision {
  return /\d/.test(rest.normalize('NFKC').replace(/\d+丁目/g, '')) ? 'number' : 'district'
}

interface Imprecision {
  /** Says how much of the address is known: `Only the municipality is known.` */
  english: string
  japanese: string
  /** How the user can get the rest of the address: `Ask for the address before you go.` */
  advice: string
}

const ASK = 'Ask for the address before you go.'

/**
 * The warning that an address is incomplete, in English for the user and in Japanese for the taxi
 * driver.
 */
export const IMPRECISE: Record<AddressPrecision, Imprecision | undefined> = {
  number: undefined,
  district: {
    english: 'No house number is known.',
    japanese: '番地は分かりません。',
    advice: 'Ask for the house number before you go.',
  },
  municipality: {
    english: 'Only the municipality of the house is known.',
    japanese: '市区町村までしか分かりません。',
    advice: ASK,
  },
  prefecture: {
    english: 'Only the prefecture of the house is known.',
    japanese: '都道府県までしか分かりません。',
    advice: ASK,
  },
  nothing: {
    english: 'No address is known.',
    japanese: '住所は分かりません。',
    advice: ASK,
  },
}
