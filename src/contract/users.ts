import * as z from 'zod/mini'
import { ROLES, User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Email, Name, NewPassword } from './fields.ts'
import { PLANS, Subscription } from './subscription.ts'
import { Id } from './values.ts'

/** What administrators do with users and their subscriptions. */

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'admin',
  input: z.object({}),
  output: z.array(User),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'admin',
  input: z.strictObject({ name: Name, email: Email, password: NewPassword, role: z.enum(ROLES) }),
  output: User,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    name: Name,
    email: Email,
    password: z.optional(NewPassword),
    role: z.enum(ROLES),
  }),
  output: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
})

export const blockUser = endpoint({
  method: 'PUT',
  path: '/users/:id/block',
  access: 'admin',
  input: z.strictObject({ id: Id, block: z.boolean() }),
  output: User,
})

export const sendPasswordReset = endpoint({
  method: 'POST',
  path: '/users/:id/reset-password',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({ message: z.string() }),
})

/** Whoever has no subscription is shown with an inactive one, of the plan Free. */
const UserSubscription = z.extend(Subscription, { email: z.string() })
export type UserSubscription = z.output<typeof UserSubscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions',
  access: 'admin',
  input: z.object({}),
  output: z.array(UserSubscription),
})

/** `id` is the user's id. */
export const updateSubscription = endpoint({
  method: 'PUT',
  path: '/subscriptions/:id',
  access: 'admin',
  input: z.strictObject({
    id: Id,
    status: z.optional(z.enum(['active', 'inactive'])),
    plan: z.optional(z.enum(PLANS)),
  }),
  output: UserSubscription,
})
