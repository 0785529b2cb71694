import { createHash } from 'node:crypto'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { findUnplaced, matchListings } from '#server/listings/match-listings.ts'
import {
  MUNICIPALITY_COLUMNS,
  type MunicipalityRecord,
  OFFICIAL_ATTRIBUTION,
  officialPlaces,
} from '#server/places/official-places.ts'
import { readPlaces, replacePlaces } from '#server/places/stored-places.ts'
import { readCsv } from './reading/csv.ts'
import { readText } from './reading/text.ts'

const OFFICIAL_SOURCE = 'official'

interface PlacesImport {
  db: Database
  now: () => Date
  /** Who imports, and the name of the file: for the audit log. */
  actor: Actor
  fileName: string
  input: AsyncIterable<Uint8Array>
}

/**
 * Replaces all places by those of a file of municipalities, and gives every listing its new place.
 * Throws a `Refusal` and changes nothing if the file has another format or lacks a prefecture.
 */
export async function importPlaces({ db, now, actor, fileName, input }: PlacesImport) {
  const records = await readMunicipalities(input)
  const places = officialPlaces(records, await readPlaces(db))
  await replacePlaces(db, places, {
    name: OFFICIAL_SOURCE,
    attribution: OFFICIAL_ATTRIBUTION,
    version: createHash('sha256').update(JSON.stringify(places)).digest('hex'),
    importedAt: now(),
  })
  await writeAudit(db, {
    actor,
    action: 'places.import',
    target: { id: 'places', name: `${places.length} places from ${fileName}` },
    before: null,
    after: null,
    at: now(),
  })
  const matched = await matchListings({ db, now })
  return { places: places.length, matched, unplaced: await findUnplaced(db) }
}

async function readMunicipalities(input: AsyncIterable<Uint8Array>) {
  const records: MunicipalityRecord[] = []
  let header: string[] | undefined
  for await (const row of readCsv(readText(input))) {
    if ('problem' in row) throw new Refusal(422, `Line ${row.line} ${row.problem}`)
    const { fields } = row
    if (!header) {
      header = fields.map((field) => field.replace(/^\ufeff/, '').trim())
      const missing = MUNICIPALITY_COLUMNS.filter((column) => !header?.includes(column))
      if (missing.length > 0) {
        throw new Refusal(422, `The file lacks the column ${missing.join(', ')} of municipalities`)
      }
      continue
    }
    records.push(Object.fromEntries(header.map((column, at) => [column, fields[at] ?? ''])))
  }
  return records
}
