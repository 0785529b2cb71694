import * as z from 'zod/mini'
import { Exception, KnownMoment } from './answers.ts'

/** How long access goes on that was given without an end, from when its person cancels it; days. */
export const NOTICE_DAYS = 30

export const Subscription = z.object({
  user_id: z.catch(z.string(), ''),
  /** One of `SUBSCRIPTION_STATUSES`, or another that opens nothing and is shown as it is. */
  status: z.catch(z.string(), 'unknown'),
  /** One of `PLANS`, or another that is shown as it is. */
  plan: z.catch(z.string(), 'unknown'),
  /** Who is paid: `stripe`, or `manual` for access given by an administrator. */
  payment_provider: z.catch(z.string(), 'unknown'),
  /** The day access is paid to; null when it has no end. */
  ends_at: KnownMoment,
  created_at: KnownMoment,
  /** The last renewal could not be charged; until `ends_at` it can be made good. */
  payment_failed: Exception,
  /** A new month has begun, and its renewal is charged within the hour. */
  payment_due: Exception,
  /** Stripe's page on which the renewal is confirmed that the bank asks about. */
  confirm_url: z.catch(z.nullable(z.string()), null),
  /** The card that is charged: its kind in Stripe's words, and the end of its number. */
  card: z.catch(z.nullable(z.object({ brand: z.string(), last4: z.string() })), null),
})
export type Subscription = z.output<typeof Subscription>
