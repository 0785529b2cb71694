import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listingsQuery } from '#client/data/listings.ts'
import { hasDistance, type ListingsParams } from '#client/data/listings-params.ts'

/**
 * Returns the search that the map shows. If no house is surely within the searched distances, this
 * is the search for the houses that only may be. Otherwise the map would be empty.
 */
export function useMatch(params: ListingsParams): ListingsParams {
  const isSure = hasDistance(params) && params.match === undefined
  const sure = useQuery({ ...listingsQuery(params), enabled: isSure })
  const isEmpty = isSure && !sure.isPlaceholderData && sure.data?.total_count === 0
  // Keep the object, because a new one would group the places again.
  return useMemo(() => (isEmpty ? { ...params, match: 'possible' } : params), [isEmpty, params])
}
