import type { QueryClient } from '@tanstack/react-query'
import type { Shortlist } from '#contract/shortlist.ts'
import { knownAccessScope } from './account.ts'
import { retryAtMost } from './query-client.ts'
import { shortlistQuery } from './shortlist.ts'

/*
 * The houses that a guest may open. A guest has no access of their own, but a subscriber shares a
 * shortlist with them. The app loads this module only for people without access of their own.
 */

/**
 * The ids of the houses that a guest may open. Null if the person is not a guest, or if the
 * shortlist is closed. Also null if the shortlist cannot be fetched and is not saved on this
 * device. If the saved shortlist lacks the house `id`, fetches the shortlist again.
 */
export async function readSharedHouses(queryClient: QueryClient, id: string | undefined) {
  const shortlist = await readShortlist(queryClient, (saved) => {
    const houses = toSharedHouses(saved)
    return Boolean(houses && (id === undefined || houses.includes(id)))
  })
  return toSharedHouses(shortlist)
}

function toSharedHouses(shortlist: Shortlist | null) {
  if (!isGuest(shortlist) || !shortlist?.is_open) return null
  return shortlist.houses.map(({ listing_id }) => listing_id)
}

/** Whether the person is the partner of this shortlist. A partner without access is a guest. */
const isGuest = (shortlist: Shortlist | null) => knownAccessScope('none', shortlist) === 'shortlist'

/** Whether a subscriber shares a shortlist with this person. */
export async function hasSharedList(queryClient: QueryClient) {
  return isGuest(await readShortlist(queryClient, isGuest))
}

/**
 * Returns the saved shortlist if `isEnough` accepts it. Otherwise fetches the shortlist again. The
 * saved shortlist may be stale: the person may have joined a list, or the other person may have
 * added a house.
 */
async function readShortlist(
  queryClient: QueryClient,
  isEnough: (saved: Shortlist | null) => boolean,
) {
  // While the server fails, the page waits for the shortlist. Retry only once, so that nobody waits
  // for many seconds to see that they need a subscription.
  const query = { ...shortlistQuery, retry: retryAtMost(1) }
  try {
    const { shortlist } = await queryClient.ensureQueryData(query)
    if (isEnough(shortlist)) return shortlist
    const fetched = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    return fetched.shortlist
  } catch {
    return queryClient.getQueryData(shortlistQuery.queryKey)?.shortlist ?? null
  }
}
