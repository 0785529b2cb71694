import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The open data of Japan's national akiya bank, or null where it is not: it is no part of the
 * project. `LINKS_CSV` names it; otherwise it is looked for in a folder `shared` beside the project.
 */
export const AKIYA_BANK_CSV = find(
  process.env.LINKS_CSV ?? join(import.meta.dirname, '../../../shared/data/links-akiya-bank.csv'),
)

function find(path: string) {
  if (existsSync(path)) return path
  console.info(`Skipped: the open data of the akiya bank is not at ${path}`)
  return null
}
