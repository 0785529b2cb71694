import fs from 'node:fs'
import { openDatabase } from '#server/db/database.ts'
import { importListings } from '#server/imports/import-listings.ts'
import { houseRecord, TODAY } from './imports.ts'

/**
 * Imports `count` houses into the database of a folder. Prints the number of written houses after
 * each batch, and the report at the end.
 */
const [directory = '', count = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({ directory })
const report = await importListings({
  db,
  images: { store: () => Promise.reject(new Error('These houses have no photos')) },
  now: TODAY,
  input: houses(Number(count)),
  options: { format: 'auto', jpyPerUsd: 150, full: false, dryRun: false, categories: [] },
  onProgress: ({ taken }) => print({ taken }),
})
await close()
print(report)

async function* houses(total: number) {
  for (let number = 1; number <= total; number += 1) {
    const record = houseRecord({ _id: `house-${number}`, 'Sale Price Yen': number })
    yield Buffer.from(`${JSON.stringify(record)}\n`)
  }
}

/** The line is written synchronously. A buffered line could be lost when the process is killed. */
function print(value: object) {
  fs.writeSync(1, `${JSON.stringify(value)}\n`)
}
