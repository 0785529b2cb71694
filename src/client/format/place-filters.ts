import type { ListingsParams } from '#client/data/listings-params.ts'
import { prefectureOf } from '#client/data/place-names.ts'
import { DEFAULT_WITHIN_KM, readPlaceRef } from '#contract/place-values.ts'
import { REGIONS } from '#contract/regions.ts'

export type PlaceNames = ReadonlyMap<string, string>

/**
 * Filters that say where a house lies. When the person sets one of these filters, the app clears
 * the other ones.
 */
const PLACE_FILTERS = ['prefecture', 'city', 'region', 'place', 'near', 'within', 'area'] as const

/** Spread these parameters into a search to clear all its place filters. */
export const NO_PLACE_FILTERS: ListingsParams = Object.fromEntries(
  PLACE_FILTERS.map((name) => [name, undefined]),
)

/**
 * The places in a search, as references. Leaves out prefectures and points, because the app can
 * name them itself. The server must name all other places.
 */
export function refsToName({ place, near }: ListingsParams) {
  return [place, near].filter(
    (ref): ref is string =>
      ref !== undefined && !prefectureOf(ref) && readPlaceRef(ref)?.kind !== 'point',
  )
}

/** The place of a search: `Shikoku`, `in Seiyo`, `within 20 km of Seiyo`. */
export function describePlace(params: ListingsParams, names?: PlaceNames) {
  const { region, place, near, within = DEFAULT_WITHIN_KM, area } = params
  const nameOf = (ref: string) => prefectureOf(ref) ?? names?.get(ref)
  return {
    region: region && REGIONS[region].display,
    place: place && (nameOf(place) ?? namePoint(place)),
    near: near && `within ${within} km of ${nameOf(near) ?? namePoint(near)}`,
    area: area && 'area on the map',
  }
}

/** The title of a search by place: `Houses in Seiyo`. Undefined for a search without a place. */
export function placeTitle(params: ListingsParams, names?: PlaceNames) {
  const { region, place, near, area } = describePlace(params, names)
  if (near) return `Houses ${near}`
  if (place) return `Houses in ${place}`
  if (params.region) return REGIONS[params.region].title ?? `Houses in ${region}`
  return area ? 'Houses in an area of the map' : undefined
}

function namePoint(ref: string) {
  return readPlaceRef(ref)?.kind === 'point' ? `a point at ${ref.replace(',', ', ')}` : 'a place'
}
