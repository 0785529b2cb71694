/** A record as the file has it: values of any type under names of any kind. */
export type RawRecord = Record<string, unknown>

/** A record of a file, or a place in it where none could be read. */
export type Row =
  | { line: number; record: RawRecord }
  | {
      line: number
      problem: string
      /** What stands there, possibly shortened. */
      text: string
      /** The file ends here, before it should: what was to follow is not known. */
      cutOff?: true
    }

/** Characters in one record. Far above any listing; what is longer is skipped without being held. */
export const MAX_RECORD_LENGTH = 1_000_000

export const TOO_LONG = `is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters`

export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The record in a piece of JSON. */
export function parseRecord(text: string, line: number): Row {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value)
      ? { line, record: value }
      : { line, problem: 'is not an object with fields', text }
  } catch {
    return { line, problem: 'is not valid JSON', text }
  }
}
