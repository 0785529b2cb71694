import type { Facts } from '#contract/facts.ts'
import { parseNumber } from '#contract/figures.ts'
import { implausible, type Reading, read, unread } from '#server/normalise/reading.ts'
import { toHalfWidth } from '#server/normalise/text.ts'
import type { RawRecord } from '../row.ts'
import type { fieldsOf } from './fields.ts'

type Take = ReturnType<typeof fieldsOf>['take']
type Words<Name extends keyof Facts> = Record<string, NonNullable<Facts[Name]>>

const WATER: Words<'water'> = { 公営: 'mains', 井戸: 'well', その他: 'other' }
const SEWAGE: Words<'sewage'> = {
  下水: 'sewer',
  浄化槽: 'septic',
  汲み取り式: 'pit',
  汲取: 'pit',
  その他: 'other',
}
const GAS: Words<'gas'> = { プロパン: 'bottled', 都市ガス: 'city', 都市: 'city', その他: 'other' }
const ROOM: Words<'toilet' | 'bath'> = { 専用: 'own', 共同: 'shared', 無: 'none' }
const COOKING: Words<'cooking'> = { ガス: 'gas', IH: 'induction', 電気: 'electric' }
const PARKING: Words<'parking'> = {
  空き有: 'free',
  空有: 'free',
  空き無: 'full',
  空無: 'full',
  無: 'none',
  近隣: 'nearby',
}
const LAND: Words<'land'> = {
  宅地: 'residential',
  畑: 'dry-field',
  田: 'paddy',
  山林: 'forest',
  雑種地: 'mixed',
  その他: 'other',
}
const PLANNING: Words<'planning'> = {
  市街化区域: 'promotion',
  市街化調整区域: 'control',
  非線引区域: 'undivided',
  都市計画区域外: 'outside',
}
const ZONING: Words<'zoning'> = {
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
const OWNERSHIP: Words<'ownership'> = {
  所有権: 'freehold',
  普通賃借権: 'lease',
  定期賃借権: 'fixed-term-lease',
  旧法賃借権: 'old-law-lease',
  普通地上権: 'superficies',
  定期地上権: 'fixed-term-superficies',
  旧法地上権: 'old-law-superficies',
}
const ROAD: Words<'road'> = {
  一方: 'one-side',
  '二方(角地)': 'corner',
  '二方(両面)': 'two-sides',
  三方: 'three-sides',
  接道なし: 'none',
}
const MEASURED: Words<'measured'> = { 公簿: 'registered', 実測: 'surveyed' }

/**
 * The longest plausible distance in metres. A larger one is an error in the file, and is ignored.
 */
const FARTHEST = 100_000

/** The facts of a record of the akiya bank. An empty or missing column gives no fact. */
export function readLinksFacts(record: RawRecord, take: Take, station: number | undefined): Facts {
  function stated<T>(column: string, parse: (text: string) => Reading<T>): T | undefined {
    return column in record ? (take(column, parse).value ?? undefined) : undefined
  }
  const one = <T>(column: string, words: Record<string, T>) => stated(column, oneOf(words))
  // The bank's form fills in 無し (no) by default, so only 有り (yes) counts as stated.
  const yes = (column: string) => one<true>(column, { 有り: true })

  const facts: Facts = {
    water: one('WATER_SUPPLY', WATER),
    sewage: one('DRAINAGE', SEWAGE),
    gas: one('GUS_SUPPLY', GAS),
    toilet: one('TOILET', ROOM),
    bath: one('BATH', ROOM),
    cooking: one('STOVE_HEATING_SYSTEM', COOKING),
    parking: one('PARKING', PARKING),
    garden: yes('GARDEN'),
    shop: yes('RETAIL_PREMISES'),
    land: one('LAND_CATEGORY', LAND),
    farmland: yes('FARMLAND'),
    planning: one('CITY_PLANNING_AREA', PLANNING),
    zoning: one('USE_DISTRICT', ZONING),
    coverage: stated('BUILDING_COVERAGE_RATIO', percentUpTo(100)),
    floorArea: stated('FLOOR_AREA_RATIO', percentUpTo(1300)),
    ownership: one('LAND_OWNERSHIP', OWNERSHIP),
    road: one('NUMBER_OF_CONNECTED_ROADS', ROAD),
    privateRoad: yes('PRIVATE_ROAD'),
    setback: yes('SETBACK'),
    measured: one('SIZE_OF_LOT_MEASUREMENT_METHOD', MEASURED),
    station,
    elementarySchool: stated('DISTANCE_TO_ELEMENTARY_SCHOOL', parseMetres),
    juniorHighSchool: stated('DISTANCE_TO_JUNIOR_HIGH_SCHOOL', parseMetres),
    convenienceStore: stated('DISTANCE_TO_CONVENIENCE_STORE', parseMetres),
    supermarket: stated('DISTANCE_TO_SUPERMARKET', parseMetres),
    drugstore: stated('DISTANCE_TO_DRUG_STORE', parseMetres),
    hospital: stated('DISTANCE_TO_HOSPITAL', parseMetres),
    park: stated('DISTANCE_TO_PARK', parseMetres),
    bank: stated('DISTANCE_TO_BANK', parseMetres),
  }
  return facts
}

function oneOf<T>(words: Record<string, T>) {
  return (text: string): Reading<T> => {
    const word = words[toHalfWidth(text)]
    return word === undefined ? unread('is not a possible value of this column') : read(word)
  }
}

function parseMetres(text: string): Reading<number> {
  const metres = parseNumber(toHalfWidth(text))
  if (metres === null || metres === 0) return unread('is not a distance')
  return metres > FARTHEST ? implausible('is too far') : read(Math.round(metres))
}

function percentUpTo(most: number) {
  return (text: string): Reading<number> => {
    const percent = parseNumber(toHalfWidth(text))
    if (percent === null || percent === 0) return unread('is not a percentage')
    return percent > most ? implausible('is more than is possible') : read(percent)
  }
}
