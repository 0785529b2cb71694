import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The path of the national akiya bank's open data, which is not part of the project. Null if
 * missing. `LINKS_CSV` sets it; the default is a folder `shared` beside the project.
 */
export const AKIYA_BANK_CSV = find(
  process.env.LINKS_CSV ?? join(import.meta.dirname, '../../../shared/data/links-akiya-bank.csv'),
)

function find(path: string) {
  if (existsSync(path)) return path
  console.info(`Skipped: the open data of the akiya bank is not at ${path}`)
  return null
}
