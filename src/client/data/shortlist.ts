import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import { SHORTLIST_REFRESH_MS } from '#contract/shortlist-limits.ts'
import { toListing } from './to-listing.ts'

const endpoint = lazyEndpoints(() => import('#contract/shortlist.ts'))

export interface Answer {
  shortlist: Shortlist | null
}

/** The person's shortlist. While it has a partner, a visible page asks for changes again. */
export const shortlistQuery = queryOptions({
  queryKey: ['shortlist'],
  queryFn: ({ signal }): Promise<Answer> => call(endpoint('getShortlist'), {}, signal),
  staleTime: SHORTLIST_REFRESH_MS / 2,
  refetchInterval: ({ state }) => (state.data?.shortlist?.other ? SHORTLIST_REFRESH_MS : false),
  ...persisted(() => endpoint('getShortlist'), { isLasting: true }),
})

/** The houses of the shortlist in full. Fetched again when the list of ids changes. */
export const shortlistHousesQuery = queryOptions({
  queryKey: ['shortlist-houses'],
  queryFn: ({ signal }) => call(endpoint('listShortlistHouses'), {}, signal),
  select: ({ listings }) => listings.map(toListing),
  staleTime: 5 * 60_000,
  ...persisted(() => endpoint('listShortlistHouses'), { isLasting: true }),
})

/** The beginning of the keys of {@link partnerNotesQuery}. */
export const PARTNER_NOTES = ['partner-notes']

/** The other person's notes on a house. */
export const partnerNotesQuery = (id: string) =>
  queryOptions({
    queryKey: [...PARTNER_NOTES, id],
    queryFn: ({ signal }) => call(endpoint('getPartnerNotes'), { id }, signal),
    staleTime: SHORTLIST_REFRESH_MS / 2,
    refetchInterval: SHORTLIST_REFRESH_MS,
    ...persisted(() => endpoint('getPartnerNotes'), { isLasting: true }),
  })

/** Who sends an invitation. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(endpoint('readInvitation'), { token }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Whether a person without a subscription may open this house, because it is on a shared shortlist.
 * False if neither the server nor this device knows.
 */
export async function isSharedHouse(queryClient: QueryClient, id: string) {
  const shortlist = await readShortlist(queryClient)
  return Boolean(shortlist?.houses.some(({ listing_id }) => listing_id === id))
}

/** Whether somebody shares an open shortlist with this person. */
export async function hasSharedList(queryClient: QueryClient) {
  const shortlist = await readShortlist(queryClient)
  return shortlist?.role === 'partner'
}

async function readShortlist(queryClient: QueryClient) {
  try {
    return (await queryClient.ensureQueryData(shortlistQuery)).shortlist
  } catch {
    return null
  }
}

/** Whether the partner of a subscriber may read and send notes. */
export function isShortlistOpen(queryClient: QueryClient) {
  return queryClient.getQueryData(shortlistQuery.queryKey)?.shortlist?.is_open === true
}
