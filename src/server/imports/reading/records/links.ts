import { parseNumber } from '#contract/figures.ts'
import { LINKS_CATEGORIES, type LinksCategory } from '#contract/imports.ts'
import { hasJapanese } from '#contract/japanese.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { type Distance, describeWalk, inKilometres, METRES_PER_MINUTE } from '#normalise/access.ts'
import { parseArea } from '#normalise/area.ts'
import { parseConstructionDate } from '#normalise/construction-date.ts'
import { findPhone, findUrl } from '#normalise/contact.ts'
import { NO_LAYOUT, parseStatedLayout } from '#normalise/layout.ts'
import { parsePrefecture } from '#normalise/prefecture.ts'
import { parsePrice, parseRent, toMoney } from '#normalise/price.ts'
import { implausible, type Reading, read, unread } from '#normalise/reading.ts'
import { readLine } from '#normalise/text.ts'
import { parseStructure } from '#normalise/vocabulary.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { marksOf } from '#server/listings/marks.ts'
import type { AccessNames } from '#server/stations/access-names.ts'
import {
  createFieldReader,
  type ReadingContext,
  type RecordReading,
  sizesAndYear,
} from './fields.ts'
import { readLinksFacts } from './links-facts.ts'
import { listingId } from './listing-id.ts'
import { NO_POINT } from './point-fields.ts'

/**
 * The open data of Japan's national akiya bank, as Project LINKS of the Ministry of Land,
 * Infrastructure, Transport and Tourism publishes it:
 * https://www.geospatial.jp/ckan/dataset/links-akiyabank-2025
 */
export const LINKS_SOURCE = 'links-akiya-bank'

/** The day to which the published data refers. The file itself does not state it. */
export const LINKS_AS_OF = '2025-03-31'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The credit that the data's licence (公共データ利用規約 1.0) requires. */
export function linksAttribution(asOf: string) {
  return `「空き家・空き地バンク登録物件・成約物件データ（2025年度）」（国土交通省 Project LINKS）を加工して作成. As of ${day.format(new Date(asOf))}, not a live offer.`
}

/** Columns by which a file of the akiya bank is recognised. */
export const LINKS_COLUMNS = [
  ...['PROPERTY_NUMBER_ID', 'PROPERTY_CATEGORY', 'PREFECTURE', 'CITY', 'NEAREST_TRAIN_LINE'],
  ...['NEAREST_STATION', 'DISTANCE_TO_NEAREST_STATION_ON_FOOT', 'AMOUNT/RENT'],
  ...['DATE_OF_CONSTRUCTION', 'CONSTRUCTION', 'OCCUPATION_AREA', 'LAYOUT', 'SIZE_OF_LOT'],
  ...['STRONG_POINTS'],
]

/** The kinds of offers, with the akiya bank's names (`japanese`) and Engawa's (`propertyType`). */
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

/** The column with the number by which the akiya bank identifies a house. */
const NUMBER = 'PROPERTY_NUMBER_ID'

/**
 * In the published file, a number up to this value is a distance in minutes, and a larger number is
 * a distance in metres. This differs from the specification.
 */
const MAX_MINUTES = 60
/**
 * The maximum distance to a station in metres. No municipality is farther from a station, so a
 * larger distance is an error.
 */
