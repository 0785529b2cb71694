import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The path at which Engawa serves the operator's file of streets. */
export const BASEMAP_PATH = '/basemap.pmtiles'

/** The streets below the map, if the operator has configured them. */
export const getBasemap = endpoint({
  method: 'GET',
  path: '/basemap',
  access: 'subscriber',
  input: z.object({}),
  output: z.object({
    /** The address of a PMTiles file, which is read by range requests. Null if there is none. */
    url: z.nullable(z.string()),
  }),
})
