import { useQueries, useQuery } from '@tanstack/react-query'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { ownPositionQuery } from '#client/data/own-position.ts'
import { nameOfPlace, placeNameQuery } from '#client/data/place-names.ts'
import { type PlaceNames, refsToName } from '#client/format/place-filters.ts'

/**
 * The names of the places in the given searches. Each key is the reference of a place. Places whose
 * name is unknown are left out.
 */
export function usePlaceNames(searches: readonly ListingsParams[]): PlaceNames {
  const refs = [...new Set(searches.flatMap(refsToName))]
  const names = useQueries({ queries: refs.map(placeNameQuery) })
  return new Map(
    refs.flatMap((ref, at) => {
      const place = names[at]?.data
      return place ? [[ref, nameOfPlace(place)]] : []
    }),
  )
}

/**
 * `usePlaceNames` for one search. If the search is around the person's own position, the name of
 * this position is `you`. Do not save a text with this name, because the person travels on.
 */
export function usePlaceNamesNow(params: ListingsParams): PlaceNames {
  const names = usePlaceNames([params])
  const isHere = useIsOwnPosition(params)
  return isHere && params.near !== undefined ? new Map(names).set(params.near, 'you') : names
}

/** Whether the search is around the person's own position. */
export function useIsOwnPosition({ near }: ListingsParams) {
  const { data: here } = useQuery(ownPositionQuery)
  return near !== undefined && near === here
}
