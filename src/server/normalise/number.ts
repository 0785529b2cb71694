/** The pattern of a number: digits, optional commas between groups of three, optional decimals. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

const WHOLE = new RegExp(`^${NUMBER}$`)

/** Parses a whole text as a number. Null for ambiguous forms such as `1,5` and `5.800.000`. */
export function parseNumber(text: string) {
  return WHOLE.test(text) ? Number(text.replaceAll(',', '')) : null
}
