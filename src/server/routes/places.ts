import { eq } from 'drizzle-orm'
import * as contract from '#contract/places.ts'
import type { Database } from '#server/db/database.ts'
import { placeSources, places, stations } from '#server/db/schema.ts'
import type { Serve } from '#server/http/serve.ts'
import { findUnplaced, matchListings } from '#server/listings/match-listings.ts'
import { openSuggestions } from '#server/listings/suggestions.ts'
import { findUnknownStations } from '#server/listings/unknown-stations.ts'
import { importPlaceFile } from '#server/reference-data/import-places.ts'
import type { ReadInThread } from '#server/reference-data/read-in-thread.ts'
import type { Services } from '../services.ts'

/**
 * The maximum length of each list of names in a response: municipalities, cities or stations that
 * were not found.
 */
const MAX_NAMES = 50

export function placeRoutes(
  serve: Serve,
  { db, catalogue, now }: Services,
  readInThread: ReadInThread,
) {
  const suggestPlaces = openSuggestions({ db, catalogue })

  serve(contract.suggestPlaces, async ({ input: { q = '' } }) => ({
    suggestions: q === '' ? [] : await suggestPlaces(q),
  }))

  serve(contract.getPlaces, () => describePlaces(db))

  serve(contract.importPlaces, async ({ input, file, caller: { user }, ip }) => {
    const { kind, rows, unknown } = await importPlaceFile({
      db,
      now,
      actor: { user, ip },
      fileName: input.file_name,
      input: file,
      read: readInThread.places,
    })
    const matched = await matchListings({ db, now })
    catalogue.changed()
    return {
      places: await describePlaces(db),
      kind,
      rows,
      unknown: unknown.slice(0, MAX_NAMES),
      matched,
    }
  })
}

async function describePlaces(db: Database) {
  const isOaza = eq(places.precision, 'oaza')
  const [all, oaza, stationCount, sources, unplaced, unfound] = await Promise.all([
    db.$count(places),
    db.$count(places, isOaza),
    db.$count(stations),
    db
      .select({ attribution: placeSources.attribution })
      .from(placeSources)
      .orderBy(placeSources.name),
    findUnplaced(db),
    findUnknownStations(db),
  ])
  return {
    place_count: all - oaza,
    oaza_count: oaza,
    station_count: stationCount,
    attribution: sources.map(({ attribution }) => attribution).join(' '),
    unplaced_count: total(unplaced),
    unplaced: unplaced.slice(0, MAX_NAMES),
    unfound_station_count: total(unfound),
    unfound_stations: unfound.slice(0, MAX_NAMES),
  }
}

function total(counts: { count: number }[]) {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
