import { aliasedTable, type SQL, sql } from 'drizzle-orm'
import type { ListingRecord } from '#contract/listings.ts'
import { radiusKm } from '#search/radius.ts'
import { listings, placeSources, places, sources } from '#server/db/schema.ts'
import { OFFICIAL_SOURCES } from './stored-places.ts'

/**
 * An SQL expression for queries on `listings`: the code of the municipality or ward. The code of an
 * oaza (district) begins with the code of its municipality or ward.
 */
export const municipalityCode = sql<string | null>`left(${listings.place}, 5)`

export type StoredPlaceName = Omit<NonNullable<ListingRecord['placeName']>, 'radiusKm'>

/**
 * Adds `radiusKm` to the name of a house's place. The house probably lies in the circle with this
 * radius.
 */
export function withRadius(name: StoredPlaceName, prefecture: string | null) {
  return { ...name, radiusKm: radiusKm({ ...name, prefecture: prefecture ?? '' }) }
}

const municipality = aliasedTable(places, 'municipality')

/** Whether a listing has the point that its source states. */
export const hasPoint = sql<boolean>`${listings.precision} = 'point'`

/** The position of the house if its source states the point, or else of its place. */
const POSITION = sql`
  'latitude', case when ${hasPoint} then ${listings.latitude} else ${places.latitude} end,
  'longitude', case when ${hasPoint} then ${listings.longitude} else ${places.longitude} end,
  'precision', case when ${hasPoint} then ${listings.precision} else ${places.precision} end`

/**
 * An SQL column for queries on `listings`: the names of the listing's place, or null. If the source
 * states a point in an unknown municipality, these are the names of the prefecture. The name of an
 * oaza (district) includes its municipality: `Unomachi, Seiyo`. If the oaza has no English name, its
 * municipality's English name is used.
 */
export const placeName = sql<StoredPlaceName | null>`(
  select case when ${places.precision} = 'oaza' then json_build_object(
    'en', concat_ws(', ', nullif(${places.english}, ''), ${municipality.english}),
    'ja', concat(${municipality.japanese}, ${places.japanese}),
    'kana', ${municipality.kana},
    'municipality', json_build_object('en', ${municipality.english}, 'ja', ${municipality.japanese}),
    ${POSITION}
  ) else ${nameOf(places, POSITION)} end
  from ${places}
  left join ${places} municipality
    on ${places.precision} = 'oaza' and ${municipality.code} = ${municipalityCode}
  where ${places.code} = coalesce(${listings.place}, (
    select prefecture.code from ${places} prefecture
    where ${hasPoint} and prefecture.prefecture = ${listings.prefecture}
      and prefecture.precision <> 'oaza' and length(prefecture.code) = 2
  ))
)`

const POSITION_OF_PLACE = sql`
  'latitude', ${places.latitude}, 'longitude', ${places.longitude}, 'precision', ${places.precision}`

/** An SQL column: the name of the listing's municipality, for pages that hide the address. */
export const municipalityName = sql<StoredPlaceName | null>`(
  select ${nameOf(places, POSITION_OF_PLACE)}
  from ${places} where ${places.code} = ${municipalityCode}
)`

function nameOf(place: typeof places, position: SQL) {
  return sql`json_build_object(
    'en', ${place.english},
    'ja', ${place.japanese},
    'kana', ${place.kana},
    ${position}
  )`
}

/**
 * An SQL column: the credits for the names and coordinates of the listing's place and of its
 * station, one per line, or null.
 */
const placeAttribution = sql<string | null>`(
  select string_agg(${placeSources.attribution}, e'\\n' order by ${placeSources.name})
  from ${placeSources}
  where ${placeSources.name} in (
    select ${places.source} from ${places}
    where ${places.code} in (${listings.place}, ${municipalityCode})
    union
    select ${sql.raw(`'${OFFICIAL_SOURCES.stations}'`)} where ${listings.stationId} is not null
  )
)`

/**
 * An SQL column for queries on `listings` joined with `sources`. Contains the credits for the
 * listing, for its place and for its station, one per line.
 */
export const credits = sql<string | null>`nullif(
  concat_ws(e'\\n', ${sources.attribution}, ${placeAttribution}), ''
)`
