import { openDatabase } from '#server/db/database.ts'
import { placeSources } from '#server/db/schema.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
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
await bumpRevision(db)
await vacuum()
await close()
