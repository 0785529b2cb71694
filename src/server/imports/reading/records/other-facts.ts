import type { Facts } from '#contract/facts.ts'
import { parseNumber } from '#contract/figures.ts'
import { METRES_PER_MINUTE } from '#normalise/access.ts'
import { type Reading, read, unread } from '#normalise/reading.ts'
import { toHalfWidth, withoutBrackets } from '#normalise/text.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import {
  COOKING,
  GAS,
  LAND,
  MAX_COVERAGE,
  MAX_FLOOR_AREA,
  MEASURED,
  metresFrom,
  OWNERSHIP,
  oneOfWords,
  PARKING,
  PLANNING,
  percentUpTo,
  ROAD,
  ROOM,
  SEWAGE,
  WATER,
  ZONING,
} from './fact-words.ts'
import type { Take } from './links-facts.ts'

/** Phrases that portals use in addition to the akiya bank's own words, with their meanings. */
type Phrases<Name extends keyof Facts> = readonly (readonly [RegExp, NonNullable<Facts[Name]>])[]

const WATER_PHRASES: Phrases<'water'> = [
  [/公営|上水|(?<!私営|私設|組合|地区|共同|集落|専用|下)水道/, 'mains'],
  [/井戸|地下水/, 'well'],
  [/(?:私営|私設|組合|地区|共同|集落|専用)水道|湧水|湧き水|山水|沢水/, 'other'],
]
const SEWAGE_PHRASES: Phrases<'sewage'> = [
  [/下水|集落排水/, 'sewer'],
  [/浄化槽/, 'septic'],
  [/汲み?取|くみ取|くみとり/, 'pit'],
]
const GAS_PHRASES: Phrases<'gas'> = [
  [/プロパン|LP ?G|LP ?ガス/i, 'bottled'],
  [/都市ガス/, 'city'],
]
const PARKING_PHRASES: Phrases<'parking'> = [
  [/^(?:無|なし|無し)$/, 'none'],
  [/近隣/, 'nearby'],
  [/満車|空き?無/, 'full'],
  [/^(?:有|あり|空き?有)(?!料)|^[^無近隣満空料]*\d+ ?台/, 'free'],
]
const PLANNING_PHRASES: Phrases<'planning'> = [
  [/調整区域/, 'control'],
  [/市街化区域/, 'promotion'],
  [/[非未]線引|区域区分(?:非設定|未設定)/, 'undivided'],
  [/(?<!準)都市計画(?:区域)?外|^区域外/, 'outside'],
]
const ROAD_PHRASES: Phrases<'road'> = [
  [/接道(?:なし|無|していない|しない|せず)|[無未]接道/, 'none'],
  [/角地/, 'corner'],
  [/両面/, 'two-sides'],
  [/[三3]方/, 'three-sides'],
  [/[一1]方(?!通行)/, 'one-side'],
]

/** Words that mark a text as uncertain: something is missing, planned or still to be checked. */
const HEDGED = /なし|無し|無い|ない|未(?!線引|設定|接道)|不可|不明|要|予定|可能|可$|休止|廃止|以外/
/**
 * Hedging words in texts about parking and about roads. Some words of `HEDGED` mean something else
 * in these texts: 可 means that cars may park, and 要 may only say that a new house needs a setback
 * from the road.
 */
const HEDGED_PARKING = /なし|無い|ない|不可|未|要|予定/
const HEDGED_ROAD = /不明|未(?!接道)|予定/
const YES = /^(?:有|あり)(?!料)/
const YES_OR_NEEDED = /^(?:有|あり|要(?!確認|相談))/
const SETBACK_ON_ROAD = /要セットバック|セットバック(?:要(?!確認|相談)|有|あり|必要)/

/**
 * The maximum length of a text about a fact. A longer text counts as unclear, because it may
 * contain several statements.
 */
const MAX_LENGTH = 60
const UNCLEAR = unread('is not a known value of this column')

