import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { attempt } from '#client/browser/storage.ts'
import { discardUnsent, sendUnsent } from '#client/outbox/account-outbox.ts'
import { endOnServer, startSession } from '#client/session/leaving.ts'
import { receipts } from '#client/session/receipts.ts'
import { session } from '#client/session/session.ts'
import type { Account } from '#contract/account.ts'
import type * as Auth from '#contract/auth.ts'
import { accountQuery } from './account.ts'

const endpoint = lazyEndpoints(() => import('#contract/auth.ts'))

/** Somebody has an account under this address already. */
export class EmailTaken extends Error {
  constructor() {
    super('Email already registered. If this is your account, please login instead.')
  }
}

export const login = mutationOptions({
  mutationKey: ['login'],
  mutationFn: async (input: z.input<typeof Auth.login.input>, { client }) => {
    const { access_token, receipt, user, subscription } = await call(endpoint('login'), input)
    await startSession(access_token, receipt)
    session.identify(access_token, user.id)
    const account: Account = { user, subscription }
    client.setQueryData(accountQuery.queryKey, account)
  },
})

/** Creates an account; rejects with `EmailTaken` when the address has one. */
export const register = mutationOptions({
  mutationKey: ['register'],
  mutationFn: async (input: z.input<typeof Auth.register.input>) => {
    const { exists } = await call(endpoint('checkEmail'), { email: input.email })
    if (exists) throw new EmailTaken()
    return call(endpoint('register'), input)
  },
})

export const requestPasswordReset = mutationOptions({
  mutationKey: ['request-password-reset'],
  mutationFn: (input: z.input<typeof Auth.requestPasswordReset.input>) =>
    call(endpoint('requestPasswordReset'), input),
})

/** The code is not the one that was mailed, or was used or has expired. */
export class CodeNotValid extends Error {
  constructor() {
    super('This code is wrong or no longer valid. Check it, or go back and ask for a new one.')
  }
}

/**
 * Sets a new password; rejects with `CodeNotValid` when the code is not accepted. A wrong code is
 * not sent to both endpoints: each of them counts it as a try. Ends every session of the account,
 * so one that is open here is over with the next request.
 */
export const resetPassword = mutationOptions({
  mutationKey: ['reset-password'],
  mutationFn: async (input: z.input<typeof Auth.resetPassword.input>) => {
    const { email, code } = input
    const { valid } = await call(endpoint('verifyResetCode'), { email, code })
    if (!valid) throw new CodeNotValid()
    return call(endpoint('resetPassword'), input)
  },
})

/** There are changes that could not be sent, and would be lost. */
export class UnsentChanges extends Error {
  constructor(readonly count: number) {
    super('Some changes have not been sent yet.')
  }
}

/**
 * Ends the session here at once, and on the server as soon as it can be reached: by the token now,
 * later by its receipt. Rejects with `UnsentChanges` when there are any, unless these may be lost.
 */
export const logout = mutationOptions({
  mutationKey: ['logout'],
  mutationFn: async ({ discard }: { discard: boolean }) => {
    const count = discard ? 0 : await sendUnsent()
    if (count > 0) throw new UnsentChanges(count)
    // As long as there is a session: what one leaves unsent is kept for the same person.
    await attempt(discardUnsent)
    // It may have ended meanwhile, as by a second click.
    if (session.token() === null) return
    const receipt = receipts.current()
    const answered = call(endpoint('logout'), {})
    session.end(session.token())
    await answered
    receipts.remove(receipt)
  },
  onError: (error) => {
    if (error instanceof UnsentChanges) return
    if (receipts.queued().length > 0) return endOnServer()
    console.error('The server was not told of the log-out:', error)
  },
})
