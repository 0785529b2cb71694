import { parseArea } from '#server/normalise/area.ts'
import { findCity } from '#server/normalise/city.ts'
import { parseConstructionDate } from '#server/normalise/construction-date.ts'
import { parsePhone, parseUrl } from '#server/normalise/contact.ts'
import { parseLayout } from '#server/normalise/layout.ts'
import { parseMoment } from '#server/normalise/moment.ts'
import { parsePrefecture, splitAddress } from '#server/normalise/prefecture.ts'
import { parsePrice, toMoney } from '#server/normalise/price.ts'
import { read } from '#server/normalise/reading.ts'
import { lineOf, shorten } from '#server/normalise/text.ts'
import { translatePropertyType, translateStructure } from '#server/normalise/vocabulary.ts'
import type { RawRecord } from '../row.ts'
import {
  fieldsOf,
  type ReadingContext,
  type RecordReading,
  sizesAndYear,
  unwrap,
} from './fields.ts'
import { canBeId, listingId } from './listing-id.ts'

/** The fields that can identify a listing, the best first. */
export const SPEC_IDENTITY = ['_id', 'id', 'Reference URL']

export const SPEC_COLUMNS = [
  ...['_id', 'Property Type', 'Property Location', 'Prefecture', 'Sale Price', 'Sale Price Yen'],
  ...['Building - Layout', 'Building - Area', 'Land - Area', 'Building - Construction Date'],
  ...['createdAt', 'images', 'Transportation', 'Building - Structure', 'Contact Number'],
  ...['Reference URL', 'link'],
]

const MAX_IMAGES = 100
const MAX_IMAGE_NAME = 2000

/** Reads a record with the fields of the specification. */
export function readSpecRecord(record: RawRecord, context: ReadingContext): RecordReading {
  const { source, now, jpyPerUsd } = context
  const { take, reject, blanks, problems } = fieldsOf(record)

  const location = take('Property Location', lineOf(300)).value
  const address = splitAddress(location ?? '')
  const dollars = take('Sale Price', (text) => parsePrice(text, 'USD')).value
  const yen = take('Sale Price Yen', (text) => parsePrice(text, 'JPY')).value
  const building = take('Building - Area', parseArea)
  const land = take('Land - Area', parseArea)
  const built = take('Building - Construction Date', (text) => parseConstructionDate(text, now))
  const referenceUrl = take('Reference URL', parseUrl).value
  const id = identify(record, source, referenceUrl)
  const { images, problem } = readImages(record.images)
  if (problem) problems.push({ field: 'images', value: shorten(record.images), reason: problem })

  // Only exports of our own API have these two fields.
  const city = 'City' in record ? take('City', lineOf(60)).value : null
  const remarks = 'Remarks' in record ? take('Remarks', read).value : null

  const listing = {
    source,
    propertyType: mapped(take('Property Type', lineOf(100)).value, translatePropertyType),
    location,
    prefecture: take('Prefecture', parsePrefecture).value ?? address.prefecture,
    city: city ?? findCity(address.rest),
    ...toMoney([yen, dollars], jpyPerUsd),
    layout: take('Building - Layout', parseLayout).value,
    ...sizesAndYear(building, land, built),
    structure: mapped(take('Building - Structure', lineOf(100)).value, translateStructure),
    transportation: take('Transportation', lineOf(1000)).value,
    remarks,
    contactNumber: take('Contact Number', parsePhone).value,
    referenceUrl,
    link: take('link', parseUrl).value,
    createdAt: take('createdAt', (text) => parseMoment(text, now)).value,
  }

  if (!id) return reject('_id', 'is missing, and so are id and Reference URL to know it by')
  const { prefecture, priceCents, layout, buildingArea, landArea, constructionYear } = listing
  const facts = [location, prefecture, priceCents, layout, buildingArea, landArea, constructionYear]
  if (facts.every((fact) => fact === null)) {
    const reasons = problems.map(({ field, reason }) => `${field} ${reason}`).join('; ')
    return reject('_id', `belongs to a record that says nothing of a house. ${reasons}`.trim())
  }
  return { kind: 'listing', listing: { id, ...listing }, images, blanks, problems }
}

function mapped(text: string | null, translate: (text: string) => string) {
  return text === null ? null : translate(text)
}

/** Keeps the source's own `_id`. Hashes other ids, which are unique only in their source. */
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

/** Accepts a list of texts, or one text: a JSON array, or names separated by `|` or line feeds. */
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
      // Not JSON: split it by separators.
    }
  }
  return text
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
