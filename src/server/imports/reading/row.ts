/** A record as the file has it: values of any type under names of any kind. */
export type RawRecord = Record<string, unknown>

/** A record of a file, or a place where no record could be read. */
export type Row =
  | { line: number; record: RawRecord }
  | {
      line: number
      problem: string
      /** The text at this place, possibly shortened. */
      text: string
      /** The file ends early here, so later records are unknown. */
      cutOff?: true
    }

/** Maximum characters in one record, far above any listing. Longer ones are skipped. */
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
