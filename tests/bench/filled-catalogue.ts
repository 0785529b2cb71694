import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '#server/db/database.ts'
import { runCommand } from '#tests/support/command.ts'

/** What the process is told that fills a database. */
export interface Filling {
  options: Pick<DatabaseOptions, 'url' | 'directory'>
  count: number
}

const FILL = fileURLToPath(new URL('./fill-catalogue.ts', import.meta.url))

/**
 * Puts `count` generated listings with photos into a new database, from a process of its own: one
 * that has written a million rows lets its garbage grow old as no server does.
 */
export async function fillCatalogue(options: Filling['options'], count: number) {
  const filling: Filling = { options, count }
  const { code, stderr } = await runCommand(FILL, [JSON.stringify(filling)], { env: process.env })
  if (code !== 0) throw new Error(`The database was not filled: ${stderr}`)
}
