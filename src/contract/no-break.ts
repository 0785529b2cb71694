/**
 * Puts no-break spaces before separators and units, such as in `House in Ine · 4LDK · 98 m²`.
 * Without them, a narrow screen starts a line with a dot, or with the unit of the number above.
 */
export function withNoBreaks(text: string) {
  return text.replace(/ (?=·|m²)/g, '\u00a0')
}
