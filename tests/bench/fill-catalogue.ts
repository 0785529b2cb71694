import { openDatabase } from '#server/db/database.ts'
import { placeSources } from '#server/db/schema.ts'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'
import { makeBatch, markUnmade } from '#server/listings/make-records.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { readServerBuild } from '#tests/support/built-server.ts'
import {
  generateListings,
  insertListings,
  insertPhotos,
  insertPlaces,
} from '#tests/support/generated-listings.ts'
import type { Filling } from './filled-catalogue.ts'

const { options, count }: Filling = JSON.parse(process.argv[2] ?? 'null')
const { db, vacuum, close } = await openDatabase(options)
await insertListings(db, generateListings(count))
await insertPhotos(db)
await insertPlaces(db)
// The generated listings already have their places, so mark all place sources as matched to the
// listings. If a source is not marked, the server matches all listings to places again. This work
// would slow down the measured requests.
await preparePlaces(db, new Date())
await db.update(placeSources).set({ matchedAt: new Date() })
await bumpRevision(db, isOneOf([]))
// Without statistics, making the records would take much longer.
await vacuum()
// Make all records now. A server at rest has done this in the background.
const making = { db, build: readServerBuild() }
await markUnmade(making, () => false)
for (let last: string | undefined = ''; last !== undefined; ) last = await makeBatch(making, last)
await vacuum()
await close()
