import type { CsvRow } from '#server/file-formats/csv.ts'
import type { RawRecord } from '#server/file-formats/row.ts'
import { columnName, columnNames, uniqueNames } from './csv-records.ts'
import { chooseMapping, type Expected, type MappedColumns } from './mapping/choose.ts'
import { type Column, columnsOf } from './mapping/propose.ts'

interface Header {
  names: string[]
  /** The columns, with the texts of the first records. */
  all: Column[]
  /** The rows below the header that were read already. */
  below: CsvRow[]
  /** Null if the names are not those of a table of listings. */
  mapped: MappedColumns | null
}

/**
 * The header that begins in a line. It has two rows if they name more fields than one row does, or if
 * merged cells repeat names in both.
 */
export function headerAt(ahead: readonly CsvRow[], line: number, expected: Expected): Header {
  const [groups, details] = [fieldsOf(ahead[line]), fieldsOf(ahead[line + 1])]
  const read = (names: string[], rows: number) =>
    readHeader(names, ahead.slice(line + rows), expected)
  const single = read(columnNames(groups), 1)
  const joined = joinHeaderRows(groups, details)
  if (!joined) return single
  const double = read(joined, 2)
  const most = Math.max(countFields(single), countFields(read(columnNames(details), 2)))
  // The names of a chosen mapping say for sure that both rows belong to the header.
  const isChosen = double.mapped !== null && double.mapped.origin !== 'proposed'
  // Merged cells repeat their names in the lower row, so this row may name as many fields as both rows
  // together. If the header were only the upper row, the lower row would be read as the first house.
  const repeatsNames = countFields(double) === most && hasCellOverBothRows(groups, details)
  return isChosen || most === 0 || countFields(double) > most || repeatsNames ? double : single
}

function hasCellOverBothRows(groups: string[], details: string[]) {
  return groups.some((name, at) => columnName(name) !== '' && name === details[at])
}

function fieldsOf(row: CsvRow | undefined) {
  return row && 'fields' in row ? row.fields : []
}

function readHeader(names: string[], below: CsvRow[], expected: Expected): Header {
  const all = columnsOf(sampleRecords(names, below))
  return { names, all, below, mapped: chooseMapping(all, expected) }
}

function countFields({ mapped }: Header) {
  return Object.keys(mapped?.mapping.columns ?? {}).length
}

/** The first records below a header. A column without any record is there too, with no value. */
function sampleRecords(header: string[], rows: readonly CsvRow[]): RawRecord[] {
  const samples = rows.flatMap((row) => ('fields' in row ? [row.fields] : []))
  return [[], ...samples].map((fields: string[]) =>
    Object.fromEntries(header.map((name, at) => [name, fields[at] ?? ''])),
  )
}

/** Cells of a house, which no name of a column looks like: a number, with or without a unit. */
const VALUE = /^[¥$約]?[\d,.]+(?:億|万円|万|千円|円|㎡|m2|平米|坪|年|分)?$/
const UNIT = /^(?:億円|万円|千円|円|㎡|m2|平米|坪|年|分)$/

/**
 * Joins a header over two rows into one name for each column: `面積` over `土地` and `建物` becomes
 * `面積 土地` and `面積 建物`. A group counts for the blank cells on its right, and a unit under a name
 * is written in brackets: `価格（万円）`. Null if the rows cannot be such a header.
 */
function joinHeaderRows(groups: string[], details: string[]) {
  const above = groups.map(columnName)
  const below = details.map(columnName)
  const filled = above.flatMap((name, at) => (name === '' ? [] : at))
  // A single name in the first cell is the title of the table.
  if (filled.length === 0 || (filled.length === 1 && filled[0] === 0)) return null
  if (below.some((name) => VALUE.test(name.normalize('NFKC')))) return null
  let group = ''
  const names = Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    const [own = '', detail = ''] = [above[at], below[at]]
    group = own || group
    return detail === '' ? own : joinNames(group, detail)
  })
  // A cell over two rows, or a group over two columns, leaves a cell blank.
  const hasBlank = names.some((_, at) => !above[at] !== !below[at] || above[at] === below[at])
  const last = names.findLastIndex((name) => name !== '')
  return hasBlank ? uniqueNames(names.slice(0, last + 1)) : null
}

function joinNames(group: string, detail: string) {
  if (group === '' || group === detail) return detail
  return UNIT.test(detail.normalize('NFKC')) ? `${group}（${detail}）` : `${group} ${detail}`
}
