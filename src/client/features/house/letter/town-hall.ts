import type { Listing } from '#client/data/to-listing.ts'
import { contactsOf } from '#client/features/house/contacts-of.ts'
import { hasJapanese } from '#contract/japanese.ts'
import { PREFECTURES } from '#contract/prefectures.ts'

/** The Japanese word for the register of vacant houses that a municipality keeps. */
export const AKIYA_BANK = '空き家バンク'

export interface TownHall {
  /** The municipality, or else the prefecture. Undefined if neither is known. */
  english: string | undefined
  japanese: string | undefined
  /** The office: `西予市役所`. Undefined if the kind of municipality is unknown. */
  office: { japanese: string; english: string } | undefined
  /** The words that find the register of vacant houses: `愛媛県西予市 空き家バンク`. */
  searchWords: string
}

/** The office that knows about the vacant houses of the municipality, by its Japanese names. */
export function townHallOf(listing: Listing): TownHall {
  const { record } = listing
  const prefecture = PREFECTURES.find(({ value }) => value === record.Prefecture)
  const names = municipalityOf(listing) ?? {
    en: prefecture?.display,
    ja: prefecture?.japanese,
  }
  const isInPrefecture = prefecture && names.ja !== prefecture.japanese
  const where = `${isInPrefecture ? prefecture.japanese : ''}${names.ja ?? ''}`
  return {
    english: names.en,
    japanese: names.ja,
    office: names.en && names.ja ? officeOf(names.en, names.ja) : undefined,
    searchWords: `${where} ${AKIYA_BANK}`.trim(),
  }
}

/** The names of the municipality, also if the source's text is all that is known of it. */
function municipalityOf(listing: Listing): { en: string; ja: string } | undefined {
  const { placeName, City: city } = listing.record
  const known = contactsOf(listing)?.municipal ?? placeName?.municipality ?? placeName
  if (known) return known
  return city && hasJapanese(city) ? { en: city, ja: city } : undefined
}

function officeOf(en: string, ja: string) {
  const town = { english: `${en} town hall` }
  if (/[市区]$/.test(ja)) return { ...town, japanese: `${ja}役所` }
  if (/[町村]$/.test(ja)) return { ...town, japanese: `${ja}役場` }
  if (!/[都道府県]$/.test(ja)) return undefined
  return { english: `${en} prefectural office`, japanese: `${ja}庁` }
}

/** Links that search for the register. They send the words to Google when somebody opens them. */
export function searchLinks(words: string) {
  const query = encodeURIComponent(words)
  return [
    { name: 'Search the web', href: `https://www.google.com/search?q=${query}` },
    {
      name: 'Search on a map',
      href: `https://www.google.com/maps/search/?api=1&query=${query}`,
    },
  ]
}
