import type { Format } from '#contract/imports.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type CsvRow, readCsv } from '#server/file-formats/csv.ts'
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
  return openCsv(readCsv(text.all), expected)
}

async function openCsv(rows: AsyncGenerator<CsvRow>, expected: Format | 'auto'): Promise<OpenFile> {
  const { value: first } = await rows.next()
  const fields = first && 'fields' in first ? first.fields.map(columnName) : []
  const header = fields.slice(0, lastFilled(fields) + 1)
  const format = formatOf(header)
  if (!format || (expected !== 'auto' && expected !== format)) throw wrongHeader(header, expected)
  const names = format === 'links' ? header.map(linksColumn) : header
  return { format, rows: recordsOf(rows, header, names) }
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

/**
 * Turns rows into records. Spreadsheets leave out empty cells at the end of a row, or write too many
 * of them, so missing cells are blank, and surplus empty ones mean nothing.
 */
async function* recordsOf(
  rows: AsyncIterable<CsvRow>,
  header: string[],
  names: string[],
): AsyncGenerator<Row> {
  for await (const row of rows) {
    if ('problem' in row) {
      yield row
      continue
    }
    const { line, fields } = row
    const filled = fields.slice(0, lastFilled(fields) + 1)
    if (filled.length === 0 || isHeader(filled, header)) continue
    // The rest of a short last row was lost if the text ends in it.
    const isCutOff = row.isUnfinished && fields.length < header.length
    if (filled.length > header.length || isCutOff) {
      const problem = `has ${fields.length} fields, but the header has ${header.length}`
      yield { line, problem, text: fields.join(','), ...(isCutOff && { cutOff: true }) }
      continue
    }
    const pairs = names.map((name, index) => [name, fields[index] ?? ''] as const)
    yield { line, record: Object.fromEntries(pairs) }
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
