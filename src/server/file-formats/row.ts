/** A record as parsed from a file, with any field names and values of any type. */
export type RawRecord = Record<string, unknown>

/** A record of a file, or a part of the file in which no record could be read. */
export type Row =
  | { line: number; record: RawRecord }
  | {
      line: number
      problem: string
      /** The unreadable text, possibly shortened. */
      text: string
      /** True if reading stopped here, so the records after this line are unknown. */
      cutOff?: true
    }

/** Maximum characters in one record. Longer records are skipped. Real listings are far shorter. */
export const MAX_RECORD_LENGTH = 1_000_000

export const TOO_LONG = `is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters`

export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