export function readOtherFacts(record: RawRecord, take: Take): Facts {
  function stated<T>(column: string, parse: (text: string) => Reading<T>): T | undefined {
    if (!(column in record)) return undefined
    const parseShort = (text: string) => (text.length > MAX_LENGTH ? UNCLEAR : parse(text))
    return take(column, parseShort).value ?? undefined
  }
  const yes = (column: string, pattern: RegExp) =>
    stated(column, (text) => (pattern.test(toHalfWidth(text)) ? read(true as const) : UNCLEAR))
  // In most columns, なし means that the source states nothing. In the columns for parking, toilet
  // and bath, なし means that the house does not have one.
  const orNone = <T>(column: string, value: T) =>
    /^(?:なし|無し)$/.test(textOf(record[column])) ? 'none' : value

  const land = stated('Land Category', parseLand)
  const road = textOf(record.Road)
  return {
    water: stated('Water', phrased(WATER, WATER_PHRASES)),
    sewage:
      stated('Sewage', phrased(SEWAGE, SEWAGE_PHRASES)) ??
      // If the column for sewage gives no value, read the text about the toilet. This text says
      // whether the toilet is a pit. For a flush toilet, the text often says what the toilet is
      // connected to.
      valueIn(phrased(SEWAGE, SEWAGE_PHRASES)(textOf(record.Toilet))),
    gas: stated('Gas', phrased(GAS, GAS_PHRASES)),
    toilet: orNone('Toilet', stated('Toilet', oneOfWords(ROOM))),
    bath: orNone('Bath', stated('Bath', oneOfWords(ROOM))),
    cooking: stated('Cooking', oneOfWords(COOKING)),
    parking: orNone(
      'Parking',
      stated('Parking', phrased(PARKING, PARKING_PHRASES, HEDGED_PARKING)),
    ),
    garden: yes('Garden', YES),
    land: land?.category,
    farmland: land?.hasFarmland,
    planning: stated('City Planning', phrased(PLANNING, PLANNING_PHRASES)),
    zoning: stated('Zoning', parseZoning),
    coverage:
      stated('Coverage', parseRatio(MAX_COVERAGE)) ?? stated('Ratios', parseRatio(MAX_COVERAGE, 0)),
    floorArea:
      stated('Floor Area Ratio', parseRatio(MAX_FLOOR_AREA)) ??
      stated('Ratios', parseRatio(MAX_FLOOR_AREA, 1)),
    ownership: stated('Ownership', parseOwnership),
    road: stated('Road', phrased(ROAD, ROAD_PHRASES, HEDGED_ROAD)),
    privateRoad:
      yes('Private Road', YES) ?? ((/私道/.test(road) && !HEDGED.test(road)) || undefined),
    setback: yes('Setback', YES_OR_NEEDED) ?? (SETBACK_ON_ROAD.test(road) || undefined),
    measured: stated('Measured', oneOfWords(MEASURED)),
    elementarySchool: stated('Elementary School', parseDistance),
    juniorHighSchool: stated('Junior High School', parseDistance),
    convenienceStore: stated('Convenience Store', parseDistance),
    supermarket: stated('Supermarket', parseDistance),
    drugstore: stated('Drugstore', parseDistance),
    hospital: stated('Hospital', parseDistance),
    park: stated('Park', parseDistance),
    bank: stated('Bank', parseDistance),
  }
}

function textOf(value: unknown) {
  return typeof value === 'string' ? toHalfWidth(value.slice(0, MAX_LENGTH)) : ''
}

function valueIn<T>(reading: Reading<T>) {
  return reading.kind === 'read' ? reading.value : undefined
}

/**
 * Returns a parser for a word of the akiya bank, or for a text whose phrases all have the same
 * meaning.
 */
function phrased<T>(
  words: Record<string, T>,
  phrases: readonly (readonly [RegExp, T])[],
  hedged = HEDGED,
) {
  return (text: string): Reading<T> => {
    const written = toHalfWidth(text)
    const word = words[written]
    if (word !== undefined) return read(word)
    const found = phrases.flatMap(([phrase, meaning]) => (phrase.test(written) ? meaning : []))
    const [meaning, ...others] = new Set(found)
    // A text with a negation or a doubt counts as unclear. The exception is a phrase whose meaning
    // is `none`, because it is itself a negation.
    const isDenied = hedged.test(written) && meaning !== 'none'
    return meaning === undefined || others.length > 0 || isDenied ? UNCLEAR : read(meaning)
  }
}

