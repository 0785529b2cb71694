import * as z from 'zod/mini'
import { Account, User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Email, Name, NewPassword, Password, ResetCode } from './fields.ts'
import { missingIfWrong } from './lenient-fields.ts'
import { CredentialReference } from './passkeys.ts'
import { Timestamp } from './values.ts'

const Message = z.object({ message: missingIfWrong(z.string()) })

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: z.strictObject({ name: Name, email: Email, password: NewPassword }),
  output: User,
})

/** A new session, with its account. */
export const SignedIn = z.extend(Account, {
  access_token: z.string(),
  /**
   * A token that can only end this session. A device that signs out offline keeps this token to end
   * the session later.
   */
  receipt: z.string(),
})
export type SignedIn = z.output<typeof SignedIn>

/** What `confirmSignIn` needs, if the password was right and the account has a second factor. */
const SecondStep = z.object({
  /** Names this sign-in. The text opens nothing without the second factor. */
  sign_in: z.string(),
  expires_at: Timestamp,
  /** How to ask the browser for a passkey. Null if the account has no passkey. */
  passkey: z.nullable(
    z.object({
      challenge: z.string(),
      rp_id: z.string(),
      credentials: z.array(CredentialReference),
    }),
  ),
  has_authenticator: z.boolean(),
})
export type SecondStep = z.output<typeof SecondStep>

/**
 * `username` is the email address. The response starts a session only if the account has no second
 * factor.
 */
export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  encoding: 'form',
  failure: 'Login failed',
  input: z.strictObject({ username: Email, password: Password }),
  output: z.union([SignedIn, z.object({ second_step: SecondStep })]),
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
