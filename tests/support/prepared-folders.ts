import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { importPhotographedHouses } from './photographed-houses.ts'
import { temporaryDirectory } from './product.ts'

/** Data folders that are created once for all browser tests. Each test uses a copy. */
type Prepared = 'empty' | 'photographed-houses'

/**
 * Creates the data folders once for all tests, because creating a database takes nine seconds of
 * processor time.
 */
export async function prepareFolders() {
  const prepared = temporaryDirectory()
  process.env.E2E_PREPARED = prepared
  const empty = join(prepared, 'empty' satisfies Prepared)
  const { close } = await openDatabase({ directory: empty })
  await close()
  const houses = join(prepared, 'photographed-houses' satisfies Prepared)
  cpSync(empty, houses, { recursive: true })
  await importPhotographedHouses(houses)
  return prepared
}

/** A data folder with an empty database, for a test with its own server. */
export function copyOfEmptyDatabase() {
  return copyOf('empty')
}

/** A data folder with the photographed houses, for a test with its own server. */
export function copyOfPhotographedHouses() {
  return copyOf('photographed-houses')
}

function copyOf(name: Prepared) {
  const directory = temporaryDirectory()
  cpSync(join(process.env.E2E_PREPARED ?? '', name), directory, { recursive: true })
  return directory
}
