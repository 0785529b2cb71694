import type { CsvRow, Delimiter } from '#server/file-formats/csv.ts'
import type { Row } from '#server/file-formats/row.ts'

/** How many rows after the header show how many cells the rows of the file usually have. */
const ROWS_AHEAD = 20

interface Columns {
  header: string[]
  /** The field of the record to which each column belongs. */
  names: string[]
  delimiter: Delimiter
}

/** The names of the columns in a row. Leaves out the empty cells at the end of the row. */
export function columnNames(fields: string[]) {
  return uniqueNames(fields.slice(0, countFilled(fields)).map(columnName))
}

/**
 * Names a second column of a name `価格 (2)`, so that its values do not replace those of the first.
 * Uses a higher number if the file has this name itself.
 */
export function uniqueNames(names: string[]) {
  const written = new Set(names)
  const given = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let count = 2; name !== '' && given.has(unique); count += 1) {
      unique = `${name} (${count})`
      if (written.has(unique)) unique = name
    }
    given.add(unique)
    return unique
  })
}

export function columnName(field: string) {
  return field.replace(/^\ufeff/, '').trim()
}

/**
 * Turns the rows below the header into records. Spreadsheets leave out empty cells at the end of a
 * row, or write surplus empty cells in all rows, so both mean nothing. If only a few rows have a
 * surplus cell, an unquoted delimiter in a value has moved the later values, so these rows are
 * rejected.
 */
export async function* recordsOf(
  rows: AsyncGenerator<CsvRow>,
  { header, names, delimiter }: Columns,
): AsyncGenerator<Row> {
  const ahead: CsvRow[] = []
  while (ahead.length < ROWS_AHEAD) {
    const next = await rows.next()
    if (next.done) break
    ahead.push(next.value)
  }
  const width = Math.max(header.length, usualWidth(ahead))
  const read = delimiter === ';' ? withDecimalPoint : (field: string) => field
  for await (const row of inTurn(ahead, rows)) {
    if ('problem' in row) {
      yield row
      continue
    }
    const { line, fields } = row
    const filled = countFilled(fields)
    if (filled === 0 || isSum(fields) || isHeader(fields, filled, header)) continue
    // A short last row without a line break shows that the rest of the file is missing.
    const isCutOff = row.isUnfinished && fields.length < header.length
    if (filled > header.length || fields.length > width || isCutOff) {
      const problem = `has ${fields.length} fields, but the header has ${header.length}`
      yield { line, problem, text: fields.join(','), ...(isCutOff && { cutOff: true }) }
      continue
    }
    const pairs = names.map((name, index) => [name, read(fields[index] ?? '')] as const)
    yield { line, record: Object.fromEntries(pairs) }
  }
}

/** The most frequent number of cells. Of two equally frequent numbers, the smaller one. */
function usualWidth(rows: readonly CsvRow[]) {
  const counts = new Map<number, number>()
  for (const row of rows) {
    if ('fields' in row) counts.set(row.fields.length, (counts.get(row.fields.length) ?? 0) + 1)
  }
  const [usual] = [...counts].sort(([a, one], [b, other]) => other - one || a - b)
  return usual?.[0] ?? 0
}

/** Yields the items that were read ahead, and then the others. */
export async function* inTurn<T>(first: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** The number of cells up to the last one that is not blank. */
function countFilled(fields: readonly string[]) {
  return fields.findLastIndex((field) => field.trim() !== '') + 1
}

/** Whether a row contains totals instead of a listing: `合計,2件`. */
function isSum([first = '']: string[]) {
  return /^(?:合計|小計|総計|計|total)$/i.test(first.trim())
}

/** Whether a row is the header again, as in a file that was joined from several files. */
function isHeader(fields: string[], filled: number, header: string[]) {
  const [first = ''] = fields
  if (filled !== header.length || columnName(first) !== header[0]) return false
  const names = columnNames(fields)
  return header.every((name, index) => names[index] === name)
}

/**
 * Replaces the decimal comma of a number by a point: `98,5` becomes `98.5`, and `1.098,5` becomes
 * `1098.5`. A comma before three digits separates thousands, so it stays.
 */
function withDecimalPoint(field: string) {
  return field
    .trim()
    .replace(
      /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/,
      (_, whole: string, decimals: string) => `${whole.replaceAll('.', '')}.${decimals}`,
    )
}
