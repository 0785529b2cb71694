import { open } from 'node:fs/promises'
import { BASEMAP_PATH } from '#contract/basemap.ts'
import { OperatorError } from '#server/errors/operator-error.ts'

/** The operator's street map: a PMTiles file on this machine, or at a URL. */
export interface Basemap {
  /** The URL that browsers request. */
  url: string
  /** The origin that the content security policy must allow. Undefined for a local file. */
  origin?: string
  /** The path of the local file. */
  file?: string
}

/** The first bytes of a PMTiles file of version 3. */
const SIGNATURE = 'PMTiles\u0003'

/**
 * Opens the basemap that the setting `BASEMAP` names. Throws an `OperatorError` if the setting
 * names a local file that is not a PMTiles file.
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const isBasemap = buffer.subarray(0, bytesRead).toString('latin1') === SIGNATURE
    return isBasemap ? undefined : 'is not a PMTiles file of version 3'
  } catch {
    return 'cannot be read'
  } finally {
    await file.close()
  }
}
