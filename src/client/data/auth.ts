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

/** The code is wrong, used or expired. */
export class CodeNotValid extends Error {
  constructor() {
    super('This code is wrong or no longer valid. Check it, or go back and ask for a new one.')
  }
}

/**
 * Sets a new password; rejects with `CodeNotValid` when the code is refused. A wrong code goes to
 * one endpoint only, because both count it as an attempt. Ends every session of the account, so the
 * next request of a session on this device is refused.
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

/** Some changes could not be sent and would be lost. */
export class UnsentChanges extends Error {
  constructor(readonly count: number) {
    super('Some changes have not been sent yet.')
  }
}

/**
 * Ends the session on this device at once and on the server when it can be reached: now by the
 * token, later by the receipt. Rejects with `UnsentChanges` when changes would be lost, unless
 * `discard` is set.
 */
export const logout = mutationOptions({
  mutationKey: ['logout'],
  mutationFn: async ({ discard }: { discard: boolean }) => {
    const count = discard ? 0 : await sendUnsent()
    if (count > 0) throw new UnsentChanges(count)
    // Discard first: ending the session closes the outbox, and its changes would stay stored.
    await attempt(discardUnsent)
    // A second click may have ended the session meanwhile.
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
