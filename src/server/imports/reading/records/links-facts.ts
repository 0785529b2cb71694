import type { Facts } from '#contract/facts.ts'
import { parseNumber } from '#contract/figures.ts'
import type { Reading } from '#normalise/reading.ts'
import { toHalfWidth } from '#normalise/text.ts'
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
import type { createFieldReader } from './fields.ts'

/** The columns that {@link readLinksFacts} reads. */
export const LINKS_FACT_COLUMNS = [
  'WATER_SUPPLY',
  'DRAINAGE',
  'GUS_SUPPLY',
  'TOILET',
  'BATH',
  'STOVE_HEATING_SYSTEM',
  'PARKING',
  'GARDEN',
  'RETAIL_PREMISES',
  'LAND_CATEGORY',
  'FARMLAND',
  'CITY_PLANNING_AREA',
  'USE_DISTRICT',
  'BUILDING_COVERAGE_RATIO',
  'FLOOR_AREA_RATIO',
  'LAND_OWNERSHIP',
  'NUMBER_OF_CONNECTED_ROADS',
  'PRIVATE_ROAD',
  'SETBACK',
  'SIZE_OF_LOT_MEASUREMENT_METHOD',
  'DISTANCE_TO_ELEMENTARY_SCHOOL',
  'DISTANCE_TO_JUNIOR_HIGH_SCHOOL',
  'DISTANCE_TO_CONVENIENCE_STORE',
  'DISTANCE_TO_SUPERMARKET',
  'DISTANCE_TO_DRUG_STORE',
  'DISTANCE_TO_HOSPITAL',
  'DISTANCE_TO_PARK',
  'DISTANCE_TO_BANK',
] as const

export type Take = ReturnType<typeof createFieldReader>['take']
/** The facts of a record of the akiya bank. An empty or missing column gives no fact. */
export function readLinksFacts(record: RawRecord, take: Take, station: number | undefined): Facts {
  function stated<T>(column: string, parse: (text: string) => Reading<T>): T | undefined {
    return column in record ? (take(column, parse).value ?? undefined) : undefined
  }
  const one = <T>(column: string, words: Record<string, T>) => stated(column, oneOfWords(words))
  // The bank's form fills in 無し (no) by default. So a 無し is ignored, and only 有り (yes) is read.
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
    coverage: stated('BUILDING_COVERAGE_RATIO', percentUpTo(MAX_COVERAGE)),
    floorArea: stated('FLOOR_AREA_RATIO', percentUpTo(MAX_FLOOR_AREA)),
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

function parseMetres(text: string) {
  return metresFrom(parseNumber(toHalfWidth(text)))
}
