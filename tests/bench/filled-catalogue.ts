import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '#server/db/database.ts'
import { runScript } from '#tests/support/command.ts'

/** The argument of the process that fills a database, as JSON. */
export interface Filling {
  options: Pick<DatabaseOptions, 'url' | 'directory'>
  count: number
}

const FILL = fileURLToPath(new URL('./fill-catalogue.ts', import.meta.url))

/**
 * Inserts `count` generated listings with photos into a new database. Uses a separate process,
 * because inserting a million rows leaves a large heap behind. This heap would distort later
 * measurements in the measuring process.
 */
export async function fillCatalogue(options: Filling['options'], count: number) {
  const filling: Filling = { options, count }
  const { code, stderr } = await runScript(FILL, [JSON.stringify(filling)], { env: process.env })
  if (code !== 0) throw new Error(`The database was not filled: ${stderr}`)
}
