import { dirname, posix } from 'node:path'
import { SaxesParser } from 'saxes'
import { Refusal } from '#server/errors/refusal.ts'
import type { Archive } from './archive.ts'
import { type CellFormat, formatOf, type NumberFormats, writeNumber } from './cell-format.ts'
import type { CsvRow } from './csv.ts'

/**
 * Reads Excel workbooks (ECMA-376): an archive of XML files. Rows are read one by one, so the
 * memory holds only the texts that the cells share.
 */

export interface Sheet {
  name: string
  isHidden: boolean
  /** The rows that have cells. A merged cell has its value in each of its rows. */
  rows: () => AsyncGenerator<CsvRow>
}

const WORKBOOK = 'xl/workbook.xml'

/** The limits of Excel, and of the memory for texts and merged cells. */
const MAX_COLUMNS = 16_384
const MAX_ROWS = 1_048_576
const MAX_SHARED_LENGTH = 200_000_000
const MAX_CELL_LENGTH = 32_767
const MAX_MERGED = 100_000
/** Empty cells before a filled one, in a whole sheet. A sheet with more would take minutes. */
const MAX_SKIPPED_CELLS = 50_000_000

export function isWorkbook({ paths }: Pick<Archive, 'paths'>) {
  return paths.includes(WORKBOOK)
}

/** @throws {Refusal} 422 if the workbook is damaged or too large. */
export async function openWorkbook(archive: Archive): Promise<Sheet[]> {
  const { sheets, isFrom1904 } = await readContents(archive)
  const targets = await readTargets(archive)
  const strings = await readSharedStrings(archive)
  const formats = await readFormats(archive)
  const cells = { strings, formats, isFrom1904 }
  return sheets.flatMap(({ id, ...sheet }) => {
    const path = targets.get(id)
    const isThere = path !== undefined && archive.paths.includes(path)
    return isThere ? [{ ...sheet, rows: () => readRows(archive, path, cells) }] : []
  })
}

async function readContents(archive: Archive) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  await readXml(archive, WORKBOOK, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? ''
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible'
      sheets.push({ id, name: attributes.name ?? '', isHidden })
    },
  })
  return { sheets, isFrom1904 }
}

/** The path of each sheet, by the id that the workbook gives to the sheet. */
async function readTargets(archive: Archive) {
  const targets = new Map<string, string>()
  await readXml(archive, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id: id, Target: target }) {
      if (name !== 'Relationship' || !id || !target) return
      const path = target.startsWith('/')
        ? target.slice(1)
        : posix.normalize(`${dirname(WORKBOOK)}/${target}`)
      targets.set(id, path)
    },
  })
  return targets
}

async function readSharedStrings(archive: Archive) {
  const strings: string[] = []
  const text = collectText()
  let length = 0
  await readXml(archive, 'xl/sharedStrings.xml', {
    open: text.open,
    text: text.add,
    close(name) {
      text.close(name)
      if (name !== 'si') return
      const string = text.take()
      length += string.length + 1
      if (length > MAX_SHARED_LENGTH) throw tooLarge()
      strings.push(string)
    },
  })
  return strings
}

/**
 * Collects the text of a cell, which may consist of differently formatted parts. Leaves out
 * the pronunciation of Japanese words (`rPh`), which Excel stores beside them.
 */
function collectText() {
  let text = ''
  let isText = false
  let isPronunciation = false
  return {
    open(name: string) {
      if (name === 't') isText = true
      if (name === 'rPh') isPronunciation = true
    },
    add(part: string) {
      if (isText && !isPronunciation && text.length < MAX_CELL_LENGTH) text += part
    },
    close(name: string) {
      if (name === 't') isText = false
      if (name === 'rPh') isPronunciation = false
    },
    take() {
      const taken = decodeEscapes(text)
      text = ''
      return taken
    },
  }
}

