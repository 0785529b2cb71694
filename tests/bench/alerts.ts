import { openDatabase } from '#server/db/database.ts'
import { insertListings, insertPlaces } from '#tests/support/generated-listings.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { measureDigest } from './digest.ts'
import { measureHistory } from './history.ts'
import { HOUSES, knownHouses, measureMatching } from './matching.ts'
import type { Report } from './measurement.ts'
import { logProgress } from './progress.ts'

/** Measures what it costs to tell people of changes. Each cost is compared with everyday work. */
export async function measureAlerts(report: Report) {
  const directory = temporaryDirectory()
  const { db, vacuum, close } = await openDatabase({ directory })
  try {
    logProgress(`Filling a catalogue of ${HOUSES.toLocaleString('en-US')} houses…`)
    await insertListings(db, knownHouses())
    await insertPlaces(db)
    await vacuum()
    await measureDigest(db, report)
    await measureMatching(db, report)
  } finally {
    await close()
    removeDirectory(directory)
  }
  await measureHistory(report)
}
