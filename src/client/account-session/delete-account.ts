import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { attempt } from '#client/browser/storage.ts'
import { discardUnsentFavorites } from '#client/favorites/set-favorite.ts'
import { session } from '#client/session/session.ts'
import * as profile from '#contract/profile.ts'

/** Deletes the account and wipes its data from this device. */
export const deleteAccount = mutationOptions({
  mutationFn: async (input: z.input<typeof profile.deleteAccount.input>) => {
    const token = session.token()
    await call(profile.deleteAccount, input)
    // Discard the unsent changes, because no request can send them after the account is deleted.
    await attempt(discardUnsentFavorites)
    session.end(token)
  },
})
