import * as z from 'zod/mini'
import { PLACE_FILE_KINDS } from './choices.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { fileName } from './file-name.ts'
import { queryText } from './values.ts'

/**
 * Endpoints for the imported places. Listings get their English place names and coordinates from
 * these places. The responses also count the listings for which no place was found.
 */

/**
 * The maximum size of an uploaded file. The largest official file lists the oaza (parts of
 * municipalities). It is 6 MB, or 1.4 MB when compressed.
 */
const MAX_PLACES_BYTES = 20_000_000

const Places = z.object({
  /** The number of prefectures, municipalities and wards. */
  place_count: z.int(),
  oaza_count: z.int(),
  station_count: z.int(),
  /** The credits that the sources of the places require. */
  attribution: z.string(),
  /**
   * The number of listings for which no place was found. Such a listing keeps the place names that
   * its source writes.
   */
  unplaced_count: z.int(),
  /** The most frequent cities of listings without a place. */
  unplaced: z.array(
    z.object({
      /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
      prefecture: z.nullable(z.string()),
      city: z.nullable(z.string()),
      count: z.int(),
    }),
  ),
  /**
   * How many listings name a station that is not stored. Before any stations are imported, the
   * server does not count, and returns 0.
   */
  unfound_station_count: z.int(),
  /** The stations that listings name but that are not stored. The most frequent come first. */
  unfound_stations: z.array(
    z.object({
      station: z.string(),
      /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
      prefecture: z.nullable(z.string()),
      count: z.int(),
    }),
  ),
})
export type Places = z.output<typeof Places>

export const getPlaces = endpoint({
  method: 'GET',
  path: '/places',
  access: 'admin',
  input: z.object({}),
  output: Places,
})

const PlacesImport = z.object({
  places: Places,
  kind: z.enum(PLACE_FILE_KINDS),
  /** The number of places or stations in the file. */
  rows: z.int(),
  /**
   * Municipalities that appear in a file of oaza (parts of municipalities) but are not stored. The
   * import leaves out their oaza. `count` is the number of these oaza.
   */
  unknown: z.array(z.object({ municipality: z.string(), count: z.int() })),
  /** How many listings changed. */
  matched: z.int(),
})
export type PlacesImport = z.output<typeof PlacesImport>

/**
 * Replaces all places of one kind by the places in a CSV or JSON file. Then finds the place of
 * every listing again. The file may be compressed with gzip.
 */
export const importPlaces = endpoint({
  method: 'POST',
  path: '/places',
  access: 'admin',
  encoding: 'file',
  maxBytes: MAX_PLACES_BYTES,
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({
    file_name: fileName('Choose a CSV file'),
  }),
  output: PlacesImport,
})

/** The maximum number of places that the server suggests for a text. */
export const MAX_SUGGESTIONS = 10

export const SUGGESTION_KINDS = [
  ...(['region', 'prefecture', 'municipality', 'oaza', 'station'] as const),
] as const

/**
 * Suggests regions, prefectures, municipalities, oaza and stations whose name begins with a text.
 * The text may be in Japanese, kana or Latin letters, with or without macrons and endings: `甲府`,
 * `こうふ`, `Kōfu-shi`, `Uwajima Station`. Names that equal the text come first, then the places with
 * the most houses.
 */
export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/places/suggestions',
  access: 'subscriber',
  input: z.object({ q: queryText('Place') }),
  output: z.object({
    suggestions: z.array(
      z.object({
        /** A code of `REGIONS` if `kind` is `region`, otherwise a place reference. */
        ref: z.string(),
        kind: z.enum(SUGGESTION_KINDS),
        /** The name in English, or in Japanese where the reading is not known. */
        en: z.string(),
        ja: z.string(),
        /**
         * The English name of the larger area that contains the place, such as `Ehime`. Missing for
         * regions.
         */
        within: z.optional(z.string()),
        /** Missing for regions, prefectures, and places without a coordinate of their own. */
        coordinate: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
        /**
         * The number of offered listings in the place. For a station, the number of listings that
         * have this station as their nearest one.
         */
        count: z.int(),
      }),
    ),
  }),
})
export type Suggestion = z.output<(typeof suggestPlaces)['output']>['suggestions'][number]
