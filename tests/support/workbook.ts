import { strToU8, type Zippable, zipSync } from 'fflate'

type Value = string | number | { xml: string } | null

interface SheetContent {
  rows: Value[][]
  state?: 'hidden'
  /** Ranges such as `A2:A3`. */
  merged?: string[]
}

interface WorkbookOptions {
  /** Format codes for `style(n)`: the first is style 1. */
  formats?: string[]
  date1904?: boolean
}

/** An Excel workbook with these sheets, as Excel writes it: texts are shared between cells. */
export function workbook(
  sheets: Record<string, SheetContent | Value[][]>,
  { formats = [], date1904 = false }: WorkbookOptions = {},
) {
  const shared: string[] = []
  const contents = Object.values(sheets).map((sheet) =>
    Array.isArray(sheet) ? { rows: sheet } : sheet,
  )
  const names = Object.keys(sheets)
  const files: Zippable = {
    '[Content_Types].xml': xml('<Types/>'),
    'xl/workbook.xml': xml(
      `<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names
        .map((name, at) => {
          const state = contents[at]?.state
          return `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`
        })
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships>${names
        .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
        .join('')}</Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet><numFmts>${formats
        .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
        .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
        .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ),
  }
  for (const [at, { rows, merged = [] }] of contents.entries()) {
    const data = rows.map((cells, row) => {
      const written = cells.map((value, column) =>
        cellXml(value, `${letters(column)}${row + 1}`, shared),
      )
      return `<row r="${row + 1}">${written.join('')}</row>`
    })
    const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(
      `<worksheet><sheetData>${data.join('')}</sheetData><mergeCells>${ranges}</mergeCells></worksheet>`,
    )
  }
  files['xl/sharedStrings.xml'] = xml(
    `<sst>${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  )
  return zipSync(files)
}

/** A number in a cell whose format is the workbook's `format`, the first one being 1. */
export function styled(number: number, format: number) {
  return { xml: `s="${format}"><v>${number}</v>` }
}

/** A formula with the value that Excel has computed last. */
export function formula(text: string, value: number) {
  return { xml: `><f>${escaped(text)}</f><v>${value}</v>` }
}

/** A text with its pronunciation, which Excel stores beside Japanese words. */
export function pronounced(text: string, pronunciation: string) {
  return {
    xml: ` t="inlineStr"><is><t>${text}</t><rPh sb="0" eb="2"><t>${pronunciation}</t></rPh></is>`,
  }
}

function cellXml(value: Value, reference: string, shared: string[]) {
  if (value === null) return ''
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
  if (typeof value === 'object') {
    return `<c r="${reference}" ${value.xml}</c>`
  }
  shared.push(value)
  return `<c r="${reference}" t="s"><v>${shared.length - 1}</v></c>`
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function xml(content: string) {
  return strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`)
}

function escaped(text: string) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
