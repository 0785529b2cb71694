import * as z from 'zod/mini'
import { User } from './account.ts'
import { PLANS, ROLES, SUBSCRIPTION_SORTS, SUBSCRIPTION_STATUSES, USER_SORTS } from './choices.ts'
import { endpoint, LONG_TIMEOUT_MS } from './endpoint.ts'
import { Email, Name, NewPassword } from './fields.ts'
import { missingIfWrong, validItems } from './lenient-fields.ts'
import { Subscription } from './subscription.ts'
import { Id, paging, queryText, sorting } from './values.ts'

/** How administrators manage users and subscriptions. */

/** A user in a list, without the picture. */
export const UserSummary = z.omit(User, { profile_picture: true })
export type UserSummary = z.output<typeof UserSummary>

export const USERS_PAGE_SIZE = 20

/** Searches names and emails. */
const userFilters = { search: queryText('Search') }

export const UserSearch = z.object({
  ...userFilters,
  ...paging(USERS_PAGE_SIZE),
  ...sorting(USER_SORTS, { by: 'created_at', order: 'desc' }),
})
export type UserSearch = z.output<typeof UserSearch>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'admin',
  input: UserSearch,
  output: validItems(UserSummary),
})

export const countUsers = endpoint({
  method: 'GET',
  path: '/users/count',
  access: 'admin',
  input: z.object(userFilters),
  output: z.object({ total_count: z.int() }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'admin',
  input: z.strictObject({ name: Name, email: Email, password: NewPassword, role: z.enum(ROLES) }),
  output: UserSummary,
})

/** Changes a user. With this endpoint, administrators cannot change their own email or password. */
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
  output: UserSummary,
})

/** Ends the user's subscription immediately, and then deletes the user. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ id: Id }),
  output: z.object({}),
})

/**
 * Blocks or unblocks a user. Blocking immediately ends all sessions of the user, and stops the
 * renewal of the subscription.
 */
export const blockUser = endpoint({
  method: 'PUT',
  path: '/users/:id/block',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({ id: Id, block: z.boolean() }),
  output: z.extend(UserSummary, {
    /**
     * True if the server could not stop the renewal of the subscription, for example because Stripe
     * was unavailable. A job of the server tries again later.
     */
    is_renewal_unstopped: z.boolean(),
  }),
})

export const sendPasswordReset = endpoint({
  method: 'POST',
  path: '/users/:id/reset-password',
  access: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({ message: missingIfWrong(z.string()) }),
})

/**
 * A subscription with its user's email. A user without a subscription appears with an inactive
 * subscription of the plan `Free`.
 */
export const UserSubscription = z.extend(Subscription, {
  email: z.string(),
  /**
   * The status of the latest objection of the user's bank to a payment, in Stripe's terms, such as
   * `warning_needs_response` or `won`. Null if there was none.
   */
  dispute: z.nullable(z.string()),
})
export type UserSubscription = z.output<typeof UserSubscription>

const subscriptionFilters = {
  search: queryText('Search'),
  status: z.optional(
    z.enum(SUBSCRIPTION_STATUSES, `Status must be one of ${SUBSCRIPTION_STATUSES.join(', ')}`),
  ),
}

export const SubscriptionSearch = z.object({
  ...subscriptionFilters,
  ...paging(USERS_PAGE_SIZE),
  ...sorting(SUBSCRIPTION_SORTS, { by: 'email', order: 'asc' }),
})
export type SubscriptionSearch = z.output<typeof SubscriptionSearch>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions',
  access: 'admin',
  input: SubscriptionSearch,
  output: validItems(UserSubscription),
})

export const countSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions/count',
  access: 'admin',
  input: z.object(subscriptionFilters),
  output: z.object({ total_count: z.int() }),
})

/** Changes a user's subscription. `id` is the id of the user, not of the subscription. */
export const updateSubscription = endpoint({
  method: 'PUT',
  path: '/subscriptions/:id',
  access: 'admin',
  timeoutMs: LONG_TIMEOUT_MS,
  input: z.strictObject({
    id: Id,
    status: z.optional(z.enum(['active', 'inactive'])),
    plan: z.optional(z.enum(PLANS)),
  }),
  output: UserSubscription,
})
