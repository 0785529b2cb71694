import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api.ts'
import { session } from '#client/session.ts'
import type { Account } from '#contract/account.ts'
import * as auth from '#contract/auth.ts'
import { accountQuery } from './account.ts'

/** Somebody has an account under this address already. */
export class EmailTaken extends Error {
  constructor() {
    super('Email already registered. If this is your account, please login instead.')
  }
}

export const login = mutationOptions({
  mutationKey: ['login'],
  mutationFn: async (input: z.input<typeof auth.login.input>, { client }) => {
    const { access_token, user, subscription } = await call(auth.login, input)
    session.start(access_token)
    const account: Account = { user, subscription }
    client.setQueryData(accountQuery.queryKey, account)
  },
})

/** Creates an account; rejects with `EmailTaken` when the address has one. */
export const register = mutationOptions({
  mutationKey: ['register'],
  mutationFn: async (input: z.input<typeof auth.register.input>) => {
    const { exists } = await call(auth.checkEmail, { email: input.email })
    if (exists) throw new EmailTaken()
    return call(auth.register, input)
  },
})

/** Ends the session here at once, and on the server when it can be reached. */
export const logout = mutationOptions({
  mutationKey: ['logout'],
  mutationFn: async () => {
    const answered = call(auth.logout, {})
    session.end(session.token())
    await answered
  },
  onError: (error) => console.error('The server was not told of the log-out:', error),
})
