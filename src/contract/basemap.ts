import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

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
  }),
})
