import { type MutationFunctionContext, mutationOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { session } from '#client/session/session.ts'
import * as contract from '#contract/shortlist.ts'
import { forgetInvitation } from './pending-invitation.ts'
import {
  forgetInvitationIfClosed,
  INVITATION,
  PARTNER_NOTES,
  type ShortlistResponse,
  shortlistHousesQuery,
  shortlistQuery,
} from './shortlist.ts'

/**
 * Defines a mutation of the shortlist. The server answers with the changed list, which replaces the
 * cached one.
 */
function change<Input>(send: (input: Input) => Promise<ShortlistResponse>) {
  return mutationOptions({
    mutationFn: send,
    onMutate: () => session.token(),
    onSuccess: async (
      answer: ShortlistResponse,
      _input: Input,
      token: string | null,
      { client }: MutationFunctionContext,
    ) => {
      await client.cancelQueries({ queryKey: shortlistQuery.queryKey })
      // Another person may have signed in since the request was sent.
      if (session.token() !== token) return
      client.setQueryData(shortlistQuery.queryKey, answer)
      // The responses to two changes may arrive in reverse order. The refetch returns both changes.
      void client.invalidateQueries({ queryKey: shortlistQuery.queryKey })
      void client.invalidateQueries({ queryKey: shortlistHousesQuery.queryKey })
      void client.invalidateQueries({ queryKey: PARTNER_NOTES })
      // The cached invitation contains data of the person's own list, so it is outdated now.
      // Refetch the invitation only when its page opens again. An immediate refetch would fail
      // after the person has accepted, because the server no longer finds an accepted invitation.
      void client.invalidateQueries({ queryKey: INVITATION, refetchType: 'none' })
    },
  })
}

export const addToShortlist = change(async (listing_id: string) =>
  call(contract.addToShortlist, { listing_id }),
)

export const removeFromShortlist = change(async (id: string) =>
  call(contract.removeFromShortlist, { id }),
)

export const shareNotes = change(async (input: { id: string; shared: boolean }) =>
  call(contract.shareNotes, input),
)

export const withdrawInvitation = change(async (_: undefined) =>
  call(contract.withdrawInvitation, {}),
)

export const acceptInvitation = change(
  async (input: { token: string; leaves_own_list: boolean }) => {
    try {
      const answer = await call(contract.acceptInvitation, input)
      forgetInvitation()
      return answer
    } catch (error) {
      forgetInvitationIfClosed(error)
      throw error
    }
  },
)

export const endPartnership = change(async (_: undefined) => call(contract.endPartnership, {}))

export const inviteToShortlist = mutationOptions({
  mutationFn: async (email: string | undefined) => call(contract.inviteToShortlist, { email }),
  onSuccess: (_data, _email, _result, { client }) => {
    // Do not wait, because a refetch that hangs would hold the form through all its retries.
    void client.invalidateQueries({ queryKey: shortlistQuery.queryKey })
  },
})
