import type { ListingsParams } from '#client/data/listings-params.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { Distances } from '#contract/distances.ts'
import { metresBetween } from '#contract/great-circle.ts'
import type { Coordinate } from '#contract/place-values.ts'
import { capitalise, formatNumber } from './format.ts'
import { describePlace, type PlaceNames } from './place-filters.ts'

/** The filters by distance, in the order of the form, with what they measure. */
const FILTERS = [
  { name: 'stationMax', to: 'a station' },
  { name: 'shinkansenMax', to: 'the Shinkansen' },
  { name: 'airportMax', to: 'an airport' },
  { name: 'seaMax', to: 'the sea' },
] as const

/** The place around which a person searches. */
export interface Center extends Coordinate {
  /** The name of the place in English, and of a municipality also in Japanese. */
  en: string
  municipalityJa?: string
}

/**
 * The heading of the houses that only may be within the searched distances: `May be within 1 km of
 * the sea: only the municipality is known`.
 */
export function possibleHeading(params: ListingsParams, names?: PlaceNames) {
  const { near } = describePlace(params, names)
  const limits = [
    ...(near ? [near] : []),
    ...FILTERS.flatMap(({ name, to }) => {
      const km = params[name]
      return km === undefined ? [] : [`within ${formatNumber(km, 1)} km of ${to}`]
    }),
  ]
  return `May be ${limits.join(' and ')}: only the municipality is known`
}

interface FilteredDistances {
  params: ListingsParams
  listing: Listing
  /** The place around which the person searches, if it is known. */
  center: Center | undefined
}

export function filteredDistances({ params, listing, center }: FilteredDistances) {
  const distances = Distances.parse(listing.record.distances ?? {})
  const { station, shinkansen, airport, sea, errorKm = 0 } = distances
  const isBySea = isStatedBySea(listing)
  return [
    center && describeCenter(listing, center, errorKm),
    params.stationMax !== undefined &&
      station &&
      (station.from === 'source'
        ? `Station: ${formatNumber(station.km, 1)} km, as the source states it`
        : `Station: ${distanceRange(station.km, errorKm)}`),
    params.shinkansenMax !== undefined && shinkansen && describeShinkansen(shinkansen, errorKm),
    params.airportMax !== undefined && airport && `Airport: ${distanceRange(airport.km, errorKm)}`,
    params.seaMax !== undefined &&
      (isBySea ? capitalise(BY_THE_SEA) : sea && `Sea: ${distanceRange(sea.km, errorKm)}`),
  ].filter((text): text is string => typeof text === 'string')
}

/** Replaces the computed distance, because the source knows where the house is. */
export const BY_THE_SEA = 'by the sea, as the source says'

export function isStatedBySea({ tags }: Listing) {
  return tags.includes('by-the-sea')
}

/** `In Uwajima`, or the distance from the searched place: `12 to 30 km from Uwajima`. */
function describeCenter({ record: { placeName } }: Listing, center: Center, errorKm: number) {
  if (!placeName || placeName.precision === 'prefecture') return undefined
  const municipality = placeName.municipality ?? placeName
  if (municipality.ja === center.municipalityJa) return `In ${center.en}`
  return `${distanceRange(metresBetween(placeName, center) / 1000, errorKm)} from ${center.en}`
}

function describeShinkansen(
  { isAcrossTheSea, isStated, km, en }: NonNullable<Distances['shinkansen']>,
  errorKm: number,
) {
  if (isStated) return `Shinkansen: ${formatNumber(km, 1)} km, ${en}, as the source states it`
  if (isAcrossTheSea) return 'No Shinkansen on this island'
  return `Shinkansen: ${distanceRange(km, errorKm)}${en === undefined ? '' : `, ${en}`}`
}

/** The smallest and the largest distance that the error allows: `3 to 21 km`. */
export function distanceRange(km: number, errorKm: number) {
  const [least, most] = [Math.max(0, km - errorKm), km + errorKm].map((bound) => Math.round(bound))
  return least === most
    ? `${least} km`
    : `${formatNumber(least ?? 0)} to ${formatNumber(most ?? 0)} km`
}
