import type { Format } from '#contract/imports.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type CsvRow, DELIMITERS, type Delimiter, readCsv } from '#server/file-formats/csv.ts'
import { readJsonArray } from '#server/file-formats/json-array.ts'
import { readJsonLines } from '#server/file-formats/json-lines.ts'
import { peek } from '#server/file-formats/peek.ts'
import { MAX_RECORD_LENGTH, type Row } from '#server/file-formats/row.ts'
import { readText } from '#server/file-formats/text.ts'
import { columnName, columnNames, recordsOf } from './csv-records.ts'
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

/** The header is one of this many lines. A title may stand above it. */
const HEADER_LINES = 10

/** Returns the delimiter with which one of the first lines is a header of listings. */
function detectDelimiter(beginning: string): Delimiter {
  const lines = beginning.slice(0, 20_000).split(/[\r\n]+/, HEADER_LINES)
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
  for (let line = 0; line < HEADER_LINES; line += 1) {
    const { value: row } = await rows.next()
    if (!row || 'problem' in row) break
    const header = columnNames(row.fields)
    first ??= header
    const format = formatOf(header)
    if (!format) continue
    if (expected !== 'auto' && expected !== format) throw wrongHeader(header, expected)
    const names = format === 'links' ? header.map(linksColumn) : header
    return { format, rows: recordsOf(rows, { header, names, delimiter }) }
  }
  throw wrongHeader(first ?? [], expected)
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
