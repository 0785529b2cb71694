import { openDatabase } from '#server/db/database.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
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
await bumpRevision(db)
await vacuum()
await close()
