import * as z from 'zod/mini'
import { Account, User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Email, Name, NewPassword, Password, ResetCode } from './fields.ts'
import { missingIfWrong } from './lenient-fields.ts'

const Message = z.object({ message: missingIfWrong(z.string()) })

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: z.strictObject({ name: Name, email: Email, password: NewPassword }),
  output: User,
})

/** `username` is the email address. */
export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  encoding: 'form',
  failure: 'Login failed',
  input: z.strictObject({ username: Email, password: Password }),
  output: z.extend(Account, {
    access_token: z.string(),
    /**
     * A token that can only end this session. A device that signs out offline keeps this token to
     * end the session later.
     */
    receipt: z.string(),
  }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  input: z.strictObject({}),
  output: z.object({}),
})

export const checkEmail = endpoint({
  method: 'POST',
  path: '/auth/check-email',
  access: 'public',
  input: z.strictObject({ email: Email }),
  output: z.object({ exists: z.boolean() }),
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  input: z.strictObject({ email: Email }),
  output: Message,
})

export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/auth/verify-reset-code',
  access: 'public',
  input: z.strictObject({ email: Email, code: ResetCode }),
  output: z.object({ valid: z.boolean() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  input: z.strictObject({ email: Email, code: ResetCode, new_password: NewPassword }),
  output: Message,
})
