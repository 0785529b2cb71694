import type { Format } from '#contract/imports.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type CsvRow, DELIMITERS, type Delimiter, readCsv } from '#server/file-formats/csv.ts'
import { readJsonArray } from '#server/file-formats/json-array.ts'
import { readJsonLines } from '#server/file-formats/json-lines.ts'
import { peek } from '#server/file-formats/peek.ts'
import { MAX_RECORD_LENGTH, type Row } from '#server/file-formats/row.ts'
import { readText } from '#server/file-formats/text.ts'
import { LINKS_COLUMNS, linksColumn } from './records/links.ts'
import { specColumn } from './records/other-names.ts'
import { SPEC_COLUMNS, SPEC_IDENTITY } from './records/spec.ts'

export interface OpenFile {
  format: Format
  rows: AsyncIterable<Row>
}

const ONLY_SPACE = `The file begins with ${MAX_RECORD_LENGTH.toLocaleString('en')} blank characters`

/**
 * Detects a file's format and reads it record by record.
 * @throws {Refusal} 422 if the file is empty or its format is unknown.
 */
export async function openFile(
  input: AsyncIterable<Uint8Array>,
  expected: Format | 'auto',
): Promise<OpenFile> {
  const text = await peek(readText(input))
  const first = text.beginning.trimStart().charAt(0)
  if (first === '') throw new Refusal(422, text.isAll ? 'The file is empty' : ONLY_SPACE)
  if (first === '[' || first === '{') {
    if (expected === 'links')
      throw new Refusal(422, 'The data of the akiya bank must be a CSV file')
    return {
      format: 'spec',
      rows: first === '[' ? readJsonArray(text.all) : readJsonLines(text.all),
    }
  }
  const delimiter = detectDelimiter(text.beginning)
  return openCsv(readCsv(text.all, delimiter), expected, delimiter)
}

/** How many lines, such as a title, may stand above the names of the columns. */
const LINES_ABOVE = 10

/** Returns the delimiter with which one of the first lines names the columns of listings. */
function detectDelimiter(beginning: string): Delimiter {
  const lines = beginning.slice(0, 20_000).split(/[\r\n]+/, LINES_ABOVE)
  const namesColumns = (delimiter: Delimiter) =>
    lines.some((line) => formatOf(line.replaceAll('"', '').split(delimiter).map(columnName)))
  return DELIMITERS.find(namesColumns) ?? ','
}

async function openCsv(
  rows: AsyncGenerator<CsvRow>,
  expected: Format | 'auto',
  delimiter: Delimiter,
): Promise<OpenFile> {
  let first: string[] | undefined
  for (let line = 0; line < LINES_ABOVE; line += 1) {
    const { value: row } = await rows.next()
    if (!row || 'problem' in row) break
    const fields = row.fields.map(columnName)
    const header = fields.slice(0, lastFilled(fields) + 1)
    first ??= header
    const format = formatOf(header)
    if (!format) continue
    if (expected !== 'auto' && expected !== format) throw wrongHeader(header, expected)
    const names = format === 'links' ? header.map(linksColumn) : header
    const read = delimiter === ';' ? withDecimalPoint : (field: string) => field
    return { format, rows: recordsOf(rows, { header, names, read }) }
  }
  throw wrongHeader(first ?? [], expected)
}

/**
 * Writes a number with a decimal comma, as files with semicolons have it, with a decimal point:
 * `1.098,5` becomes `1098.5`. A comma before three digits separates thousands.
 */
function withDecimalPoint(field: string) {
  return field
    .trim()
    .replace(
      /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/,
      (_, whole: string, decimals: string) => `${whole.replaceAll('.', '')}.${decimals}`,
    )
}

function columnName(field: string) {
  return field.replace(/^\ufeff/, '').trim()
}

function formatOf(header: string[]): Format | null {
  if (LINKS_COLUMNS.every((column) => header.includes(column))) return 'links'
  const names = header.map(specColumn)
  const known = SPEC_COLUMNS.filter((column) => names.includes(column))
  return SPEC_IDENTITY.some((column) => names.includes(column)) && known.length > 1 ? 'spec' : null
}

function wrongHeader(header: string[], expected: Format | 'auto') {
  const found = header.length > 0 ? header.slice(0, 8).join(', ').slice(0, 200) : 'none'
  const spec = `${SPEC_COLUMNS.join(', ')} (one of ${SPEC_IDENTITY.join(', ')} is needed)`
  const links = `those of the national akiya bank: ${LINKS_COLUMNS.join(', ')}`
  const columns = { spec, links, auto: `${spec}; or ${links}` }[expected]
  return new Refusal(
    422,
    `The first line does not name the columns of listings. Found: ${found}. Expected: ${columns}`,
  )
}

/** How many rows decide how many cells a row of the file usually has. */
const ROWS_AHEAD = 20

/**
 * Turns rows into records. Spreadsheets leave out empty cells at the end of a row, so missing cells
 * are blank. They also write surplus empty cells in each row, which mean nothing. A surplus in few
 * rows comes from a comma inside a value, which has moved all later values, so such a row is
 * rejected.
 */
async function* recordsOf(
  rows: AsyncGenerator<CsvRow>,
  { header, names, read }: { header: string[]; names: string[]; read: (field: string) => string },
): AsyncGenerator<Row> {
  const ahead: CsvRow[] = []
  while (ahead.length < ROWS_AHEAD) {
    const next = await rows.next()
    if (next.done) break
    ahead.push(next.value)
  }
  const width = Math.max(header.length, usualWidth(ahead))
  for await (const row of inTurn(ahead, rows)) {
    if ('problem' in row) {
      yield row
      continue
    }
    const { line, fields } = row
    const filled = fields.slice(0, lastFilled(fields) + 1)
    if (filled.length === 0 || isHeader(filled, header) || isSum(filled)) continue
    // The rest of a short last row was lost if the text ends in it.
    const isCutOff = row.isUnfinished && fields.length < header.length
    if (filled.length > header.length || fields.length > width || isCutOff) {
      const problem = `has ${fields.length} fields, but the header has ${header.length}`
      yield { line, problem, text: fields.join(','), ...(isCutOff && { cutOff: true }) }
      continue
    }
    const pairs = names.map((name, index) => [name, read(fields[index] ?? '')] as const)
    yield { line, record: Object.fromEntries(pairs) }
  }
}

/** Whether a row sums up the others: `合計,2件`. */
function isSum([first = '']: string[]) {
  return /^(?:合計|小計|総計|計|total)$/i.test(first.trim())
}

/** The most frequent number of fields. Of two equally frequent numbers, the smaller one. */
function usualWidth(rows: readonly CsvRow[]) {
  const counts = new Map<number, number>()
  for (const row of rows) {
    if ('fields' in row) counts.set(row.fields.length, (counts.get(row.fields.length) ?? 0) + 1)
  }
  const [usual] = [...counts].sort(([a, one], [b, other]) => other - one || a - b)
  return usual?.[0] ?? 0
}

async function* inTurn<T>(first: readonly T[], rest: AsyncGenerator<T>) {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** The index of the last field that is not blank, or -1. */
function lastFilled(fields: readonly string[]) {
  return fields.findLastIndex((field) => field.trim() !== '')
}

/** Whether a record is the header again, as in a file that was joined from several files. */
function isHeader(fields: string[], header: string[]) {
  return (
    fields.length === header.length &&
    fields.every((field, index) => columnName(field) === header[index])
  )
}