/** Excel writes characters that XML cannot contain as `_x000D_`. */
function decodeEscapes(text: string) {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** How numbers are shown, by the style of their cell. */
async function readFormats(archive: Archive): Promise<NumberFormats> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isInCellFormats = false
  await readXml(archive, 'xl/styles.xml', {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isInCellFormats = true
      if (name === 'xf' && isInCellFormats && formats.length < MAX_COLUMNS * 4) {
        formats.push(formatOf(Number(attributes.numFmtId ?? 0), codes))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
  })
  return formats
}

interface Cells {
  strings: string[]
  formats: NumberFormats
  isFrom1904: boolean
}

async function* readRows(archive: Archive, path: string, cells: Cells): AsyncGenerator<CsvRow> {
  const merged = await readMerged(archive, path)
  const finished: CsvRow[] = []
  const reader = createRowReader(cells, (line, fields) => {
    finished.push({ line, fields: merged.fill(line, fields) })
  })
  for await (const _ of parsed(archive, path, reader)) yield* finished.splice(0)
}

function createRowReader(cells: Cells, onRow: (line: number, fields: string[]) => void): Handlers {
  const text = collectText()
  let line = 0
  let fields: string[] = []
  let skipped = 0
  let cell = { column: 0, type: '', style: 0 }
  let value = ''
  let isValue = false

  return {
    open(name, attributes) {
      text.open(name)
      if (name === 'row') {
        line = Math.max(line + 1, Number(attributes.r ?? 0) || 0)
        if (line > MAX_ROWS) throw tooLarge()
        fields = []
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : fields.length
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
        value = ''
      } else if (name === 'v') isValue = true
    },
    text(part) {
      text.add(part)
      if (isValue && value.length < MAX_CELL_LENGTH) value += part
    },
    close(name) {
      text.close(name)
      if (name === 'v') isValue = false
      if (name === 'row') onRow(line, fields)
      if (name !== 'c') return
      const content = readCell(cell, value, text.take(), cells)
      if (content === '') return
      skipped += Math.max(0, cell.column - fields.length)
      if (cell.column >= MAX_COLUMNS || skipped > MAX_SKIPPED_CELLS) throw tooLarge()
      while (fields.length < cell.column) fields.push('')
      fields[cell.column] = content
    },
  }
}

interface Cell {
  type: string
  style: number
}

/** The content of a cell. The value of a formula is the one that the last program computed. */
function readCell({ type, style }: Cell, value: string, inline: string, cells: Cells) {
  switch (type) {
    case 's':
      return cells.strings[Number(value)] ?? ''
    case 'inlineStr':
      return inline
    case 'e':
      return ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return value === '' ? '' : writeNumber(value, cells.formats[style], cells.isFrom1904)
    default:
      return decodeEscapes(value)
  }
}

/** The zero-based column of a cell such as `AB12`. */
function columnOf(reference: string) {
  const letters = reference.match(/^\$?([a-z]{1,3})/i)?.[1] ?? ''
  return (
    [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  )
}

interface Range {
  column: number
  first: number
  last: number
  value: string
}

/** The merged cells of several rows. Their value stands in the file only in the first row. */
async function readMerged(archive: Archive, path: string) {
  const ranges: Range[] = []
  await readXml(archive, path, {
    open(name, { ref = '' }) {
      if (name !== 'mergeCell') return
      const [from = '', to = ''] = ref.split(':')
      const [first, last] = [from, to].map((cell) => Number(cell.match(/\d+$/)?.[0] ?? 0))
      if (!first || !last || last <= first) return
      if (ranges.length >= MAX_MERGED) throw tooLarge()
      ranges.push({ column: columnOf(from), first, last, value: '' })
    },
  })
  ranges.sort((one, other) => one.first - other.first)
  let next = 0
  let open: Range[] = []
  return {
    /** Adds the values of merged cells to a row. Rows must come in their order. */
    fill(line: number, fields: string[]) {
      open = open.filter(({ last }) => last >= line)
      for (const range of open) {
        if ((fields[range.column] ?? '') !== '' || range.value === '') continue
        while (fields.length < range.column) fields.push('')
        fields[range.column] = range.value
      }
      for (let range = ranges[next]; range && range.first <= line; range = ranges[next]) {
        next += 1
        if (range.first < line) continue
        open.push({ ...range, value: fields[range.column] ?? '' })
      }
      return fields
    },
  }
}

interface Handlers {
  open: (name: string, attributes: Record<string, string>) => void
  text?: (part: string) => void
  close?: (name: string) => void
}

/** Reads a whole XML file. A file that the archive lacks has nothing in it. */
async function readXml(archive: Archive, path: string, handlers: Handlers) {
  if (!archive.paths.includes(path)) return
  for await (const _ of parsed(archive, path, handlers)) {
    // The handlers have received everything already.
  }
}

/** Parses an XML file, and returns control after each piece of it. */
async function* parsed(archive: Archive, path: string, { open, text, close }: Handlers) {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => open(local(name), attributes))
  parser.on('closetag', ({ name }) => close?.(local(name)))
  parser.on('text', (part) => text?.(part))
  parser.on('cdata', (part) => text?.(part))
  const decoder = new TextDecoder()
  for await (const bytes of archive.read(path)) {
    parser.write(decoder.decode(bytes, { stream: true }))
    yield
  }
  parser.close()
  yield
}

function damaged() {
  return new Refusal(422, 'The workbook is damaged. Open it, save it again, and import it again.')
}

function tooLarge() {
  return new Refusal(
    422,
    'The workbook has more rows, columns or texts than a list of houses. Save the sheet with the houses as CSV, and import that.',
  )
}
