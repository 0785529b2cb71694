import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { accountQuery } from '#client/data/account.ts'
import { authEndpoint } from '#client/data/auth.ts'
import { session } from '#client/session/session.ts'
import type { Account } from '#contract/account.ts'
import type * as Auth from '#contract/auth.ts'
import { startSession } from './start-session.ts'

export const login = mutationOptions({
  mutationFn: async (input: z.input<typeof Auth.login.input>, { client }) => {
    const {
      access_token,
      receipt: revocationToken,
      ...account
    } = await call(authEndpoint('login'), input)
    await startSession(access_token, revocationToken)
    session.identify(access_token, account.user.id)
    client.setQueryData<Account>(accountQuery.queryKey, account)
  },
})
