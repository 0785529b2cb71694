import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { accountQuery } from '#client/data/account.ts'
import { authEndpoint } from '#client/data/auth.ts'
import { session } from '#client/session/session.ts'
import type { Account } from '#contract/account.ts'
import type { login as Login, SignedIn } from '#contract/auth.ts'
import { startSession } from './start-session.ts'

/** Signs in. Returns the second step if the account has a second factor, and otherwise null. */
export const login = mutationOptions({
  mutationFn: async (input: z.input<typeof Login.input>, { client }) => {
    const answer = await call(authEndpoint('login'), input)
    if ('second_step' in answer) return answer.second_step
    await openSession(client, answer)
    return null
  },
})

export async function openSession(client: QueryClient, signedIn: SignedIn) {
  const { access_token, receipt: revocationToken, ...account } = signedIn
  await startSession(access_token, revocationToken)
  session.identify(access_token, account.user.id)
  client.setQueryData<Account>(accountQuery.queryKey, account)
}
