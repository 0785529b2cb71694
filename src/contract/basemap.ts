import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isPrefecture } from './prefectures.ts'

/** The path at which Engawa serves the operator's own PMTiles file of the basemap. */
export const BASEMAP_PATH = '/basemap.pmtiles'

/** Returns the address of the basemap, which draws the streets on the map. */
export const getBasemap = endpoint({
  method: 'GET',
  path: '/basemap',
  access: 'guest',
  input: z.object({}),
  output: z.object({
    /**
     * The URL of a PMTiles file, which the client reads by range requests. Null if the operator has
     * configured no basemap.
     */
    url: z.nullable(z.string()),
    /** The credit for the borders of municipalities. Missing if no borders were imported. */
    borders: z.optional(z.string()),
  }),
})

/** The borders between the municipalities of a prefecture. */
export const getBorders = endpoint({
  method: 'GET',
  path: '/borders',
  access: 'subscriber',
  input: z.object({
    /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
    prefecture: z.string().check(z.refine(isPrefecture, 'Choose a prefecture')),
  }),
  output: z.object({
    /**
     * The borders as an SVG path, in the units of `/map/japan.svg`. Each line of the path consists
     * of its first point and the steps to the next points. Empty without borders.
     */
    path: z.string(),
  }),
})
