/** What a number looks like: digits, with commas between every three, and a decimal point. */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`

const WHOLE = new RegExp(`^${NUMBER}$`)

/** The number a text consists of, or null; `1,5` and `5.800.000` are not guessed at. */
export function parseNumber(text: string) {
  return WHOLE.test(text) ? Number(text.replaceAll(',', '')) : null
}
