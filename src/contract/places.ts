import * as z from 'zod/mini'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { fileName } from './file-name.ts'

/** The places that English names and coordinates come from, and the listings without one. */

/** The official file of municipalities has 0.2 MB. */
const MAX_PLACES_BYTES = 20_000_000

const Places = z.object({
  /** The number of prefectures, municipalities and wards. */
  place_count: z.int(),
  /** The credit of their source. */
  attribution: z.string(),
  /** How many listings have no place. They keep the names that their source writes. */
  unplaced_count: z.int(),
  /** Their most frequent cities. */
  unplaced: z.array(
    z.object({
      /** A value of the prefecture catalogue. */
      prefecture: z.nullable(z.string()),
      city: z.nullable(z.string()),
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

/** Replaces all places by those of a CSV file of municipalities, and matches every listing again. */
export const importPlaces = endpoint({
  method: 'POST',
  path: '/places',
  access: 'admin',
  encoding: 'file',
  maxBytes: MAX_PLACES_BYTES,
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({
    /** For the audit log. */
    file_name: fileName('Choose a CSV file'),
  }),
  output: z.object({ places: Places, /** How many listings changed. */ matched: z.int() }),
})
