import * as z from 'zod/mini'
import { PLANS, SUBSCRIPTION_STATUSES } from './choices.ts'
import { Timestamp } from './values.ts'

/** How long access goes on that was given without an end, from when its person cancels it; days. */
export const NOTICE_DAYS = 30

export const Subscription = z.object({
  user_id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  plan: z.enum(PLANS),
  /** Who is paid: `stripe`, or `manual` for access given by an administrator. */
  payment_provider: z.string(),
  /** The day access is paid to; null when it has no end. */
  ends_at: z.nullable(Timestamp),
  created_at: Timestamp,
  /** The last renewal could not be charged; until `ends_at` it can be made good. */
  payment_failed: z._default(z.boolean(), false),
})
export type Subscription = z.output<typeof Subscription>
