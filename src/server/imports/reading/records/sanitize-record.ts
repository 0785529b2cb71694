import { isRecord, type RawRecord } from '#server/file-formats/row.ts'

export interface StorableRecord {
  record: RawRecord
  json: string
}

/** Maximum nesting depth of lists and objects. Databases refuse JSON that is nested too deeply. */
const MAX_DEPTH = 20

/**
 * `UNSTORABLE` matches null characters and lone surrogates, which databases refuse. `ESCAPED`
 * matches the escape sequences of these characters in JSON.
 */
const UNSTORABLE = /[\0\p{Cs}]/gu
const ESCAPED = /\\u(0000|d[89a-f])/

/**
 * Makes a record storable: U+FFFD replaces each character that databases refuse. Returns null if
 * lists and objects are nested too deeply.
 */
export function toStorable(record: RawRecord): StorableRecord | null {
  if (isDeeper(record, MAX_DEPTH)) return null
  const json = JSON.stringify(record)
  if (!ESCAPED.test(json)) return { record, json }
  const cleaned = cleanObject(record)
  return { record: cleaned, json: JSON.stringify(cleaned) }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1))
}

function cleanObject(record: RawRecord): RawRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [cleanText(name), cleanValue(value)]),
  )
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  return isRecord(value) ? cleanObject(value) : value
}

function cleanText(text: string) {
  return text.replace(UNSTORABLE, '\ufffd')
}
