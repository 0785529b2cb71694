import { useQueries } from '@tanstack/react-query'
import type { ListingsParams } from '#client/data/listings-params.ts'
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
