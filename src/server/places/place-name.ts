import { sql } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import { listings, placeSources, places, sources } from '#server/db/schema.ts'

/** An SQL column for queries on `listings`: the names of the listing's place, or null. */
export const placeName = sql<NonNullable<ListingRecord['placeName']> | null>`(
  select json_build_object(
    'en', ${places.english},
    'ja', ${places.japanese},
    'kana', ${places.kana},
    'latitude', ${places.latitude},
    'longitude', ${places.longitude},
    'precision', ${places.precision}
  )
  from ${places}
  where ${places.code} = ${listings.place}
)`

/** An SQL column: the credit for the names and coordinates of the listing's place, or null. */
const placeAttribution = sql<string | null>`(
  select ${placeSources.attribution}
  from ${places}
  join ${placeSources} on ${placeSources.name} = ${places.source}
  where ${places.code} = ${listings.place}
)`

/**
 * An SQL column for queries on `listings` joined with `sources`: the credits of the listing and of
 * its place, one per line.
 */
export const credits = sql<string | null>`nullif(
  concat_ws(e'\\n', ${sources.attribution}, ${placeAttribution}), ''
)`
