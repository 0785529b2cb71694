import { Facts } from '#contract/facts.ts'
import { hasJapanese } from '#contract/japanese.ts'
import { metresToStation } from '#normalise/access.ts'
import { parseArea } from '#normalise/area.ts'
import { findCity } from '#normalise/city.ts'
import { parseConstructionDate } from '#normalise/construction-date.ts'
import { parsePhone, parseUrl } from '#normalise/contact.ts'
import { NO_LAYOUT, parseStatedLayout } from '#normalise/layout.ts'
import { parseMoment } from '#normalise/moment.ts'
import { splitStatus } from '#normalise/offer.ts'
import { parsePrefecture, splitAddress } from '#normalise/prefecture.ts'
import { read } from '#normalise/reading.ts'
import { readLine, readText, shorten, toHalfWidth } from '#normalise/text.ts'
import { parseStructure } from '#normalise/vocabulary.ts'
import { isRecord, type RawRecord } from '#server/file-formats/row.ts'
import { marksOf } from '#server/listings/marks.ts'
import { describeWays } from '#server/stations/describe-ways.ts'
import {
  createFieldReader,
  type ReadingContext,
  type RecordReading,
  sizesAndYear,
  unwrap,
  whySkipped,
} from './fields.ts'
import { canBeId, listingId } from './listing-id.ts'
import { readOffer } from './offer-fields.ts'
import { readOtherFacts } from './other-facts.ts'
import { readPoint } from './point-fields.ts'

export const SPEC_COLUMNS = [
  ...['_id', 'Property Type', 'Property Location', 'Prefecture', 'Sale Price', 'Sale Price Yen'],
  ...['Building - Layout', 'Building - Area', 'Land - Area', 'Building - Construction Date'],
  ...['createdAt', 'images', 'Transportation', 'Building - Structure', 'Contact Number'],
  ...['Reference URL', 'link'],
]

const MAX_WAY = 1000
const WAY_FIELDS = new Set(['Transportation', 'Station'])
const MAX_IMAGES = 100
const MAX_IMAGE_NAME = 2000

/** Parses a record whose fields have our names, to which a mapping has brought it. */
export function readSpecRecord(record: RawRecord, context: ReadingContext): RecordReading {
  const { source, asOf, now, jpyPerUsd } = context
  const { take, reject, blanks, problems } = createFieldReader(record)

  const location = take('Property Location', (text) => readLine(300)(splitStatus(text).rest)).value
  const address = splitAddress(location ?? '')
  const offer = readOffer(record, take, jpyPerUsd)
  const building = take('Building - Area', parseArea)
  const land = take('Land - Area', parseArea)
  const built = take('Building - Construction Date', (text) => parseConstructionDate(text, now))
  const referenceUrl = take('Reference URL', parseUrl).value
  const id = identify(record, source, referenceUrl)
  const { images, problem } = readImages(record.images)
  const stated = take('Transportation', readLine(MAX_WAY)).value
  const ways = stated ?? composeRoute(record)
  const walk = readText(record.Walk)
  const isWalkUsed = stated ? /歩|walk|foot/i.test(stated) : ways !== null
  if (walk.kind === 'read' && !isWalkUsed) {
    const reason = stated ? 'is not used, because the access is stated' : 'has no station beside it'
    problems.push({ field: 'Walk', value: shorten(walk.value), reason })
  }
  if (problem) problems.push({ field: 'images', value: shorten(record.images), reason: problem })

  // Read these columns only if the record has them. Otherwise, the report would count a blank value
  // in every record of a source without these columns.
  const city = 'City' in record ? take('City', readLine(60)).value : null
  const remarks = 'Remarks' in record ? take('Remarks', read).value : null
  const { point, isPointSwapped } = readPoint(record, { take, problems })
  const facts = isRecord(record.facts) ? Facts.parse(record.facts) : readOtherFacts(record, take)

  const listing = {
    source,
    ...offer,
    location,
    prefecture: take('Prefecture', parsePrefecture).value ?? address.prefecture,
    city: city ?? findCity(address.rest),
    ...point,
    ...(take('Building - Layout', parseStatedLayout).value ?? NO_LAYOUT),
    ...sizesAndYear(building, land, built),
    structure: take('Building - Structure', parseStructure).value,
    transportation: ways && describeWays(ways, context.names),
    remarks,
    contactNumber: take('Contact Number', parsePhone).value,
    referenceUrl,
    link: take('link', parseUrl).value,
    propertyNumber: null,
    asOf,
    createdAt: take('createdAt', (text) => parseMoment(text, now)).value,
    facts: { ...facts, station: facts.station ?? metresToStation(ways) },
  }

  if (!id)
    return reject(
      '_id',
      'is missing. A number of the house, its page or an identifier in Engawa must identify the listing',
    )
  const skipped = whySkipped(listing, context)
  if (skipped) return { kind: 'skipped', id, ...skipped }
  const { prefecture, priceCents, rentYen, layout, buildingArea } = listing
  const { landArea, constructionYear } = listing
  const houseFacts = [
    ...[location, prefecture, point.statedLatitude, priceCents, rentYen, layout, buildingArea],
    ...[landArea, constructionYear],
  ]
  if (houseFacts.every((fact) => fact === null)) {
    const reasons = problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')
    return reject('_id', `has no price, place, layout, area or year beside it. ${reasons}`.trim())
  }
  return {
    kind: 'listing',
    listing: { id, ...listing, ...marksOf(listing) },
    images,
    isPointSwapped,
    blanks,
    problems,
  }
}

