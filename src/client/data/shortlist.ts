import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { isNotFound } from '#client/api/failures.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { persisted } from '#client/query-store/persisted-query.ts'
import type { PartnerNotes, Shortlist } from '#contract/shortlist.ts'
import { SHORTLIST_REFRESH_MS } from '#contract/shortlist-limits.ts'
import { onNewRevision } from './on-new-revision.ts'
import { forgetInvitation } from './pending-invitation.ts'
import { toListing } from './to-listing.ts'

const endpoint = lazyEndpoints(() => import('#contract/shortlist.ts'))

export interface ShortlistResponse {
  shortlist: Shortlist | null
  revision?: string | undefined
}

/**
 * The person's shortlist. While the list has a partner, a visible page refetches the list at an
 * interval, so that the partner's changes appear.
 */
export const shortlistQuery = queryOptions({
  queryKey: ['shortlist'],
  queryFn: ({ signal }): Promise<ShortlistResponse> => call(endpoint('getShortlist'), {}, signal),
  staleTime: SHORTLIST_REFRESH_MS / 2,
  ...onNewRevision,
  refetchInterval: ({ state }) => (state.data?.shortlist?.other ? SHORTLIST_REFRESH_MS : false),
  meta: { showsDataAge: true },
  ...persisted(() => endpoint('getShortlist'), { isLasting: true }),
})

/**
 * The full records of the houses on the shortlist. If the record of a house is missing, the page
 * refetches the records.
 */
export const shortlistHousesQuery = queryOptions({
  queryKey: ['shortlist-houses'],
  queryFn: ({ signal }) => call(endpoint('listShortlistHouses'), {}, signal),
  select: ({ listings }) => listings.map(toListing),
  staleTime: 5 * 60_000,
  meta: { showsDataAge: true },
  ...persisted(() => endpoint('listShortlistHouses'), { isLasting: true }),
})

/** The prefix of the keys of {@link partnerNotesQuery}. */
export const PARTNER_NOTES = ['partner-notes']

/**
 * The partner's notes on a house. A request sends the version of the cached notes. If nothing has
 * changed, the response contains no notes, and the cached notes stay. The key contains the
 * partner's name, so that the saved notes of a former partner never appear under another name.
 */
export const partnerNotesQuery = (id: string, partner: string) =>
  queryOptions({
    queryKey: [...PARTNER_NOTES, partner, id],
    queryFn: async ({ signal, client, queryKey }) => {
      const saved = client.getQueryData<PartnerNotes>(queryKey)
      const known = saved?.version
      const answer = await call(endpoint('getPartnerNotes'), { id, known }, signal)
      return saved && answer.is_unchanged ? saved : answer
    },
    staleTime: SHORTLIST_REFRESH_MS / 2,
    refetchInterval: SHORTLIST_REFRESH_MS,
    meta: { showsDataAge: true },
    ...persisted(() => endpoint('getPartnerNotes'), { isLasting: true }),
  })

/** The prefix of the keys of {@link invitationQuery}. */
export const INVITATION = ['invitation']

/**
 * An invitation: its sender, the number of houses on the sender's list, and the list that the
 * invited person already has. Accepting the invitation deletes the invited person's list. If the
 * server answers that the invitation is not open, this tab forgets the invitation.
 */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...INVITATION, token],
    queryFn: ({ signal }) =>
      call(endpoint('readInvitation'), { token }, signal).catch(failInvitation),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The sender of an invitation, for a visitor who has not signed in. */
export const inviterQuery = (token: string) =>
  queryOptions({
    queryKey: ['inviter', token],
    queryFn: ({ signal }) => call(endpoint('readInviter'), { token }, signal).catch(failInvitation),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

function failInvitation(error: unknown): never {
  forgetInvitationIfClosed(error)
  throw error
}

/** Forgets the invitation of this tab, if the server answers that the invitation is not open. */
export function forgetInvitationIfClosed(error: unknown) {
  if (isNotFound(error)) forgetInvitation()
}

/**
 * Whether the cached shortlist is open, which means that the subscriber has access. A partner
 * without a subscription can send notes only while the shortlist is open.
 */
export function isShortlistOpen(queryClient: QueryClient) {
  return queryClient.getQueryData(shortlistQuery.queryKey)?.shortlist?.is_open === true
}
