import { isColumnName, Mapping, type PreviewRow } from '#contract/mapping.ts'
import { shorten } from '#normalise/text.ts'
import type { Row } from '#server/file-formats/row.ts'
import { type Expected, UnmappedTable } from './mapping/choose.ts'
import type { FieldMapping } from './mapping/mapping.ts'
import { type Column, proposeMapping } from './mapping/propose.ts'
import { openFile } from './open.ts'
import type { ReadListing, RecordReading } from './records/fields.ts'
import { readRecord } from './records/read-record.ts'

const MAX_SAMPLES = 3
const MAX_SAMPLE_LENGTH = 80
const PREVIEW_ROWS = 20

type RecordContext = Omit<Parameters<typeof readRecord>[1], 'format'>

/**
 * Reads the columns of a file, the mapping that an import would use, and the first records. Of a file
 * that cannot be read yet, the mapping has the columns that were recognised.
 * @throws {Refusal} 422 if the file is no table.
 */
export async function readColumns(
  input: AsyncIterable<Uint8Array>,
  expected: Expected,
  context: RecordContext,
) {
  try {
    const file = await openFile(input, expected)
    try {
      const { format, mapping, all } = file
      return {
        canBeMapped: format === 'spec',
        columns: choices(all),
        mapping: mapping && nameable(mapping),
        preview: await readPreview(file.rows, { ...context, format }),
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof UnmappedTable)) throw error
    const { columns } = error
    // What was recognised need not be chosen again, although it is not enough for an import.
    const mapping = expected.mapping ?? proposeMapping(columns).mapping
    return {
      canBeMapped: true,
      columns: choices(columns),
      mapping: nameable(mapping),
      preview: [],
    }
  }
}

function choices(columns: readonly Column[]) {
  return columns
    .filter(({ name }) => isColumnName(name) && name !== 'facts')
    .map(({ name, samples }) => ({
      name,
      samples: [...new Set(samples)]
        .slice(0, MAX_SAMPLES)
        .map((text) => shorten(text, MAX_SAMPLE_LENGTH)),
    }))
}

/** The part of a mapping that an operator can choose. A proposal may use a column without a name. */
function nameable({ columns, defaults }: FieldMapping) {
  const entries = Object.entries(columns).filter(([, { column }]) =>
    [column].flat().every(isColumnName),
  )
  return Mapping.safeParse({ columns: Object.fromEntries(entries), defaults }).data ?? null
}

async function readPreview(
  rows: AsyncIterable<Row>,
  context: RecordContext & Pick<Parameters<typeof readRecord>[1], 'format'>,
) {
  const preview: PreviewRow[] = []
  for await (const row of rows) {
    const reading = 'record' in row ? readRecord(row.record, context) : null
    preview.push(toPreview(row.line, reading, 'problem' in row ? row.problem : ''))
    if (preview.length === PREVIEW_ROWS) break
  }
  return preview
}

function toPreview(line: number, reading: RecordReading | null, problem: string): PreviewRow {
  if (reading?.kind !== 'listing') return { ...NOTHING, line, obstacle: whyNot(reading, problem) }
  const { listing } = reading
  return {
    line,
    obstacle: null,
    property_type: listing.propertyType,
    layout: listing.layout,
    location: listing.location ?? pointText(listing),
    prefecture: listing.prefecture,
    city: listing.city,
    sale_price_yen: listing.priceYen,
    sale_price: listing.priceCents === null ? null : listing.priceCents / 100,
    rent_yen: listing.rentYen,
    building_area: listing.buildingArea,
    land_area: listing.landArea,
    construction_year: listing.constructionYear,
  }
}

/** The preview shows the coordinates, because only the import finds their place. */
function pointText({ statedLatitude, statedLongitude }: ReadListing) {
  return statedLatitude === null || statedLongitude === null
    ? null
    : `${statedLatitude.toFixed(4)}, ${statedLongitude.toFixed(4)}`
}

const NOTHING = {
  ...{ property_type: null, layout: null, location: null, prefecture: null, city: null },
  ...{ sale_price_yen: null, sale_price: null, rent_yen: null, building_area: null },
  ...{ land_area: null, construction_year: null },
}

function whyNot(reading: Exclude<RecordReading, { kind: 'listing' }> | null, problem: string) {
  if (!reading) return `It ${problem}`
  if (reading.kind === 'skipped') {
    return SKIPPED.get(reading.category) ?? `Left out: ${reading.category}`
  }
  const { field = '_id', reason } = reading.problem
  return `${field === '_id' ? 'Its identifier' : field} ${reason}`
}

const SKIPPED = new Map([
  ['for rent', 'It is for rent'],
  ['contracted', 'It is under contract'],
  ['sold', 'It is sold'],
  ['withdrawn', 'The source has withdrawn it'],
])
