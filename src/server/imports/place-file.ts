import { pipeline } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { PLACE_FILE_KINDS, type PlaceFileKind } from '#contract/choices.ts'
import { bordersByPrefecture } from '#server/borders/borders-by-prefecture.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { OAZA_COLUMNS } from '#server/places/official-oaza.ts'
import { MUNICIPALITY_COLUMNS } from '#server/places/official-places.ts'
import { STATION_COLUMNS } from '#server/stations/official-stations.ts'
import { readCsv } from './reading/csv.ts'
import { peek } from './reading/peek.ts'
import { readText } from './reading/text.ts'

/** The kinds of CSV files with place data. The columns of a file show its kind. */
const KINDS = {
  municipalities: { columns: MUNICIPALITY_COLUMNS, maxRows: 10_000 },
  oaza: { columns: OAZA_COLUMNS, maxRows: 400_000 },
  stations: { columns: STATION_COLUMNS, maxRows: 50_000 },
} as const satisfies Record<CsvKind, object>

type CsvKind = Exclude<PlaceFileKind, 'borders'>
const CSV_KINDS = PLACE_FILE_KINDS.filter((kind) => kind !== 'borders')

/**
 * The size limit of a file with place data after decompression. Without a limit, a small compressed
 * file could expand to gigabytes. The largest official file lists the oaza (districts) and is 6 MB.
 */
const MAX_TEXT_BYTES = 64_000_000

/** After this many rows, the import yields to other work in the event loop. */
const YIELD_INTERVAL_ROWS = 500

/**
 * A row of a place file, as values by column name. For a file of borders, `bordersByPrefecture`
 * makes one row for each prefecture.
 */
export type PlaceRecord = Record<string, string>

/**
 * Reads a file of places, compressed with gzip or not. Throws a `Refusal` if the file is of another
 * kind, damaged or cut off. In this case, no row of the file is used.
 */
export async function readPlaceFile(
  input: AsyncIterable<Uint8Array>,
): Promise<{ kind: PlaceFileKind; records: PlaceRecord[] }> {
  const { beginning, all } = await peek(readText(limited(await unpacked(input))))
  if (!beginning.trimStart().startsWith('{')) return readPlaceCsv(all)
  const parts: string[] = []
  for await (const part of all) parts.push(part)
  return { kind: 'borders', records: await bordersByPrefecture(parts.join('')) }
}

async function readPlaceCsv(text: AsyncIterable<string>) {
  const records: PlaceRecord[] = []
  let found: { kind: CsvKind; header: string[] } | undefined
  for await (const row of readCsv(text)) {
    if ('problem' in row) throw new Refusal(422, `Line ${row.line} ${row.problem}`)
    if (!found) {
      const header = row.fields.map((field) => field.replace(/^\ufeff/, '').trim())
      found = { kind: kindOf(header), header }
      continue
    }
    const { kind, header } = found
    if (row.fields.length !== header.length) {
      throw new Refusal(
        422,
        `Line ${row.line} has ${row.fields.length} fields, but the header has ${header.length}: is the file cut off?`,
      )
    }
    const { maxRows, columns } = KINDS[kind]
    if (records.length === maxRows) {
      throw new Refusal(422, `The file has more than ${maxRows.toLocaleString('en')} rows`)
    }
    // Keep only known columns, so that a row with many other columns takes no memory.
    const known = new Set<string>([...columns, ...OPTIONAL_COLUMNS])
    records.push(
      Object.fromEntries(
        header.flatMap((column, at) =>
          known.has(column) ? [[column, (row.fields[at] ?? '').trim()]] : [],
        ),
      ),
    )
    if (records.length % YIELD_INTERVAL_ROWS === 0) await othersFirst()
  }
  if (!found) throw new Refusal(422, 'The file is empty')
  return { kind: found.kind, records }
}

/**
 * The column that says whether a municipality's Latin spelling comes from the Gazetteer of Japan.
 */
const OPTIONAL_COLUMNS = ['romaji_source']

function kindOf(header: string[]): CsvKind {
  for (const kind of CSV_KINDS) {
    const columns: readonly string[] = KINDS[kind].columns
    const missing = columns.filter((column) => !header.includes(column))
    if (missing.length === 0) return kind
    // If a file has most columns of one kind of file, it is probably a damaged file of this kind.
    // Name the missing columns.
    if (missing.length < columns.length / 2) {
      throw new Refusal(422, `The file lacks the column ${missing.join(', ')} of ${kind}`)
    }
  }
  const known = CSV_KINDS.map((kind) => KINDS[kind].columns.join(', '))
  throw new Refusal(
    422,
    `The first line lacks the columns of a file of places. Use ${known.join('; or ')}`,
  )
}

const GZIP_START = [0x1f, 0x8b]

/** Decompresses a file if its first bytes show that it is compressed with gzip. */
async function unpacked(input: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = input[Symbol.asyncIterator]()
  let start: Uint8Array = new Uint8Array()
  while (start.length < GZIP_START.length) {
    const { done, value } = await chunks.next()
    if (done) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  async function* all() {
    yield start
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return GZIP_START.every((byte, at) => start[at] === byte) ? gunzipped(all()) : all()
}

async function* gunzipped(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // The callback does nothing, because `pipeline` passes an input error on to `gunzip`, and
  // `yield*` then throws the error.
  pipeline(input, gunzip, () => {})
  try {
    yield* gunzip
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'Z_BUF_ERROR') throw new Refusal(422, 'The compressed file is cut off')
    if (String(code).startsWith('Z_')) throw new Refusal(422, 'The compressed file is damaged')
    throw error
  }
}

async function* limited(input: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > MAX_TEXT_BYTES) {
      throw new Refusal(422, `The file holds more than ${MAX_TEXT_BYTES / 1_000_000} MB of text`)
    }
    yield chunk
  }
}
