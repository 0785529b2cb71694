import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isPrefecture } from './prefectures.ts'

/** The path at which Engawa serves the operator's own PMTiles file of the basemap. */
export const BASEMAP_PATH = '/basemap.pmtiles'

/** The streets of the map (its basemap), if the operator has configured them. */
export const getBasemap = endpoint({
  method: 'GET',
  path: '/basemap',
  access: 'reader',
  input: z.object({}),
  output: z.object({
    /**
     * The URL of a PMTiles file, which the client reads by range requests. Null if there is no
     * basemap.
     */
    url: z.nullable(z.string()),
    /** The credit of the borders of municipalities, if an operator has imported them. */
    borders: z.optional(z.string()),
  }),
})

/** The borders between the municipalities of a prefecture. */
export const getBorders = endpoint({
  method: 'GET',
  path: '/borders',
  access: 'subscriber',
  input: z.object({
    /** A `value` of `PREFECTURES`. */
    prefecture: z.string().check(z.refine(isPrefecture, 'Choose a prefecture')),
  }),
  output: z.object({
    /**
     * Lines of an SVG path in the units of `/map/japan.svg`: each is its first point, followed by the
     * step from each point to the next one. Empty without borders.
     */
    path: z.string(),
  }),
})
