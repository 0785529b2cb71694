import { useQuery } from '@tanstack/react-query'
import { assessedValuesQuery } from '#client/data/assessed-values.ts'
import { ratesQuery } from '#client/data/rates.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { houseCosts, yenOfDollars } from './house-costs.ts'

/** The costs of buying a house. Includes the exchange rate if the asking price is in dollars. */
export function useHouseCosts(listing: Listing, now: Date) {
  const { data: assessed = {} } = useQuery(assessedValuesQuery(listing.id))
  const isInDollars = listing.yen === undefined && listing.price !== undefined
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isInDollars })
  return {
    costs: houseCosts(listing, { assessed, rates }, now),
    converted: yenOfDollars(listing, rates),
  }
}
