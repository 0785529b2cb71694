import { JAPANESE } from '#contract/japanese.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { nameKey } from '#normalise/name-key.ts'
import { spellingKey } from '#normalise/spelling-key.ts'
import { toHalfWidth } from '#normalise/text.ts'
import type { Place } from '#search/places/place.ts'

/** The values of a listing that are used to find its place. */
export interface Whereabouts {
  /** The `value` of a prefecture in the contract, such as `ehime`. */
  prefecture: string | null
  city: string | null
  location: string | null
}

/** Municipalities that changed their name or kind since 2011, and former wards, by prefecture. */
const FORMER_NAMES: Record<string, Record<string, string>> = {
  iwate: { 滝沢村: '滝沢市' },
  miyagi: { 富谷町: '富谷市' },
  tochigi: { 岩舟町: '栃木市' },
  saitama: { 白岡町: '白岡市' },
  chiba: { 大網白里町: '大網白里市' },
  ishikawa: { 野々市町: '野々市市' },
  aichi: { 長久手町: '長久手市' },
  // Hamamatsu's wards before 2024. The old 浜松市北区 is missing, because its area now belongs to
  // several wards.
  shizuoka: {
    ...{ 浜松市中区: '浜松市中央区', 浜松市東区: '浜松市中央区' },
    ...{ 浜松市西区: '浜松市中央区', 浜松市南区: '浜松市中央区' },
    浜松市浜北区: '浜松市浜名区',
  },
  hyogo: { 篠山市: '丹波篠山市' },
  fukuoka: { 那珂川町: '那珂川市' },
}

/** Maximum length of a name to look up. No name of a municipality with its ward is longer. */
const LONGEST_NAME = 14
/**
 * Matches the end of a county's name. Addresses may name the county before the municipality, or the
 * island in place of the county: `下新川郡朝日町`, `八丈島八丈町`.
 */
const COUNTY_END = /[郡島]/g

const LATIN_NAME =
  /^(?<name>.+?)(?:[ -](?<kind>city|shi|ward|ku|town|ch[oō]|machi|village|mura|son))?$/iu
/** For each English word for a kind of municipality: the last character of the Japanese name. */
const ENDINGS: Record<string, string> = {
  ...{ city: '市', shi: '市', ward: '区', ku: '区', village: '村', mura: '村', son: '村' },
  ...{ town: '町', cho: '町', chō: '町', machi: '町' },
}

/** A place that a text names, and the rest of the text after the place's name. */
interface Located {
  place: Place
  /** The text after the place, in the form that {@link nameKey} returns. */
  rest: string
}

/** Returns functions that find the municipality, or the ward, in which a listing lies. */
export function createMatcher(places: Place[]) {
  const indexes = new Map(
    PREFECTURES.map(({ value, display, japanese }) => [
      value,
      indexOf(
        places.filter(({ prefecture, code }) => prefecture === value && code.length > 2),
        {
          english: display,
          prefecture: japanese,
          former: FORMER_NAMES[value] ?? {},
        },
      ),
    ]),
  )

  /**
   * Finds the municipality that a Japanese text names first. The text may name the prefecture
   * before the municipality. If the prefecture is unknown, finds a municipality only if no other
   * prefecture has one of the same name.
   */
  function locate(prefecture: string | null, text: string): Located | undefined {
    return prefecture === null ? locateInJapan(text) : indexes.get(prefecture)?.findJapanese(text)
  }

  /**
   * Finds the municipality that a Japanese text names at its start, if the text names no prefecture.
   * Undefined if municipalities of several prefectures have the name, such as 府中市.
   */
  function locateInJapan(text: string): Located | undefined {
    const found = [...indexes.values()].flatMap((index) => index.findWholeName(text) ?? [])
    const shortest = Math.min(...found.map(({ rest }) => rest.length))
    return onlyOne(found.filter(({ rest }) => rest.length === shortest))?.[0]
  }

  return {
    locate,
    matchPlace({ prefecture, city, location }: Whereabouts): Place | null {
      const index = indexes.get(prefecture ?? '')
      for (const text of [city, location]) {
        const place = text && (locate(prefecture, text)?.place ?? index?.findLatin(text))
        if (place) return place
      }
      return null
    },
  }
}

/** The spelling key of `Japan`. An English address may end with the name of the country. */
const COUNTRY = spellingKey('Japan')

interface LatinName {
  key: string
  /**
   * The last character of the Japanese name, such as `市` for `City`. Empty if the text does not
   * state the kind of municipality.
   */
  ending: string
}

interface Names {
  /** The English name of the prefecture. */
  english: string
  /** The Japanese name of the prefecture. Addresses may begin with it. */
  prefecture: string
  former: Record<string, string>
}

