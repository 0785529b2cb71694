import type { QueryClient } from '@tanstack/react-query'
import type { Shortlist } from '#contract/shortlist.ts'
import { shortlistQuery } from './shortlist.ts'

/* What a partner without a subscription may open. Loaded only for people without access. */

/**
 * The ids of the houses that a partner without a subscription may open. Null if nobody shares an
 * open shortlist with the person, or if the shortlist cannot be read, neither from the server nor
 * from this device. Asks the server if the saved list does not have the house `id`.
 */
export async function readSharedHouses(queryClient: QueryClient, id: string | undefined) {
  const shortlist = await readShortlist(queryClient, (saved) => {
    const houses = toSharedHouses(saved)
    return Boolean(houses && (id === undefined || houses.includes(id)))
  })
  return toSharedHouses(shortlist)
}

function toSharedHouses(shortlist: Shortlist | null) {
  if (shortlist?.role !== 'partner' || !shortlist.is_open) return null
  return shortlist.houses.map(({ listing_id }) => listing_id)
}

/** Whether a subscriber shares a shortlist with this person. */
export async function hasSharedList(queryClient: QueryClient) {
  const isPartner = (shortlist: Shortlist | null) => shortlist?.role === 'partner'
  return isPartner(await readShortlist(queryClient, isPartner))
}

/**
 * Reads the saved list. If that is not enough, asks the server: a list that was saved before the
 * person joined, or before the other person added a house, would refuse the person.
 */
async function readShortlist(
  queryClient: QueryClient,
  isEnough: (saved: Shortlist | null) => boolean,
) {
  try {
    const { shortlist } = await queryClient.ensureQueryData(shortlistQuery)
    if (isEnough(shortlist)) return shortlist
    const asked = await queryClient.fetchQuery({ ...shortlistQuery, staleTime: 0 })
    return asked.shortlist
  } catch {
    return queryClient.getQueryData(shortlistQuery.queryKey)?.shortlist ?? null
  }
}
