/**
 * Matches a text that a spreadsheet would run as a formula. In some spreadsheets, a formula can
 * also begin with a full-width sign, such as `＝`.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/**
 * A quoted cell of a CSV file. A formula gets an apostrophe, so that spreadsheets do not run it.
 */
export function toCell(text: string) {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** The text of a cell without the apostrophe that {@link toCell} added. */
export function fromCell(cell: string) {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
