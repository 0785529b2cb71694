import * as z from 'zod/mini'
import { User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Email, Name, NewPassword, Password } from './fields.ts'

/** Long enough for a photo over the network of a valley, or for asking Stripe; milliseconds. */
const PATIENCE = 60_000

/** Either a new name, or a new e-mail address confirmed with the current password. */
export const updateAccount = endpoint({
  method: 'PUT',
  path: '/auth/me',
  access: 'user',
  input: z.union([
    z.strictObject({ name: Name }),
    z.strictObject({ email: Email, password: Password }),
  ]),
  output: User,
})

/** Ends every other session of the caller. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/me/password',
  access: 'user',
  input: z.strictObject({ current_password: Password, new_password: NewPassword }),
  output: z.object({}),
})

/** Ends at once what the caller pays; nothing is deleted while Stripe cannot be asked to. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/me/delete',
  access: 'user',
  patience: PATIENCE,
  input: z.strictObject({ password: Password }),
  output: z.object({}),
})

/** Whatever picture the file is, it becomes a small square of itself. */
export const changeProfilePicture = endpoint({
  method: 'PUT',
  path: '/auth/me/profile-picture',
  access: 'user',
  encoding: 'multipart',
  patience: PATIENCE,
  maxBytes: 20_000_000,
  input: z.strictObject({}),
  output: User,
})
