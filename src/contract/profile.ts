import * as z from 'zod/mini'
import { User } from './account.ts'
import { AREA_UNIT_CODES } from './area-units.ts'
import { CURRENCY_CODES } from './currencies.ts'
import { Display } from './display.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Email, Name, NewPassword, Password } from './fields.ts'

/**
 * Changes either the caller's name or the caller's email. Changing the email requires the current
 * password.
 */
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

/** Changes how prices and areas are shown to the caller, on all their devices. */
export const updateDisplay = endpoint({
  method: 'PUT',
  path: '/auth/me/display',
  access: 'user',
  input: z.strictObject({
    currency: z.enum(CURRENCY_CODES, 'Choose a currency from the list'),
    area_unit: z.enum(AREA_UNIT_CODES, 'Choose a unit from the list'),
  }),
  output: Display,
})

/** Changes the caller's password, and ends all other sessions of the caller. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/me/password',
  access: 'user',
  input: z.strictObject({ current_password: Password, new_password: NewPassword }),
  output: z.object({}),
})

/**
 * Ends the subscription immediately and deletes the account. While Stripe is unavailable, the
 * server refuses the request and deletes nothing.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/me/delete',
  access: 'user',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ password: Password }),
  output: z.object({}),
})

/** The server crops and scales any picture to a small square. */
export const changeProfilePicture = endpoint({
  method: 'PUT',
  path: '/auth/me/profile-picture',
  access: 'user',
  encoding: 'multipart',
  timeoutMs: LONG_TIMEOUT_MS,
  maxBytes: 20_000_000,
  input: z.strictObject({}),
  output: User,
})
