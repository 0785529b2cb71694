import * as z from 'zod/mini'
import { FlagOrFalse, KnownMoment } from './lenient-fields.ts'

/**
 * Complimentary access without an end date continues for this many days after the user has
 * cancelled it.
 */
export const NOTICE_DAYS = 30

export const Subscription = z.object({
  user_id: z.catch(z.string(), ''),
  /** One of `SUBSCRIPTION_STATUSES`. An unknown status grants no access and is shown unchanged. */
  status: z.catch(z.string(), 'unknown'),
  /** One of `PLANS`. An unknown plan is shown unchanged. */
  plan: z.catch(z.string(), 'unknown'),
  /** `stripe`, or `manual` for access given by an administrator. */
  payment_provider: z.catch(z.string(), 'unknown'),
  /** The day until which access is paid. Null if access never ends. */
  ends_at: KnownMoment,
  created_at: KnownMoment,
  /**
   * Whether the last renewal could not be charged. If so, the person can still pay until `ends_at`.
   */
  payment_failed: FlagOrFalse,
  /**
   * Whether a new period has begun that is not charged yet. The server charges the period within
   * the hour.
   */
  payment_due: FlagOrFalse,
  /**
   * Stripe's page on which the user confirms the renewal, if the user's bank requires a
   * confirmation.
   */
  confirm_url: z.catch(z.nullable(z.string()), null),
  /** Whether the operator has paused the payments. Access continues, and nothing is charged. */
  is_paused: FlagOrFalse,
  /** When paused payments continue. Null if no date is set. */
  resumes_at: KnownMoment,
  /** The charged card: Stripe's name for the brand, and the last four digits of the card number. */
  card: z.catch(z.nullable(z.object({ brand: z.string(), last4: z.string() })), null),
})
export type Subscription = z.output<typeof Subscription>
