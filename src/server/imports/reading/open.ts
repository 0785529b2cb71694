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
import { columnName, inTurn, recordsOf } from './csv-records.ts'
import { headerAt } from './header.ts'
import { flatten, mappingReader } from './mapping/apply.ts'
import {
  chooseMapping,
  type Expected,
  type MappedColumns,
  UnmappedTable,
} from './mapping/choose.ts'
import { type Column, columnsOf, SAMPLE_RECORDS } from './mapping/propose.ts'

export interface OpenFile extends Omit<MappedColumns, 'mapping'> {
  /** Null for an empty list, which has no columns. */
  mapping: MappedColumns['mapping'] | null
  /** All columns, with the texts of the first records. */
  all: Column[]
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
 * Detects a file's format and reads it record by record. The records have our names of fields.
 * @throws {Refusal} 422 if the file is empty or its format is unknown.
 */
export async function openFile(
  input: AsyncIterable<Uint8Array>,
  expected: Expected,
): Promise<OpenFile> {
  const { table, archive, close } = await openContent(input)
  try {
    const opened =
      'sheets' in table
        ? await openSheets(table.sheets, expected)
        : await openText(table.bytes, expected)
    return { ...opened, pictures: archive && openPictures(archive), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The beginning of a web page or of a workbook of Excel 2003, which Excel can open. */
const FOR_EXCEL =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<\?mso-application[^>]*>\s*)?<(?:!doctype|html|head|body|table|meta|workbook)\b/i
const IS_FOR_EXCEL =
  'The file is a web page or an XML workbook. Open it in Excel, save it as an Excel workbook (.xlsx), and import that.'
const XML = /^\s*<(?:\?xml|kml)\b/i
const IS_XML =
  'The file is XML, such as a map of Google Earth. Export the houses as CSV, Excel or GeoJSON.'

type OpenTable = Omit<OpenFile, 'pictures' | 'close'>

async function openText(bytes: AsyncIterable<Uint8Array>, expected: Expected): Promise<OpenTable> {
  const text = await peek(readText(bytes))
  const first = text.beginning.trimStart().charAt(0)
  if (first === '') throw new Refusal(422, text.isAll ? 'The file is empty' : ONLY_SPACE)
  if (FOR_EXCEL.test(text.beginning)) throw new Refusal(422, IS_FOR_EXCEL)
  if (XML.test(text.beginning)) throw new Refusal(422, IS_XML)
  if (first === '[' || first === '{') return openRecords(readJson(text.all, text), expected)
  const delimiter = detectDelimiter(text.beginning, expected)
  const opened = await openTable(readCsv(text.all, delimiter), expected, delimiter)
  if ('unmapped' in opened) throw new UnmappedTable(opened.unmapped, expected)
  return opened
}

const WITHOUT_COLUMNS = {
  ...({ format: 'spec', origin: 'proposed', mapping: null } as const),
  ...{ columns: [], ignored: [], notes: [] },
}

/** Opens records that have the names of their fields, as in JSON. */
async function openRecords(rows: AsyncGenerator<Row>, expected: Expected): Promise<OpenTable> {
  if (expected.format === 'links')
    throw new Refusal(422, 'The data of the akiya bank must be a CSV file')
  const flat = inOneLevel(rows)
  const ahead = await take(flat, SAMPLE_RECORDS)
  const records = ahead.flatMap((row) => ('record' in row ? [row.record] : []))
  const all = columnsOf(records)
  const mapped = chooseMapping(all, expected, { isLenient: true })
  if (!mapped && all.length > 0) throw new UnmappedTable(all, expected)
  const inOrder = inTurn(ahead, flat)
  if (!mapped) return { ...WITHOUT_COLUMNS, all, rows: inOrder }
  return { ...mapped, all, rows: mappedRows(inOrder, mapped.mapping) }
}

async function* inOneLevel(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  for await (const row of rows) {
    yield 'record' in row ? { ...row, record: flatten(fromFeature(row.record)) } : row
  }
}

async function* mappedRows(
  rows: AsyncIterable<Row>,
  mapping: MappedColumns['mapping'],
): AsyncGenerator<Row> {
  const read = mappingReader(mapping)
  for await (const row of rows) yield 'record' in row ? { ...row, record: read(row.record) } : row
}

async function take<T>(items: AsyncGenerator<T>, count: number) {
  const taken: T[] = []
  while (taken.length < count) {
    const next = await items.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

/** Opens the first sheet that has listings. Hidden sheets come last. */
async function openSheets(sheets: Sheet[], expected: Expected): Promise<OpenTable> {
  const inOrder = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  let first: Column[] = []
  for (const { name, rows } of inOrder) {
    const opened = await openTable(rows(), expected)
    if ('unmapped' in opened) {
      if (first.length < opened.unmapped.length) first = opened.unmapped
      continue
    }
    const others = sheets.filter((sheet) => sheet.name !== name).map((sheet) => `“${sheet.name}”`)
    const notes =
      others.length === 0
        ? []
        : [`The houses are from the sheet “${name}”. Not read: ${others.join(', ')}.`]
    return { ...opened, notes: [...opened.notes, ...notes] }
  }
  throw new UnmappedTable(first, expected)
}

/** The header is one of this many lines. A title may stand above it. */
const HEADER_LINES = 10

/** A first line with which Excel is told the delimiter. */
const STATED_DELIMITER = /^"?sep=(.)"?[\r\n]/i

/** Returns the delimiter with which one of the first lines is a header of listings. */
function detectDelimiter(beginning: string, expected: Expected): Delimiter {
  const stated = beginning.match(STATED_DELIMITER)?.[1]
  const known = DELIMITERS.find((delimiter) => delimiter === stated)
  if (known) return known
  const lines = beginning.slice(0, 20_000).split(/[\r\n]+/, HEADER_LINES)
  const namesColumns = (delimiter: Delimiter) =>
    lines.some((line) => {
      const names = line.replaceAll('"', '').split(delimiter).map(columnName)
      return chooseMapping(withoutSamples(names), expected) !== null
    })
  const count = (delimiter: Delimiter) => beginning.split(delimiter).length
  const [frequent = ','] = DELIMITERS.toSorted((one, other) => count(other) - count(one))
  return DELIMITERS.find(namesColumns) ?? frequent
}

function withoutSamples(names: string[]) {
  return names.map((name) => ({ name, samples: [] }))
}

/** Opens a table at its header. Returns the likeliest columns if none can be mapped. */
async function openTable(
  rows: AsyncGenerator<CsvRow>,
  expected: Expected,
  delimiter: Delimiter = ',',
): Promise<OpenTable | { unmapped: Column[] }> {
  const ahead = await take(rows, HEADER_LINES + SAMPLE_RECORDS)
  let widest: Column[] = []
  for (const [line, row] of ahead.slice(0, HEADER_LINES).entries()) {
    if ('problem' in row) break
    const header = headerAt(ahead, line, expected)
    if (header.all.length > widest.length) widest = header.all
    const { names, all, below, mapped } = header
    if (!mapped) continue
    const records = recordsOf(inTurn(below, rows), { header: names, names, delimiter })
    return { ...mapped, all, rows: mappedRows(records, mapped.mapping) }
  }
  await rows.return(undefined)
  return { unmapped: widest }
}
