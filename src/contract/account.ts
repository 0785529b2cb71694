import * as z from 'zod/mini'
import { ROLES } from './choices.ts'
import { Display } from './display.ts'
import { endpoint } from './endpoint.ts'
import {
  FlagOrFalse,
  KnownMoment,
  KnownText,
  missingIfWrong,
  RequiredText,
} from './lenient-fields.ts'
import { Revision } from './revisions.ts'
import { Subscription } from './subscription.ts'

export const User = z.object({
  id: RequiredText,
  name: z.catch(z.string(), ''),
  email: z.catch(z.string(), ''),
  role: z.catch(z.enum(ROLES), 'user'),
  is_active: z.catch(z.boolean(), true),
  is_blocked: FlagOrFalse,
  profile_picture: KnownText,
  created_at: KnownMoment,
  updated_at: KnownMoment,
})
export type User = z.output<typeof User>

export const Account = z.object({
  user: User,
  subscription: z.nullable(Subscription),
  /** The person's currency and area unit. Missing in the response of a server without them. */
  display: missingIfWrong(Display),
  revision: Revision,
  /** Whether the person must set up a second factor before the endpoints of administrators answer. */
  needs_second_factor: FlagOrFalse,
})
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  input: z.object({}),
  output: Account,
})
