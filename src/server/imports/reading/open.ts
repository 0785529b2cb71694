import type { Format } from '#contract/imports.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { openContent } from '#server/file-formats/content.ts'
import { type CsvRow, DELIMITERS, type Delimiter, readCsv } from '#server/file-formats/csv.ts'
import { fromFeature } from '#server/file-formats/geojson.ts'
import { readJson } from '#server/file-formats/json-object.ts'
import { peek } from '#server/file-formats/peek.ts'
import { MAX_RECORD_LENGTH, type Row } from '#server/file-formats/row.ts'
import { readText } from '#server/file-formats/text.ts'
import type { Sheet } from '#server/file-formats/workbook.ts'
import { openPictures, type Pictures } from '../pictures.ts'
import { columnName, columnNames, recordsOf } from './csv-records.ts'
import { LINKS_COLUMNS, linksColumn } from './records/links.ts'
import { specColumn } from './records/other-names.ts'
import { SPEC_COLUMNS, SPEC_IDENTITY } from './records/spec.ts'

export interface OpenFile {
  format: Format
  rows: AsyncIterable<Row>
  /** Sentences for the report, such as which sheet of a workbook was read. */
  notes: string[]
  /** The pictures that an archive has beside the table. Null without an archive. */
  pictures: Pictures | null
  /** Deletes temporary files. */
  close: () => Promise<void>
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
  const { table, archive, close } = await openContent(input)
  try {
    const opened =
      'sheets' in table
        ? await openSheets(table.sheets, expected)
        : await openText(table.bytes, expected)
    return { notes: [], ...opened, pictures: archive && openPictures(archive), close }
  } catch (error) {
    await close()
    throw error
  }
}

type OpenTable = Pick<OpenFile, 'format' | 'rows'> & Partial<Pick<OpenFile, 'notes'>>

async function openText(
  bytes: AsyncIterable<Uint8Array>,
  expected: Format | 'auto',
): Promise<OpenTable> {
  const text = await peek(readText(bytes))
  const first = text.beginning.trimStart().charAt(0)
  if (first === '') throw new Refusal(422, text.isAll ? 'The file is empty' : ONLY_SPACE)
  if (first === '[' || first === '{') {
    if (expected === 'links')
      throw new Refusal(422, 'The data of the akiya bank must be a CSV file')
    return { format: 'spec', rows: features(readJson(text.all, text)) }
  }
  const delimiter = detectDelimiter(text.beginning)
  const opened = await openTable(readCsv(text.all, delimiter), expected, delimiter)
  if ('first' in opened) throw wrongHeader(opened.first, expected)
  return opened
}

async function* features(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) {
    yield 'record' in row ? { ...row, record: fromFeature(row.record) } : row
  }
}

/** Opens the first sheet that has listings. Hidden sheets come last. */
async function openSheets(sheets: Sheet[], expected: Format | 'auto'): Promise<OpenTable> {
  const inOrder = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  let first: string[] = []
  for (const { name, rows } of inOrder) {
    const opened = await openTable(rows(), expected)
    if ('first' in opened) {
      if (first.length === 0) first = opened.first
      continue
    }
    const others = sheets.filter((sheet) => sheet.name !== name).map((sheet) => `“${sheet.name}”`)
    const notes =
      others.length === 0
        ? []
        : [`The houses are from the sheet “${name}”. Not read: ${others.join(', ')}.`]
    return { ...opened, notes }
  }
  throw wrongHeader(first, expected)
}

/** The header is one of this many lines. A title may stand above it. */
const HEADER_LINES = 10

/** A first line with which Excel is told the delimiter. */
const STATED_DELIMITER = /^"?sep=(.)"?[\r\n]/i

/** Returns the delimiter with which one of the first lines is a header of listings. */
function detectDelimiter(beginning: string): Delimiter {
  const stated = beginning.match(STATED_DELIMITER)?.[1]
  const known = DELIMITERS.find((delimiter) => delimiter === stated)
  if (known) return known
  const lines = beginning.slice(0, 20_000).split(/[\r\n]+/, HEADER_LINES)
  const namesColumns = (delimiter: Delimiter) =>
    lines.some((line) => formatOf(line.replaceAll('"', '').split(delimiter).map(columnName)))
  return DELIMITERS.find(namesColumns) ?? ','
}

/** Opens a table at its header. Returns the first row if the table has no header of listings. */
async function openTable(
  rows: AsyncGenerator<CsvRow>,
  expected: Format | 'auto',
  delimiter: Delimiter = ',',
): Promise<OpenTable | { first: string[] }> {
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
  await rows.return(undefined)
  return { first: first ?? [] }
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
