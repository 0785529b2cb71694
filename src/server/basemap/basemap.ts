import { open } from 'node:fs/promises'
import { BASEMAP_PATH } from '#contract/basemap.ts'
import { OperatorError } from '#server/errors/operator-error.ts'

/** The operator's street map: a PMTiles file on this machine, or at a URL. */
export interface Basemap {
  /** The URL from which browsers load the map. */
  url: string
  /** The origin that the content security policy must allow. Undefined for a local file. */
  origin?: string
  /** The path of the map file, if the map is a local file. */
  file?: string
}

/** The first bytes of a PMTiles file of version 3. */
const SIGNATURE = 'PMTiles\u0003'
/**
 * These values are from the PMTiles specification. The byte at `TILE_TYPE_AT` gives the type of the
 * tiles. The map can draw only vector tiles.
 * See https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
const HEADER_LENGTH = 127
const TILE_TYPE_AT = 99
const VECTOR_TILES = 1

/**
 * Opens the basemap that the setting `BASEMAP` names.
 * @throws {OperatorError} if the setting names a local file that is not a PMTiles file with vector
 *   tiles.
 */
export async function openBasemap(setting: string): Promise<Basemap> {
  if (/^https?:/.test(setting)) return { url: setting, origin: new URL(setting).origin }
  const problem = await findProblem(setting)
  if (problem) throw new OperatorError(`BASEMAP: ${setting} ${problem}`)
  return { url: BASEMAP_PATH, file: setting }
}

async function findProblem(path: string) {
  const file = await open(path).catch(() => null)
  if (!file) return 'cannot be read'
  try {
    const { buffer: header } = await file.read(Buffer.alloc(HEADER_LENGTH), 0, HEADER_LENGTH, 0)
    const isPmtiles = header.toString('latin1', 0, SIGNATURE.length) === SIGNATURE
    if (!isPmtiles) return 'is not a PMTiles file of version 3'
    return header[TILE_TYPE_AT] === VECTOR_TILES ? undefined : 'contains no vector tiles (MVT)'
  } catch {
    return 'cannot be read'
  } finally {
    await file.close()
  }
}
