import { count } from 'drizzle-orm'
import * as contract from '#contract/places.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources, places } from '#server/db/schema.ts'
import type { Serve } from '#server/http/serve.ts'
import { importPlaces } from '#server/imports/import-places.ts'
import { findUnplaced, type Unplaced } from '#server/listings/match-listings.ts'
import { openSuggestions } from '#server/listings/suggestions.ts'
import type { Services } from '../services.ts'

/** How many cities without a place a response lists. */
const MAX_UNPLACED = 50

export function placeRoutes(serve: Serve, { db, catalogue, now }: Services) {
  const suggestPlaces = openSuggestions({ db, catalogue })

  serve(contract.suggestPlaces, async ({ input: { q = '' } }) => ({
    suggestions: q === '' ? [] : await suggestPlaces(q),
  }))

  serve(contract.getPlaces, async () => describePlaces(db, await findUnplaced(db)))

  serve(contract.importPlaces, async ({ input, file, caller: { user }, ip }) => {
    const { matched, unplaced } = await importPlaces({
      db,
      now,
      actor: { user, ip },
      fileName: input.file_name,
      input: file,
    })
    catalogue.changed()
    return { places: await describePlaces(db, unplaced), matched }
  })
}

async function describePlaces(db: Database, unplaced: Unplaced[]) {
  const [[counted], sources] = await Promise.all([
    db.select({ places: count() }).from(places),
    db.select({ attribution: placeSources.attribution }).from(placeSources),
  ])
  return {
    place_count: counted?.places ?? 0,
    attribution: sources.map(({ attribution }) => attribution).join(' '),
    unplaced_count: unplaced.reduce((sum, { count }) => sum + count, 0),
    unplaced: unplaced.slice(0, MAX_UNPLACED),
  }
}
