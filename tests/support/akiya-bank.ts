import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The path of the national akiya bank's open data, which is not part of the project. Null if the
 * file is missing. The environment variable `LINKS_CSV` sets the path. By default, the file is in a
 * folder `shared` beside the project.
 */
export const AKIYA_BANK_CSV = find(
  process.env.LINKS_CSV ?? join(import.meta.dirname, '../../../shared/data/links-akiya-bank.csv'),
)

function find(path: string) {
  if (existsSync(path)) return path
  console.info(`Skipped: the open data of the akiya bank is not at ${path}`)
  return null
}

/**
 * The folder with official files of places: `municipalities.csv`, `stations.csv`, `oaza.csv.gz`.
 * Null if the folder is missing. The environment variable `PLACES_DIR` sets its path. By default,
 * the folder is `places` beside the bank's data.
 */
export const PLACES_DIR =
  AKIYA_BANK_CSV && findQuietly(process.env.PLACES_DIR ?? join(dirname(AKIYA_BANK_CSV), 'places'))

function findQuietly(path: string) {
  return existsSync(path) ? path : null
}