const FARMLAND = new Set(['田', '畑', '農地'])

/**
 * Reads one land category (`宅地`) or several (`宅地・畑`). Several categories describe different parts
 * of the lot. The result then contains no category, and only states whether a part is farmland.
 */
function parseLand(text: string) {
  const parts = withoutBrackets(toHalfWidth(text)).split(/[・、,/ ]|及び|および|と/)
  const names = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
  const known = names.map((name) => LAND[name] ?? (name === '原野' ? 'other' : undefined))
  const hasFarmland = names.some((name) => FARMLAND.has(name)) || undefined
  const category = names.length === 1 ? known[0] : undefined
  // Omit `hasFarmland` if there is a category, because the category already contains this fact.
  const isFarmlandToo = category === undefined ? hasFarmland : undefined
  return category || isFarmlandToo ? read({ category, hasFarmland: isFarmlandToo }) : UNCLEAR
}

const ZONES = new Map(Object.entries(ZONING).map(([name, zone]) => [zoneKey(name), zone]))

/**
 * Reads the name of a zone, such as `第一種低層住居専用地域`, `１種低層` or `一低専`. A text with several zones
 * counts as unclear.
 */
function parseZoning(text: string) {
  const parts = withoutBrackets(toHalfWidth(text)).split(/[・、,/ ]|及び|および/)
  const [zone, ...others] = new Set(
    parts.filter((part) => part !== '').map((part) => ZONES.get(zoneKey(part))),
  )
  return zone === undefined || others.length > 0 ? UNCLEAR : read(zone)
}

/**
 * Returns the same key for all spellings of a zone, such as `第一種低層住居専用地域`, `第1種低層住居専用` and
 * `1種低層住専`.
 */
function zoneKey(name: string) {
  return toHalfWidth(name)
    .replace(/^第/, '')
    .replace('1種', '一種')
    .replace('2種', '二種')
    .replace(/地域$/, '')
    .replace(/住専$/, '住居専用')
}

function parseOwnership(text: string): Reading<NonNullable<Facts['ownership']>> {
  const written = toHalfWidth(text)
  const word = OWNERSHIP[written]
  if (word) return read(word)
  const isLeased = /借地|賃借|地上権/.test(written)
  if (HEDGED.test(written) || /所有権/.test(written) === isLeased) return UNCLEAR
  if (!isLeased) return read('freehold')
  const term = /定期/.test(written) ? '定期' : /旧/.test(written) ? '旧法' : '普通'
  const leased = OWNERSHIP[`${term}${/地上権/.test(written) ? '地上権' : '賃借権'}`]
  return leased ? read(leased) : UNCLEAR
}

/**
 * Returns a parser for a ratio such as `60%`. If `at` is given, the parser reads the first or the
 * second part of a pair such as `60%/200%`.
 */
function parseRatio(most: number, at?: 0 | 1) {
  const parse = percentUpTo(most)
  return (text: string) => {
    const parts = withoutBrackets(toHalfWidth(text)).split(/[/・]/)
    const isWhole = parts.length === (at === undefined ? 1 : 2)
    return isWhole ? parse((parts[at ?? 0] ?? '').replace(/%/, '').trim()) : UNCLEAR
  }
}

const DISTANCE = /約?([\d,.]+) ?(m|km|メートル|キロメートル|キロ)(?![a-z])/i
const WALK = /徒歩 ?約?(\d{1,3}) ?分/

/** Reads a distance in metres from a text such as `800`, `約800m`, `1.2km` or `○○小学校 徒歩10分`. */
function parseDistance(text: string) {
  const written = toHalfWidth(text)
  const plain = parseNumber(written)
  if (plain !== null) return metresFrom(plain)
  const [, number = '', unit = ''] = written.match(DISTANCE) ?? []
  const length = parseNumber(number)
  if (length !== null) return metresFrom(/^(?:km|キロ)/i.test(unit) ? length * 1000 : length)
  const [, minutes] = written.match(WALK) ?? []
  return metresFrom(minutes === undefined ? null : Number(minutes) * METRES_PER_MINUTE)
}
