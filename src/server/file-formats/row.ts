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
  const value = parseJson(text) ?? parseJson(text.replace(STRING_OR_NO_NUMBER, nullUnlessString))
  if (value === undefined) return { line, problem: 'is not valid JSON', text }
  return isRecord(value)
    ? { line, record: value }
    : { line, problem: 'is not an object with fields', text }
}

/**
 * Matches whole strings, and the values that Python writes for a missing number, which JSON lacks.
 * The replacement keeps the strings, so a `NaN` inside a text stays. A string whose closing quote is
 * missing matches up to the end of the text. Otherwise the search would begin again at each later
 * quote, and would take quadratic time.
 */
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\.?)*(?:"|$)|-?\bInfinity\b|\b(?:NaN|None)\b/gs

const nullUnlessString = (match: string) => (match.startsWith('"') ? match : 'null')

/** The parsed value. Undefined if the text is not valid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
