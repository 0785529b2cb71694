import { mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import { isRefusedAs } from '#client/api/failures.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import type * as Auth from '#contract/auth.ts'

export const authEndpoint = lazyEndpoints(() => import('#contract/auth.ts'))

export class EmailTaken extends Error {
  constructor() {
    super('Email already registered. If this is your account, please login instead.')
  }
}

/** Creates an account. Rejects with `EmailTaken` when the address already has an account. */
export const register = mutationOptions({
  mutationFn: async (input: z.input<typeof Auth.register.input>) => {
    const { exists } = await call(authEndpoint('checkEmail'), { email: input.email })
    if (exists) throw new EmailTaken()
    return call(authEndpoint('register'), input).catch((error) => {
      throw isRefusedAs(error, 'email_taken') ? new EmailTaken() : error
    })
  },
})

export const requestPasswordReset = mutationOptions({
  mutationFn: (input: z.input<typeof Auth.requestPasswordReset.input>) =>
    call(authEndpoint('requestPasswordReset'), input),
})

/** The reset code from the mail is wrong, used or expired. */
export class CodeNotValid extends Error {
  constructor() {
    super('This code is wrong or no longer valid. Check it, or go back and ask for a new one.')
  }
}

/**
 * Sets a new password. First checks the code with `verifyResetCode`, and rejects with
 * `CodeNotValid` if the server refuses the code. The server ends every session of the account. A
 * session on this device ends too, so its next request is refused.
 */
export const resetPassword = mutationOptions({
  mutationFn: async (input: z.input<typeof Auth.resetPassword.input>) => {
    const { email, code } = input
    const { valid } = await call(authEndpoint('verifyResetCode'), { email, code })
    if (!valid) throw new CodeNotValid()
    return call(authEndpoint('resetPassword'), input)
  },
})
