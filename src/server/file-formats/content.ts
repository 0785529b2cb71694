import { Refusal } from '#server/errors/refusal.ts'
import { type Archive, isZip, openArchive } from './archive.ts'
import { gunzipped, isGzip, readStart } from './unpacked.ts'
import { isWorkbook, openWorkbook, type Sheet } from './workbook.ts'

/** The table in a file, unfolded from archives. */
export interface Content {
  /** The bytes of a text file, or the sheets of a workbook. */
  table: { bytes: AsyncIterable<Uint8Array> } | { sheets: Sheet[] }
  /** The archive that has the table, and the folder of the table in it. Null without an archive. */
  archive: { archive: Archive; folder: string } | null
  close: () => Promise<void>
}

/** How many archives may lie in each other: a table in gzip in a ZIP archive. */
const MAX_LAYERS = 3

/**
 * Opens a file, which may be compressed with gzip, or be a ZIP archive with one table and its
 * pictures, or an Excel workbook.
 * @throws {Refusal} 422 for another kind of file, and for an archive without a table or with several.
 */
export async function openContent(
  input: AsyncIterable<Uint8Array>,
  layers = MAX_LAYERS,
): Promise<Content> {
  const { start, all } = await readStart(input, 8)
  refuseOtherFormats(start)
  if (layers === 0) throw new Refusal(422, 'The file is an archive in an archive. Unpack it first.')
  if (isGzip(start)) return openContent(gunzipped(all), layers - 1)
  if (!isZip(start)) return { table: { bytes: all }, archive: null, close: async () => {} }
  const archive = await openArchive(all)
  try {
    if (isWorkbook(archive)) {
      return { table: { sheets: await openWorkbook(archive) }, archive: null, close: archive.close }
    }
    const path = findTable(archive)
    const inner = await openContent(archive.read(path), layers - 1)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    return {
      table: inner.table,
      archive: { archive, folder },
      async close() {
        await inner.close()
        await archive.close()
      },
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}

const TABLE = /\.(?:csv|tsv|txt|json|jsonl|ndjson|geojson|xlsx|xlsm)(?:\.gz)?$/i
/** A text beside a table is rather a note about it. */
const NOTE = /\.txt$|(?:^|\/)(?:read.?me|license|package|schema|metadata)[^/]*$/i
/** Files that operating systems add to archives. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db)/

function findTable({ paths }: Archive) {
  if (paths.includes('content.xml') && paths.includes('mimetype')) {
    throw new Refusal(422, 'The file is an OpenDocument. Save it as an Excel workbook (.xlsx).')
  }
  const tables = paths.filter((path) => TABLE.test(path) && !HIDDEN.test(path))
  const [first, ...others] = tables.filter((path) => !NOTE.test(path))
  const [only, ...further] = first === undefined ? tables : [first, ...others]
  if (only === undefined) {
    throw new Refusal(
      422,
      'The archive has no table of houses. Add one file in CSV, JSON, GeoJSON or Excel to it.',
    )
  }
  if (further.length > 0) {
    const names = [only, ...further].slice(0, 3).join(', ')
    throw new Refusal(
      422,
      `The archive has ${further.length + 1} tables: ${names}. Leave only the table of houses in it.`,
    )
  }
  return only
}

/** Files that are often tried, by their first bytes, with what to do instead. */
const OTHER_FORMATS: readonly (readonly [string, string])[] = [
  [
    '\xd0\xcf\x11\xe0',
    'The file is an Excel file in the format before 2007, or has a password. Save it as an Excel workbook (.xlsx) without a password.',
  ],
  ['%PDF', 'The file is a PDF, which has no table to read. Ask its author for the table.'],
  ['7z\xbc\xaf', 'The file is a 7z archive. Pack the table as a ZIP archive.'],
  ['Rar!', 'The file is a RAR archive. Pack the table as a ZIP archive.'],
]

function refuseOtherFormats(start: Buffer) {
  const text = start.toString('latin1')
  const other = OTHER_FORMATS.find(([beginning]) => text.startsWith(beginning))
  if (other) throw new Refusal(422, other[1])
}
