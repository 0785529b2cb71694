import { LINKS_CATEGORIES, type LinksCategory } from '#contract/imports.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { parseArea } from '#server/normalise/area.ts'
import { parseConstructionDate } from '#server/normalise/construction-date.ts'
import { findPhone, findUrl } from '#server/normalise/contact.ts'
import { parseLayout } from '#server/normalise/layout.ts'
import { parseNumber } from '#server/normalise/number.ts'
import { parsePrefecture } from '#server/normalise/prefecture.ts'
import { parsePrice, toMoney } from '#server/normalise/price.ts'
import { implausible, type Reading, read, unread } from '#server/normalise/reading.ts'
import { lineOf } from '#server/normalise/text.ts'
import { translateStructure } from '#server/normalise/vocabulary.ts'
import type { RawRecord } from '../row.ts'
import { fieldsOf, type ReadingContext, type RecordReading, sizesAndYear } from './fields.ts'
import { listingId } from './listing-id.ts'

/**
 * The open data of Japan's national akiya bank, as Project LINKS of the Ministry of Land,
 * Infrastructure, Transport and Tourism publishes it:
 * https://www.geospatial.jp/ckan/dataset/links-akiyabank-2025
 */
export const LINKS_SOURCE = 'links-akiya-bank'

/** The credit that its licence (公共データ利用規約 1.0) asks for. */
export const LINKS_ATTRIBUTION =
  '「空き家・空き地バンク登録物件・成約物件データ（2025年度）」（国土交通省 Project LINKS）を加工して作成. As of 31 March 2025, not a live offer.'

/** The columns that a listing is read from. */
export const LINKS_COLUMNS = [
  ...['PROPERTY_NUMBER_ID', 'PROPERTY_CATEGORY', 'PREFECTURE', 'CITY', 'NEAREST_TRAIN_LINE'],
  ...['NEAREST_STATION', 'DISTANCE_TO_NEAREST_STATION_ON_FOOT', 'AMOUNT/RENT'],
  ...['DATE_OF_CONSTRUCTION', 'CONSTRUCTION', 'OCCUPATION_AREA', 'LAYOUT', 'SIZE_OF_LOT'],
  ...['STRONG_POINTS'],
]

/** Columns whose header is wrong in the published file, and what they hold by its specification. */
const REAL_NAMES = new Map([
  ['FOR_OFFICE_USE', 'DISTANCE_TO_ELEMENTARY_SCHOOL'],
  ['INTERIOR_CUSTOMIZABILITY', 'DISTANCE_TO_JUNIOR_HIGH_SCHOOL'],
  ['DISTANCE_TO_ELEMENTARY_SCHOOL', 'DISTANCE_TO_CONVENIENCE_STORE'],
  ['DISTANCE_TO_JUNIOR_HIGH_SCHOOL', 'DISTANCE_TO_SUPERMARKET'],
  ['DISTANCE_TO_SUPERMARKET', 'DISTANCE_TO_DRUG_STORE'],
  ['DISTANCE_TO_SHOPPING_DISTRICT', 'DISTANCE_TO_HOSPITAL'],
  ['DISTANCE_TO_DRUG_STORE', 'DISTANCE_TO_PARK'],
  ['DISTANCE_TO_HOSPITAL', 'DISTANCE_TO_BANK'],
])

/** The bank's name and our name for each kind of offer. */
const CATEGORIES = {
  house: { japanese: '売買居住用', propertyType: 'House', isForRent: false },
  land: { japanese: '売買土地', propertyType: 'Land', isForRent: false },
  commercial: { japanese: '売買事業用', propertyType: 'Commercial property', isForRent: false },
  'rent-house': { japanese: '賃貸居住用', propertyType: 'House for rent', isForRent: true },
  'rent-land': { japanese: '賃貸土地', propertyType: 'Land for rent', isForRent: true },
  'rent-commercial': {
    japanese: '賃貸事業用',
    propertyType: 'Commercial property for rent',
    isForRent: true,
  },
} as const satisfies Record<LinksCategory, object>

const byJapanese = new Map(
  LINKS_CATEGORIES.map((name) => [CATEGORIES[name].japanese as string, name]),
)

/** Against the specification, distances up to this value are in minutes. Above, in metres. */
const MAX_MINUTES = 60
/** Every municipality has a nearer station, so a larger distance is an error. In metres. */
const MAX_METRES = 100_000
/** Beyond this nobody would walk, in metres. */
const MAX_WALK_METRES = 5000
/** Metres per minute on foot, by the rules for Japanese real estate advertisements. */
const METRES_PER_MINUTE = 80

