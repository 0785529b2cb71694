import { parseArea } from '#normalise/area.ts'
import { parseUrl } from '#normalise/contact.ts'
import { offerIn, splitStatus } from '#normalise/offer.ts'
import { parsePrefecture, splitAddress } from '#normalise/prefecture.ts'
import { parsePrice } from '#normalise/price.ts'
import { readText, toHalfWidth } from '#normalise/text.ts'
import { parsePropertyType } from '#normalise/vocabulary.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { parseDegrees, parsePoint } from '#server/places/stated-point.ts'
import { withUnit } from '../records/other-names.ts'
import {
  isOfAnotherPlace,
  isOfOthers,
  isPointField,
  type NameReading,
  OWN_NAMES,
  readColumnName,
} from './column-names.ts'
import type { FieldMapping } from './mapping.ts'

/** A column of a table, with the texts of its first records. Blank values are left out. */
export interface Column {
  name: string
  samples: string[]
}

interface Proposal {
  mapping: FieldMapping
  /** The columns that no field uses. */
  ignored: string[]
  /** How many fields were found by names that we know. */
  knownNames: number
  hasIdentity: boolean
  hasPrice: boolean
  hasPlace: boolean
  /** Why a column was not used, although its name is the one of a field. */
  doubts: string[]
}

/** How many records show what the columns contain. */
export const SAMPLE_RECORDS = 50
const MAX_SAMPLE_LENGTH = 1000

export function columnsOf(records: readonly RawRecord[]): Column[] {
  const columns = new Map<string, string[]>()
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      const samples = columns.get(name) ?? []
      columns.set(name, samples)
      const text = Array.isArray(value) ? readText(value.find(isText)) : readText(value)
      if (text.kind === 'read') samples.push(text.value.slice(0, MAX_SAMPLE_LENGTH))
    }
  }
  return [...columns].map(([name, samples]) => ({ name, samples }))
}

function isText(value: unknown) {
  return typeof value === 'string'
}

/**
 * Proposes from which column each field is read: by the names of the columns, and by their values
 * where no name says it. A name that only resembles a known one counts if the values confirm it.
 */
export function proposeMapping(columns: readonly Column[]): Proposal {
  const columnOf = new Map<string, { column: string | string[]; unit: string }>()
  const used = new Set<string>()
  const doubts: string[] = []
  let knownNames = 0

  function claim(field: string, { name }: Column, unit: string) {
    const known = columnOf.get(field)
    if (used.has(name) || (known && field !== 'images')) return false
    // The photos of a house may be in several columns: 写真1, 写真2.
    columnOf.set(field, { column: known ? [known.column, name].flat() : name, unit })
    used.add(name)
    return true
  }

  // A file with the specification's names uses only these names. So a column such as `note` in it is
  // not used for the remarks. One such name may be a coincidence: many tables have a `Sale Price`.
  const isSpec = columns.filter(({ name }) => isSpecific(name)).length > 1
  const readings = columns.flatMap((column) => {
    const reading = withOffer(readColumnName(column.name), column)
    const isOwn = OWN_NAMES.has(column.name) || (reading && isPointField(reading.field))
    return isSpec && !isOwn ? [] : [{ column, reading }]
  })
  // Columns that are known only without their group come last. So the remarks are read from `備考`,
  // and from `土地 備考` only if the table has no `備考`.
  const known = readings.filter(({ reading }) => reading?.isKnown)
  const inOrder = [
    ...known.filter(({ reading }) => !reading?.isDetail),
    ...known.filter(({ reading }) => reading?.isDetail),
  ]
  for (const { column, reading } of inOrder) {
    if (!reading) continue
    if (lacksUnit(reading, column)) doubts.push(describeLack(column))
    // Any table of points has these names, so they do not show that its rows are houses.
    else if (claim(reading.field, column, reading.unit) && !isPointField(reading.field)) {
      knownNames += 1
    }
  }
  for (const { column, reading } of readings) {
    if (!reading || reading.isKnown || !confirms(reading, column)) continue
    if (lacksUnit(reading, column)) doubts.push(describeLack(column))
    else claim(reading.field, column, reading.unit)
  }
  for (const { column, reading } of readings) {
    if (reading || isOfOthers(column.name)) continue
    for (const [field, is] of BY_CONTENT) {
      if (isPointField(field) && isOfAnotherPlace(column.name)) continue
      if (!columnOf.has(field) && share(column, is) >= MIN_SHARE && claim(field, column, '')) break
    }
  }

  const has = (...fields: string[]) => fields.some((field) => columnOf.has(field))
  const entries = [...columnOf].map(
    ([field, { column, unit }]) => [field, unit === '' ? { column } : { column, unit }] as const,
  )
  return {
    mapping: { columns: Object.fromEntries(entries) },
    ignored: columns.flatMap(({ name }) => (used.has(name) ? [] : name)),
    knownNames,
    hasIdentity: has('_id', 'id', 'Reference URL'),
    hasPrice: has('Sale Price Yen', 'Sale Price', 'Price'),
    hasPlace: has('Property Location', 'Prefecture', 'City', 'Latitude', 'Coordinates'),
    doubts,
  }
}

