import { createHash, type Hash } from 'node:crypto'
import { PLACE_FILE_KINDS, type PlaceFileKind } from '#contract/choices.ts'
import type { Place } from '#search/places/place.ts'
import { bordersByPrefecture } from '#server/borders/borders-by-prefecture.ts'
import { limitJson } from '#server/borders/limit-json.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type Batches, collect, inBatches } from '#server/file-formats/batches.ts'
import { type CsvRow, readCsv } from '#server/file-formats/csv.ts'
import { limitBytes } from '#server/file-formats/limit-bytes.ts'
import { peek } from '#server/file-formats/peek.ts'
import { readText } from '#server/file-formats/text.ts'
import { gunzipped, isGzip, readStart } from '#server/file-formats/unpacked.ts'
import {
  OAZA_COLUMNS,
  officialOaza,
  type UnknownMunicipality,
} from '#server/places/official-oaza.ts'
import { MUNICIPALITY_COLUMNS, officialPlaces } from '#server/places/official-places.ts'
import { openDictionary } from '#server/stations/dictionary.ts'
import type { Station } from '#server/stations/find-station.ts'
import { createOazaReading } from '#server/stations/oaza-readings.ts'
import { officialStations, STATION_COLUMNS } from '#server/stations/official-stations.ts'
import { createStationSpelling } from '#server/stations/station-names.ts'

/** The kinds of CSV files with place data. The columns of a file show its kind. */
const KINDS = {
  municipalities: { columns: MUNICIPALITY_COLUMNS, maxRows: 10_000 },
  oaza: { columns: OAZA_COLUMNS, maxRows: 400_000 },
  stations: { columns: STATION_COLUMNS, maxRows: 20_000 },
} as const satisfies Record<CsvKind, object>

type CsvKind = Exclude<PlaceFileKind, 'borders'>
const CSV_KINDS = PLACE_FILE_KINDS.filter((kind) => kind !== 'borders')

/**
 * The size limit of a file with place data after decompression. Without a limit, a small compressed
 * file could expand to gigabytes. The largest official file lists the oaza (districts) and is 6 MB.
 */
const MAX_TEXT_BYTES = 64_000_000

/** A row of a CSV file with place data, as values by column name. */
type PlaceRecord = Record<string, string>

type Border = ReturnType<typeof bordersByPrefecture>[number]

interface Rows<Kind extends PlaceFileKind, Row> {
  kind: Kind
  batches: Batches<Row>
  /** Municipalities of a file of oaza (districts) that are not stored. */
  unknown?: UnknownMunicipality[]
}
type FileRows =
  | Rows<'municipalities', Place>
  | Rows<'oaza', Place>
  | Rows<'stations', Station>
  | Rows<'borders', Border>

/**
 * Reads a file of places, compressed with gzip or not. Throws a `Refusal` if the file is of another
 * kind, damaged or cut off. In this case, no row of the file is used. `version` is a digest of the
 * file.
 */
export async function readPlaceFile(
  input: AsyncIterable<Uint8Array>,
  stored: Place[],
): Promise<FileRows & { version: string }> {
  const hash = createHash('sha256')
  const bytes = limitBytes(await unpacked(hashing(input, hash)), MAX_TEXT_BYTES)
  const { beginning, all } = await peek(readText(bytes))
  const isJson = beginning.trimStart().startsWith('{')
  const rows = await (isJson ? readBorders(all) : readPlaceCsv(readCsv(all), stored))
  return { ...rows, version: hash.digest('hex') }
}

async function readBorders(text: AsyncIterable<string>): Promise<FileRows> {
  const parts: string[] = []
  for await (const part of limitJson(text)) parts.push(part)
  return { kind: 'borders', batches: [bordersByPrefecture(parts.join(''))] }
}

async function readPlaceCsv(rows: AsyncGenerator<CsvRow>, stored: Place[]): Promise<FileRows> {
  const { value: first } = await rows.next()
  if (!first) throw new Refusal(422, 'The file is empty')
  const header = fieldsOf(first).map((field) => field.replace(/^\ufeff/, '').trim())
  const kind = kindOf(header)
  const records = recordsOf(rows, kind, header)
  switch (kind) {
    case 'municipalities':
      return { kind, batches: inBatches(officialPlaces(await collect(records), stored)) }
    case 'stations': {
      const spell = createStationSpelling(await openDictionary(), stored)
      return { kind, batches: inBatches(officialStations(await collect(records), spell)) }
    }
    case 'oaza': {
      const { places, unknown } = await officialOaza(records, stored, async () =>
        createOazaReading(await openDictionary({ withPersons: true })),
      )
      return { kind, batches: inBatches(places), unknown }
    }
  }
}

async function* recordsOf(
  rows: AsyncIterable<CsvRow>,
  kind: CsvKind,
  header: string[],
): AsyncGenerator<PlaceRecord> {
  const { maxRows, columns } = KINDS[kind]
  // Keep only known columns, so that a row with many other columns takes no memory.
  const known = new Set<string>([...columns, ...OPTIONAL_COLUMNS])
  let count = 0
  for await (const row of rows) {
    const fields = fieldsOf(row)
    if (fields.length !== header.length) {
      throw new Refusal(
        422,
        `Line ${row.line} has ${fields.length} fields, but the header has ${header.length}: is the file cut off?`,
      )
    }
    count += 1
    if (count > maxRows) {
      throw new Refusal(
        422,
        `The file has more than ${maxRows.toLocaleString('en')} rows. Remove the rows that are not ${kind}, and upload it again.`,
      )
    }
    yield Object.fromEntries(
      header.flatMap((column, at) =>
        known.has(column) ? [[column, (fields[at] ?? '').trim()]] : [],
      ),
    )
  }
}

function fieldsOf(row: CsvRow) {
  if ('fields' in row) return row.fields
  throw new Refusal(422, `Line ${row.line} ${row.problem}`)
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

/** Decompresses a file if its first bytes show that it is compressed with gzip. */
async function unpacked(input: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const { start, all } = await readStart(input, 2)
  return isGzip(start) ? gunzipped(all) : all
}

async function* hashing(input: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of input) {
    hash.update(chunk)
    yield chunk
  }
}
