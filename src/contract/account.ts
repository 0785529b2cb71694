import * as z from 'zod/mini'
import { ROLES } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { Subscription } from './subscription.ts'
import { Timestamp } from './values.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  is_active: z.boolean(),
  is_blocked: z.boolean(),
  profile_picture: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type User = z.output<typeof User>

/** The signed-in person and what they pay for. */
export const Account = z.object({ user: User, subscription: z.nullable(Subscription) })
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  input: z.object({}),
  output: Account,
})