/**
 * Whether a record describes a route in Japanese. The English description of such a route needs the
 * names of stations.
 */
export function namesJapaneseWay(record: RawRecord) {
  return Object.entries(record).some(
    ([name, value]) => typeof value === 'string' && WAY_FIELDS.has(name) && hasJapanese(value),
  )
}

/** The route in the columns for line, station and minutes: `予讃線 宇和島駅 徒歩10分`. */
function composeRoute({ Line: line, Station: station, Walk: walk }: RawRecord) {
  const [onLine, name, minutes] = [line, station, walk].map((value) => {
    const text = readText(value)
    return text.kind === 'read' ? toHalfWidth(text.value) : ''
  })
  if (!name) return null
  const stop = /駅|停/.test(name) ? name : `${name}駅`
  const onFoot = minutes?.replace(
    /^(?:徒歩)? ?(\d{1,3})(?: ?(?:分|min(?:ute)?s?\.?))?$/i,
    '徒歩$1分',
  )
  const way = readLine(MAX_WAY)([onLine, stop, onFoot].filter(Boolean).join(' '))
  return way.kind === 'read' ? way.value : null
}

/**
 * Returns the listing's id. This is the record's `_id`, if it can be part of a URL. Otherwise, the
 * id is a hash of the record's `_id`, `id` or reference URL. The hash includes the name of the
 * source, because two sources may use the same id.
 */
function identify(record: RawRecord, source: string, referenceUrl: string | null) {
  const own = asKey(record._id)
  if (own) return canBeId(own) ? own : listingId(source, '_id', own)
  const id = asKey(record.id)
  if (id) return listingId(source, 'id', id)
  return referenceUrl && listingId(source, 'Reference URL', referenceUrl)
}

function asKey(value: unknown) {
  const key = unwrap(value)
  if (typeof key === 'number') return Number.isSafeInteger(key) ? String(key) : ''
  return typeof key === 'string' && key.length <= 1000 ? key.trim() : ''
}

/**
 * Parses image names: a list of texts, a JSON array in a text, or a text with names separated by
 * `|` or line feeds.
 */
function readImages(value: unknown): { images: string[]; problem?: string } {
  const entries = typeof value === 'string' ? splitImages(value) : (value ?? [])
  if (!Array.isArray(entries)) return { images: [], problem: 'is not a list of file names' }
  const images = entries.filter(isImageName)
  if (images.length > MAX_IMAGES) {
    return { images: images.slice(0, MAX_IMAGES), problem: `has more than ${MAX_IMAGES} entries` }
  }
  if (images.length < entries.length) {
    return { images, problem: 'holds something that is not the name of a file' }
  }
  return { images }
}

function isImageName(entry: unknown): entry is string {
  return typeof entry === 'string' && entry.trim() !== '' && entry.length <= MAX_IMAGE_NAME
}

function splitImages(text: string): unknown {
  if (text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text)
    } catch {
      // The text is not JSON, so split it by separators.
    }
  }
  return text
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