function indexOf(places: Place[], { english, prefecture, former }: Names) {
  const byName = new Map(places.map((place) => [nameKey(place.japanese), place]))
  for (const [name, present] of Object.entries(former)) {
    const place = byName.get(nameKey(present))
    if (place) byName.set(nameKey(name), place)
  }
  const wards = onlyOnes(places, ({ japanese }) => japanese.match(/(?<=市)[^市]+区$/)?.[0])
  for (const [ward, place] of wards) if (!byName.has(ward)) byName.set(ward, place)
  const withoutEnding = onlyOnes(places, ({ japanese }) => japanese.replace(/[市区町村]$/, ''))
  const bySpelling = grouped(places, latinKey)
  const start = nameKey(prefecture)

  function findAt(address: string) {
    for (let length = Math.min(LONGEST_NAME, address.length); length > 1; length -= 1) {
      const place = byName.get(address.slice(0, length))
      if (place) return { place, rest: address.slice(length) }
    }
    return undefined
  }

  /** Skips a Latin name before the Japanese address: `Kuroishi, Aomori (青森県黒石市1)`. */
  function findJapanese(text: string): Located | undefined {
    const key = nameKey(text.slice(Math.max(0, text.search(JAPANESE))))
    const address = key.startsWith(start) ? key.slice(start.length) : key
    const place = withoutEnding.get(address)
    return findName(address) ?? (place && { place, rest: '' })
  }

  function findName(address: string) {
    const counties = [...address.matchAll(COUNTY_END)].map(({ index }) => index + 1)
    for (const at of [0, ...counties]) {
      const found = findAt(address.slice(at))
      if (found) return found
    }
    return undefined
  }

  /** Finds only names with their ending, such as 市, because a bare name may mean something else. */
  function findWholeName(text: string) {
    return findName(nameKey(text.slice(Math.max(0, text.search(JAPANESE)))))
  }

  /**
   * Finds the municipality in an English address. Many prefectures have the same name as one of
   * their municipalities. Such a name at the end of an address counts as the prefecture, as in
   * `Ine, Kyoto`. If no municipality is found before it, the name counts as a municipality, as in
   * `Kita Ward, Okayama`.
   */
  function findLatin(text: string) {
    const parts = toHalfWidth(text)
      .split(/\s*[,/]\s*/)
      .flatMap(readLatin)
      .filter(({ key }) => key !== COUNTRY)
    const last = parts.at(-1)
    const isPrefecture = last?.key === spellingKey(english) && last.ending === ''
    return (isPrefecture && findLatinPart(parts.slice(0, -1))) || findLatinPart(parts)
  }

  function findLatinPart(parts: LatinName[]) {
    const found = parts.flatMap((part) => {
      const cities = parts.map(({ key }) => `${part.key} ${key}`)
      const spelt = [part.key, ...cities].flatMap((key) => bySpelling.get(key) ?? [])
      const ofKind = spelt.filter(({ japanese }) => japanese.endsWith(part.ending))
      return onlyOne(ofKind) ?? onlyOne(spelt) ?? []
    })
    // Prefer the name with the most parts, because the name of a ward has more parts than the name
    // of its city. Of names with equally many parts, prefer the last one, because an English
    // address has the municipality just before the prefecture.
    return found.toReversed().toSorted((one, other) => depth(other) - depth(one))[0]
  }

  return { findJapanese, findWholeName, findLatin }
}

function onlyOne<Item>(items: Item[]) {
  return items.length === 1 ? items : undefined
}

/** The places by key. Keys that several places share are left out. */
function onlyOnes(places: Place[], keyOf: (place: Place) => string | undefined) {
  const byKey = grouped(places, (place) => nameKey(keyOf(place) ?? ''))
  byKey.delete('')
  return new Map(
    [...byKey].flatMap(([key, [place, other]]) => (place && !other ? [[key, place]] : [])),
  )
}

function grouped(places: Place[], keyOf: (place: Place) => string) {
  const byKey = new Map<string, Place[]>()
  for (const place of places) {
    const key = keyOf(place)
    const group = byKey.get(key)
    if (group) group.push(place)
    else byKey.set(key, [place])
  }
  return byKey
}

/** The key for romanised names: `kita okayama` for a ward of Okayama, `seiyo` for a city. */
function latinKey({ english }: Place) {
  const names = english.replace(/ (City|Ward|Town|Village)\b| \(.*\)/g, '')
  return names.split(', ').map(spellingKey).join(' ')
}

function depth({ english }: Place) {
  return english.split(', ').length
}

function readLatin(part: string): LatinName[] {
  const { name, kind = '' } = part.match(LATIN_NAME)?.groups ?? {}
  const key = spellingKey(name ?? '')
  return key === '' ? [] : [{ key, ending: ENDINGS[kind.toLowerCase()] ?? '' }]
}
