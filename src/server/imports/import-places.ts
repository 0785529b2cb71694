import { createHash } from 'node:crypto'
import type { PlaceFileKind } from '#contract/choices.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { BORDERS_ATTRIBUTION } from '#server/borders/borders-by-prefecture.ts'
import { replaceBorders } from '#server/borders/stored-borders.ts'
import type { Database } from '#server/db/database.ts'
import { createOazaReading } from '#server/places/oaza-readings.ts'
import { OAZA_ATTRIBUTION, officialOaza } from '#server/places/official-oaza.ts'
import { OFFICIAL_ATTRIBUTION, officialPlaces } from '#server/places/official-places.ts'
import {
  OFFICIAL_SOURCES,
  type PlaceSource,
  readPlaces,
  replaceOaza,
  replacePlaces,
} from '#server/places/stored-places.ts'
import { openDictionary } from '#server/stations/dictionary.ts'
import { officialStations, STATION_ATTRIBUTION } from '#server/stations/official-stations.ts'
import { createStationSpelling } from '#server/stations/station-names.ts'
import { replaceStations } from '#server/stations/stored-stations.ts'
import { type PlaceRecord, readPlaceFile } from './place-file.ts'

interface PlacesImport {
  db: Database
  now: () => Date
  /** The actor and the name of the file, for the audit log. */
  actor: Actor
  fileName: string
  input: AsyncIterable<Uint8Array>
}

/**
 * Municipalities of the file that are missing in the database. `count` is the number of their oaza
 * (districts) in the file.
 */
type UnknownRows = { municipality: string; count: number }[]

/**
 * Replaces all places of one kind with the places in a file. The kind is municipalities, oaza
 * (districts), stations or borders. Throws a `Refusal` and changes nothing if the file is
 * incomplete or of another kind. After the import, the caller must match all listings with the new
 * places.
 */
export async function importPlaceFile({ db, now, actor, fileName, input }: PlacesImport) {
  const { kind, records } = await readPlaceFile(input)
  const { rows, unknown = [], attribution, replace } = await READERS[kind](db, records)
  await replace({
    name: OFFICIAL_SOURCES[kind],
    attribution,
    version: createHash('sha256').update(JSON.stringify(records)).digest('hex'),
    importedAt: now(),
  })
  await writeAudit(db, {
    actor,
    action: 'places.import',
    target: { id: 'places', name: `${rows.toLocaleString('en')} ${NAMES[kind]} from ${fileName}` },
    before: null,
    after: null,
    at: now(),
  })
  return { kind, rows, unknown }
}

const NAMES: Record<PlaceFileKind, string> = {
  municipalities: 'places',
  oaza: 'oaza',
  stations: 'stations',
  borders: 'borders of prefectures',
}

interface ReadFile {
  rows: number
  unknown?: UnknownRows
  attribution: string
  replace: (source: PlaceSource) => Promise<void>
}

/** For each kind of file, a function that reads the rows and returns how to store them. */
const READERS: Record<PlaceFileKind, (db: Database, records: PlaceRecord[]) => Promise<ReadFile>> =
  {
    async municipalities(db, records) {
      const places = officialPlaces(records, await readPlaces(db))
      return {
        rows: places.length,
        attribution: OFFICIAL_ATTRIBUTION,
        replace: (source) => replacePlaces(db, places, source),
      }
    },

    async oaza(db, records) {
      const readOaza = createOazaReading(await openDictionary({ withPersons: true }))
      const { places, unknown } = await officialOaza(records, await readPlaces(db), readOaza)
      return {
        rows: places.length,
        unknown,
        attribution: OAZA_ATTRIBUTION,
        replace: (source) => replaceOaza(db, places, source),
      }
    },

    async stations(db, records) {
      const spell = createStationSpelling(await openDictionary(), await readPlaces(db))
      const stations = officialStations(records, spell)
      return {
        rows: stations.length,
        attribution: STATION_ATTRIBUTION,
        replace: (source) => replaceStations(db, stations, source),
      }
    },

    async borders(db, records) {
      return {
        rows: records.length,
        attribution: BORDERS_ATTRIBUTION,
        replace: (source) => replaceBorders(db, records, source),
      }
    },
  }
