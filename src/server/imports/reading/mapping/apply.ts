import { LISTING_FIELDS } from '#contract/mapping.ts'
import { readText } from '#normalise/text.ts'
import { isRecord, type RawRecord } from '#server/file-formats/row.ts'
import { withUnit } from '../records/other-names.ts'
import type { FieldMapping } from './mapping.ts'

/** How deep objects in a record are read: `house.location.address`. */
const MAX_DEPTH = 5
/** A record with more nested names is read only up to this many. */
const MAX_NAMES = 1000

/**
 * Brings the values of nested objects up: `{ price: { amount: 5 } }` becomes `{ 'price.amount': 5 }`.
 * Objects that stand for one value stay, such as `{ $oid: '…' }` of MongoDB.
 */
export function flatten(record: RawRecord): RawRecord {
  if (!Object.values(record).some(isNested)) return record
  const entries: [string, unknown][] = []
  function add(value: RawRecord, path: string, depth: number) {
    for (const [name, inner] of Object.entries(value)) {
      if (entries.length >= MAX_NAMES) return
      const here = path === '' ? name : `${path}.${name}`
      if (isNested(inner) && depth < MAX_DEPTH && here !== 'facts') add(inner, here, depth + 1)
      else entries.push([here, inner])
    }
  }
  add(record, '', 0)
  return Object.fromEntries(entries)
}

function isNested(value: unknown): value is RawRecord {
  return isRecord(value) && !Object.keys(value).some((name) => name.startsWith('$'))
}

/**
 * Returns a function that turns a record with foreign names into one with the names of our fields.
 * Columns that no field uses stay under their own names, except under the name of a field.
 */
export function mappingReader({ columns, defaults = {} }: FieldMapping) {
  const fields = Object.entries(columns).map(([field, { column, unit = '' }]) => ({
    field,
    unit,
    columns: [column].flat(),
  }))
  const used = new Set(fields.flatMap((field) => field.columns))
  const reserved = new Set<string>([...LISTING_FIELDS, ...Object.keys(columns)])

  return function read(record: RawRecord): RawRecord {
    const entries: [string, unknown][] = []
    for (const { field, unit, columns: names } of fields) {
      const separator = field === 'images' ? '|' : ''
      const value = names.length === 1 ? record[names[0] ?? ''] : joined(names, record, separator)
      if (value === undefined && !(field in defaults)) continue
      const preset = defaults[field]
      const isPreset = preset !== undefined && isBlank(value)
      entries.push([field, isPreset ? preset : inShape(field, value, unit)])
    }
    for (const [field, value] of Object.entries(defaults)) {
      if (!(field in columns)) entries.push([field, value])
    }
    for (const [name, value] of Object.entries(record)) {
      if (!used.has(name) && !reserved.has(name)) entries.push([name, value])
    }
    return Object.fromEntries(entries)
  }
}

function isBlank(value: unknown) {
  return readText(value).kind === 'blank'
}

function joined(names: string[], record: RawRecord, separator: string) {
  const texts = names.map((name) => readText(record[name]))
  return texts.flatMap((text) => (text.kind === 'read' ? text.value : [])).join(separator)
}

function inShape(field: string, value: unknown, unit: string) {
  if (field === 'images') return imageNames(value)
  // A bare `52年` could also be the year of an era.
  const isAge = unit === '年' && /^\d{1,3}$/.test(String(value).trim())
  if (isAge) return `築${value}年`
  return unit === '' ? value : withUnit(value, unit)
}

/** The addresses in a list of objects about photos: `[{ "url": "1.jpg" }]`. */
function imageNames(value: unknown) {
  if (!Array.isArray(value) || !value.some(isRecord)) return value
  return value.map((entry) => {
    if (!isRecord(entry)) return entry
    const { url, src, href, path, file, filename, name } = entry
    return [url, src, href, path, file, filename, name].find((text) => typeof text === 'string')
  })
}