/** Reads `種別` as the kind of offer if its values are `売買` (sale) and `賃貸` (rent). */
function withOffer(reading: NameReading | null, column: Column): NameReading | null {
  if (reading?.field !== 'Property Type') return reading
  const isType = (text: string) => parsePropertyType(splitStatus(text).rest).kind === 'read'
  const isOffer = (text: string) => offerIn(text) !== undefined
  if (column.samples.some(isType) || share(column, isOffer) < MIN_SHARE) return reading
  return { ...reading, field: 'Offer' }
}

/** Whether a name is typical of the specification: `Sale Price Yen`, `Building - Area`. */
function isSpecific(name: string) {
  return OWN_NAMES.has(name) && /^Sale Price|^Property Location$| - /.test(name)
}

/** The smallest share of values that must have the form of a field. */
const MIN_SHARE = 0.6

function share({ samples }: Column, is: (text: string) => boolean) {
  return samples.length === 0 ? 0 : samples.filter(is).length / samples.length
}

/** Whether the values of a column can be those of the field that its name resembles. */
function confirms({ field, unit }: NameReading, column: Column) {
  const is = CONFIRMED[field]
  if (field === 'id') return new Set(column.samples).size === column.samples.length
  return !is || column.samples.length === 0 || share(column, (text) => is(text, unit)) >= MIN_SHARE
}

const CONFIRMED: Record<string, (text: string, unit: string) => boolean> = {
  Latitude: (text) => parseDegrees(text).kind === 'read',
  Longitude: (text) => parseDegrees(text).kind === 'read',
  Coordinates: (text) => parsePoint(text).kind === 'read',
  'Sale Price Yen': (text, unit) =>
    parsePrice(String(withUnit(text, unit)), 'JPY').kind !== 'unread',
  Price: (text, unit) => parsePrice(String(withUnit(text, unit)), 'JPY').kind !== 'unread',
  'Building - Area': (text, unit) => parseArea(String(withUnit(text, unit))).kind !== 'unread',
  'Land - Area': (text, unit) => parseArea(String(withUnit(text, unit))).kind !== 'unread',
  'Building - Construction Date': (text) => /\d/.test(text.normalize('NFKC')),
  Prefecture: (text) => parsePrefecture(text).kind === 'read',
  'Reference URL': (text) => parseUrl(text).kind === 'read',
  'Building - Layout': (text) => /[LDKR]|室|間|ワンルーム/i.test(text.normalize('NFKC')),
}

const PRICE = /^(?:約)?(?:[\d,.]+億)?[\d,.]+(?:万円|億円|円|万)$|^[¥$][\d,.]+$/
const LAYOUT = /^\d{1,2}(?:S?L?D?K|R)(?:\+.*)?$/i
const WAY = /駅.*(?:徒歩|分)|バス停.*分/
const DATE =
  /^(?:明治|大正|昭和|平成|令和)(?:\d{1,2}|元)年|^築\d+年|^(?:1[89]|20)\d\d年(?:\d{1,2}月)?築?$/
const PICTURE = /\.(?:jpe?g|png|webp|gif|heic)\b/i

/** Fields whose values have a form of their own. The order decides between several fields. */
const BY_CONTENT: readonly (readonly [string, (text: string) => boolean])[] = [
  ['images', (text) => PICTURE.test(text)],
  ['Reference URL', (text) => parseUrl(text).kind === 'read'],
  ['Prefecture', (text) => parsePrefecture(text).kind === 'read'],
  ['Coordinates', (text) => parsePoint(text).kind === 'read'],
  ['Property Location', isAddress],
  ['Sale Price Yen', (text) => PRICE.test(toHalfWidth(text))],
  ['Building - Layout', (text) => LAYOUT.test(toHalfWidth(text))],
  ['Transportation', (text) => WAY.test(text)],
  ['Building - Construction Date', (text) => DATE.test(toHalfWidth(text))],
]

function isAddress(text: string) {
  const { prefecture, rest } = splitAddress(text)
  return prefecture !== null && rest !== ''
}

/** No house costs less than this many yen, except for single ones that are nearly given away. */
const CHEAPEST_YEN = 10_000

/**
 * Whether a column of prices has only bare numbers that are too small for yen. They are counted in
 * 万円, and the table says so somewhere else, such as in its title.
 */
function lacksUnit({ field, unit }: NameReading, { name, samples }: Column) {
  if (field !== 'Sale Price Yen' || unit !== '' || name === field) return false
  const numbers = samples.map((text) => Number(toHalfWidth(text).replaceAll(',', '')))
  return numbers.length > 0 && numbers.every((number) => number < CHEAPEST_YEN)
}

function describeLack({ name, samples }: Column) {
  return `The column “${name}” has prices such as ${samples[0]} without a unit: add it to the name, such as “${name}（万円）”`
}
