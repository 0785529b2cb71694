import type { PlaceFileKind } from '#contract/choices.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { BORDERS_ATTRIBUTION } from '#server/borders/borders-by-prefecture.ts'
import { replaceBorders } from '#server/borders/stored-borders.ts'
import type { Database } from '#server/db/database.ts'
import type { Batches } from '#server/file-formats/batches.ts'
import { OAZA_ATTRIBUTION } from '#server/places/official-oaza.ts'
import { OFFICIAL_ATTRIBUTION } from '#server/places/official-places.ts'
import {
  OFFICIAL_SOURCES,
  type PlaceSource,
  readPlaces,
  replaceOaza,
  replacePlaces,
} from '#server/places/stored-places.ts'
import { STATION_ATTRIBUTION } from '#server/stations/official-stations.ts'
import { replaceStations } from '#server/stations/stored-stations.ts'
import { type PlacesReading, type Read, readHere } from './read-file.ts'

interface PlacesImport {
  db: Database
  now: () => Date
  /** The actor and the name of the file, for the audit log. */
  actor: Actor
  fileName: string
  input: AsyncIterable<Uint8Array>
  /** Reads the file, in this thread by default. */
  read?: Read<PlacesReading>
}

/**
 * Replaces all places of one kind with the places in a file. The kind is municipalities, oaza
 * (districts), stations or borders. Throws a `Refusal` and changes nothing if the file is
 * incomplete or of another kind. After the import, the caller must match all listings with the new
 * places.
 */
export async function importPlaceFile(work: PlacesImport) {
  const { db, now, actor, fileName, input, read = readHere.places } = work
  return read({ input, places: await readPlaces(db) }, async (reading) => {
    const { kind, version, unknown = [] } = reading
    const rows = await replace(db, reading, {
      name: OFFICIAL_SOURCES[kind],
      attribution: ATTRIBUTIONS[kind],
      version,
      importedAt: now(),
    })
    await writeAudit(db, {
      actor,
      action: 'places.import',
      target: {
        id: 'places',
        name: `${rows.toLocaleString('en')} ${NAMES[kind]} from ${fileName}`,
      },
      before: null,
      after: null,
      at: now(),
    })
    return { kind, rows, unknown }
  })
}

const NAMES: Record<PlaceFileKind, string> = {
  municipalities: 'places',
  oaza: 'oaza',
  stations: 'stations',
  borders: 'borders of prefectures',
}

const ATTRIBUTIONS: Record<PlaceFileKind, string> = {
  municipalities: OFFICIAL_ATTRIBUTION,
  oaza: OAZA_ATTRIBUTION,
  stations: STATION_ATTRIBUTION,
  borders: BORDERS_ATTRIBUTION,
}

/** Stores the rows of a file, and returns their number. */
async function replace(db: Database, reading: PlacesReading, source: PlaceSource) {
  switch (reading.kind) {
    case 'oaza':
      return replaceOaza(db, reading.batches, source)
    case 'municipalities':
      return storeAll(reading.batches, (rows) => replacePlaces(db, rows, source))
    case 'stations':
      return storeAll(reading.batches, (rows) => replaceStations(db, rows, source))
    case 'borders':
      return storeAll(reading.batches, (rows) => replaceBorders(db, rows, source))
  }
}

async function storeAll<Row>(batches: Batches<Row>, store: (rows: Row[]) => Promise<void>) {
  const rows: Row[] = []
  for await (const batch of batches) rows.push(...batch)
  await store(rows)
  return rows.length
}