const MAX_METRES = 100_000
/** Parses a record of the akiya bank. Skips records whose category is not in `categories`. */
export function readLinksRecord(
  record: RawRecord,
  context: ReadingContext,
  categories: readonly LinksCategory[],
): RecordReading {
  const { source, asOf, now, jpyPerUsd } = context
  const { take, reject, blanks, problems } = createFieldReader(record)
  const number = take(NUMBER, readLine(100)).value
  if (!number) return reject(NUMBER, 'is missing, but it identifies the listing')
  const id = listingId(source, number)
  const category = take('PROPERTY_CATEGORY', parseCategory).value
  if (!category) return reject('PROPERTY_CATEGORY', 'is not a category of the akiya bank')
  if (!categories.includes(category)) {
    return { kind: 'skipped', category, id }
  }

  const prefecture = take('PREFECTURE', parsePrefecture).value
  const city = take('CITY', readLine(60)).value
  const { propertyType, isForRent } = CATEGORIES[category]
  const price = isForRent ? null : take('AMOUNT/RENT', parseBankPrice).value
  const rent = isForRent ? take('AMOUNT/RENT', parseRent).value : null
  const building = take('OCCUPATION_AREA', parseArea)
  const land = take('SIZE_OF_LOT', parseArea)
  const built = take('DATE_OF_CONSTRUCTION', (text) => parseConstructionDate(text, now))
  const remarks = take('STRONG_POINTS', read).value
  const structure = take('CONSTRUCTION', parseStructure).value
  const access = {
    line: take('NEAREST_TRAIN_LINE', readLine(100)).value,
    station: take('NEAREST_STATION', readLine(100)).value,
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
    offer: isForRent ? ('rent' as const) : ('sale' as const),
    status: 'offered' as const,
    rentYen: rent === null ? null : Math.round(rent),
    ...(take('LAYOUT', parseStatedLayout).value ?? NO_LAYOUT),
    ...sizesAndYear(building, land, built),
    structure,
    transportation: describeAccess(access, context.names),
    remarks,
    contactNumber: remarks && findPhone(remarks),
    referenceUrl: remarks && findUrl(remarks),
    link: null,
    propertyNumber: number,
    asOf,
    createdAt: null,
    ...NO_POINT,
    facts: readLinksFacts(record, take, metresToStation(access)),
  }
  return {
    kind: 'listing',
    listing: { ...listing, ...marksOf(listing) },
    images: [],
    isPointSwapped: false,
    blanks,
    problems,
  }
}

/** The bank leaves an unknown price empty. A zero gives the house away, as some remarks confirm. */
function parseBankPrice(text: string) {
  return parsePrice(text === '0' ? '0円' : text, 'JPY')
}

function inJapanese(prefecture: string | null) {
  return PREFECTURES.find(({ value }) => value === prefecture)?.japanese ?? ''
}

function parseCategory(text: string): Reading<LinksCategory> {
  const category = byJapanese.get(text)
  return category ? read(category) : unread('is not a category of the akiya bank')
}

function parseDistance(text: string): Reading<Distance> {
  const number = parseNumber(text)
  if (number === null || number === 0) return unread('is not a distance')
  if (number <= MAX_MINUTES) return read({ minutes: number })
  if (number > MAX_METRES) return implausible('is too far for the nearest station')
  return read({ metres: number })
}

interface Access {
  line: string | null
  station: string | null
  distance: Distance | null
}

const BUS = 'バス'

/**
 * The walk to the station in metres; undefined if unknown. A distance without a station name is
 * ignored, because it may be the distance to a bus stop.
 */
function metresToStation({ line, station, distance }: Access) {
  if (line === BUS || !station || !distance) return undefined
  return distance.metres ?? (distance.minutes ?? 0) * METRES_PER_MINUTE
}

const AS_WRITTEN: AccessNames = { line: () => null, station: () => null }

/**
 * Describes how to reach the house, such as
 * `JR Sanyo Main Line, Kasaoka Station: 12 min walk (960 m) · JR山陽本線 笠岡駅`.
 */
function describeAccess({ line, station, distance }: Access, names = AS_WRITTEN) {
  const isBus = line === BUS
  const lineName = line && !isBus ? names.line(line) : null
  const stationName = station && !isBus ? names.station(station, line) : null
  const stop = station && (isBus ? `Bus stop ${station}` : `${stationName ?? station} Station`)
  const way = isBus ? (stop ? null : 'Bus stop') : (lineName ?? line)
  const place = [way, stop].filter((part) => part !== null)
  if (place.length === 0) return distance && `Unnamed stop or station, ${describeLength(distance)}`
  const originals = [lineName && line, stationName && `${station}駅`].filter(Boolean).join(' ')
  const text = [
    place.join(', ') + (distance ? `: ${describeWalk(distance)}` : ''),
    ...(originals && hasJapanese(originals) ? [originals] : []),
  ].join(' · ')
  // Replace slashes, because a slash separates routes in this field.
  return text.replaceAll('/', '・')
}

/**
 * Formats a distance in the unit that the source uses. Metres are not converted to minutes, because
 * minutes would suggest that people can walk the distance.
 */
function describeLength(distance: Distance) {
  const { metres } = distance
  if (metres === undefined) return describeWalk(distance)
  return metres < 1000 ? `${metres} m` : inKilometres(metres)
}