/** What a column of the file holds, whatever its header says. */
export function linksColumn(header: string) {
  return REAL_NAMES.get(header) ?? header
}

/** Reads a record of the akiya bank. Skips other categories. */
export function readLinksRecord(
  record: RawRecord,
  context: ReadingContext,
  categories: readonly LinksCategory[],
): RecordReading {
  const { source, now, jpyPerUsd } = context
  const { take, reject, blanks, problems } = fieldsOf(record)
  const number = take('PROPERTY_NUMBER_ID', lineOf(100)).value
  if (!number) return reject('PROPERTY_NUMBER_ID', 'is missing, which listings are known by')
  const id = listingId(source, number)
  const category = take('PROPERTY_CATEGORY', parseCategory).value
  if (!category) return reject('PROPERTY_CATEGORY', 'is no category of the akiya bank')
  if (!categories.includes(category)) {
    return { kind: 'skipped', category, id }
  }

  const prefecture = take('PREFECTURE', parsePrefecture).value
  const city = take('CITY', lineOf(60)).value
  const { propertyType, isForRent } = CATEGORIES[category]
  // A rent is not a price. As a price it would look like a bargain.
  const price = isForRent ? null : take('AMOUNT/RENT', (text) => parsePrice(text, 'JPY')).value
  const building = take('OCCUPATION_AREA', parseArea)
  const land = take('SIZE_OF_LOT', parseArea)
  const built = take('DATE_OF_CONSTRUCTION', (text) => parseConstructionDate(text, now))
  const remarks = take('STRONG_POINTS', read).value
  const structure = take('CONSTRUCTION', lineOf(100)).value
  const access = {
    line: take('NEAREST_TRAIN_LINE', lineOf(100)).value,
    station: take('NEAREST_STATION', lineOf(100)).value,
    distance: take('DISTANCE_TO_NEAREST_STATION_ON_FOOT', parseDistance).value,
  }

  const listing = {
    id,
    source,
    propertyType,
    location: `${inJapanese(prefecture)}${city ?? ''}` || null,
    prefecture,
    city,
    ...toMoney([price], jpyPerUsd),
    layout: take('LAYOUT', parseLayout).value,
    ...sizesAndYear(building, land, built),
    structure: structure && translateStructure(structure),
    transportation: describeAccess(access),
    remarks,
    contactNumber: remarks && findPhone(remarks),
    referenceUrl: remarks && findUrl(remarks),
    link: null,
    createdAt: null,
  }
  return { kind: 'listing', listing, images: [], blanks, problems }
}

function inJapanese(prefecture: string | null) {
  return PREFECTURES.find(({ value }) => value === prefecture)?.japanese ?? ''
}

function parseCategory(text: string): Reading<LinksCategory> {
  const category = byJapanese.get(text)
  return category ? read(category) : unread('is no category of the akiya bank')
}

interface Distance {
  minutes?: number
  metres?: number
}

function parseDistance(text: string): Reading<Distance> {
  const number = parseNumber(text)
  if (number === null || number === 0) return unread('is not a distance')
  if (number <= MAX_MINUTES) return read({ minutes: number })
  if (number > MAX_METRES) return implausible('is too far for the nearest station')
  return read({ metres: number })
}

/** `JR山陽本線, 笠岡 Station: 12 min walk (960 m)`. Names stay in Japanese, as on the signs. */
function describeAccess({
  line,
  station,
  distance,
}: {
  line: string | null
  station: string | null
  distance: Distance | null
}) {
  const isBus = line === 'バス'
  const stop = station && (isBus ? `Bus stop ${station}` : `${station} Station`)
  const place = [isBus ? (stop ? null : 'Bus stop') : line, stop].filter((part) => part !== null)
  const way = distance && describeDistance(distance)
  if (place.length === 0 && !way) return null
  // A slash separates routes in this field.
  const name = place.join(', ').replaceAll('/', '・') || 'Nearest station'
  return way ? `${name}: ${way}` : name
}

function describeDistance({ minutes, metres = 0 }: Distance) {
  if (minutes !== undefined) return `${minutes} min walk`
  if (metres > MAX_WALK_METRES) return `${(metres / 1000).toFixed(1)} km`
  return `${Math.ceil(metres / METRES_PER_MINUTE)} min walk (${metres} m)`
}
